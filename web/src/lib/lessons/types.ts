// What a lesson is made of. A lesson is data: one file in content/, checked by content.test.ts against the real
// rules. Moves are UCI ("e2e4", "a7a8q"), positions are FEN. Not here: how a task is played (run/) and shown (view/).
import type { Role } from '$lib/table/placement';

/** The guide's face. */
export type Mood = 'hello' | 'think' | 'happy' | 'oops' | 'proud';

/** An answer that is wrong and that the lesson knows. */
export interface Wrong {
  /** The move. */
  move: string;
  /** It is illegal, and this is the reason's code in the rules. Without a code it is legal, but not the task. */
  code?: string;
  /** What the guide says; an illegal move may leave it to the Law. */
  say?: string;
  /** How a legal wrong move is punished: shown, then all of it is taken back. */
  reply?: readonly string[];
  /** The step of a task with several at which it may be tried; the first without it. */
  at?: number;
}

interface Base {
  title: string;
  /** What is to be done, in a sentence or two. Whose turn it is and how many moves it takes is said by the page. */
  ask: string;
  hint: string;
  /** What the guide says when it is done. */
  done: string;
}

/** Walk to every star, or take every enemy man but the king. The other side waits. */
export interface CollectTask extends Base {
  kind: 'collect';
  fen: string;
  stars?: readonly string[];
  /** All enemy men but the king are to be taken. */
  captures?: true;
  /** The other side takes a man that stands where it can be taken: such a move is shown and taken back. */
  guard?: true;
  /** The fewest moves; it is proved by the test. */
  par: number;
  solution: readonly string[];
  wrong?: readonly Wrong[];
}

/** What moves of a step have in common: the test checks that they are all that do. */
export type Goal = 'mate' | 'check' | 'stalemate' | 'capture' | 'castle' | 'en_passant' | 'escape' | 'any_legal' | 'double_check'
  | 'no_mate';

export interface LineStep {
  /** All moves that are right. */
  right: readonly string[];
  /** The answer of the other side; by the move where it depends on it. */
  reply?: string | Readonly<Record<string, string>>;
  /** What the guide says before the next step. */
  say?: string;
  /** The right moves are exactly those that do this. */
  goal?: Goal;
}

/** One right move, or several with the answers of the other side. */
export interface LineTask extends Base {
  kind: 'line';
  fen: string;
  /** Half-moves shown first. */
  before?: readonly string[];
  steps: readonly LineStep[];
  wrong?: readonly Wrong[];
  /** What the guide says about any other legal move. */
  otherwise: string;
  /** How the last position stands, for the test. */
  ends?: 'mate' | 'stalemate';
  /** The moves to be played are named in their notation. */
  dictate?: true;
}

/** What the test can prove about the answer of a question. */
export type Claim =
  | { legal: string; code?: string }
  | { state: 'mate' | 'stalemate' | 'check' | 'play' }
  | { dead: boolean }
  | { canMate: 'white' | 'black'; is: boolean }
  | { times: number }
  | { quiet: number }
  | { san: string }
  | { light: string }
  | { attacked: string; by: 'white' | 'black'; is: boolean }
  /** A fact of the Laws or of manners that no position proves: the article. */
  | { article: string };

export interface QuizCase {
  fen?: string;
  /** Half-moves shown first; the question is about the position after them. */
  before?: readonly string[];
  ask: string;
  /** "Yes" and "No" unless the task or the case has others. */
  options?: readonly string[];
  answer: number;
  /** The reason, right or wrong. */
  say: string;
  /** A move that is pointed at. */
  move?: string;
  marks?: readonly string[];
  claim: Claim;
}

/** Questions one after another, each with the reason for its answer. */
export interface QuizTask extends Base {
  kind: 'quiz';
  options?: readonly string[];
  cases: readonly QuizCase[];
}

/** Point at squares: all of them, in any order. */
export interface TapTask extends Base {
  kind: 'tap';
  fen: string;
  squares: readonly string[];
  wrong?: readonly { square: string; say: string }[];
  otherwise: string;
  /** The squares are exactly those this man can move to. */
  reach?: string;
}

/** Write down the move that the arrow shows. */
export interface WriteTask extends Base {
  kind: 'write';
  items: readonly {
    fen: string;
    move: string;
    san: string;
    wrong?: readonly { text: string; say: string }[];
  }[];
}

/** Moves at a clock that must be pressed. */
export interface ClockTask extends Base {
  kind: 'clock';
  fen: string;
  /** Seconds on both clocks at the start, and what each press gives. */
  seconds: number;
  increment?: number;
  /** Your moves with the answers; any other legal move is asked for again. */
  steps: readonly { right: readonly string[]; reply?: string }[];
  /** The other side runs out of time: its flag is to be claimed, not before it falls. */
  flag?: { seconds: number };
}

/** At a table where touched is moved. */
export interface TouchTask extends Base {
  kind: 'touch';
  fen: string;
  /** A man that is touched already: own, or an enemy's that must be taken. */
  touched?: string;
  /** A man that is to be set right, announced first. */
  adjust?: string;
  /** The man that is to be touched first, as in castling. */
  first?: string;
  right: readonly string[];
  wrong?: readonly Wrong[];
  otherwise: string;
}

export type Task = CollectTask | LineTask | QuizTask | TapTask | WriteTask | ClockTask | TouchTask;

export interface DemoStep {
  say: string;
  /** Played before the sentence is said; several are played one after another. "--" lets a side wait. */
  moves?: readonly string[];
  /** The board is set up anew. */
  fen?: string;
  marks?: readonly string[];
  /** From and to: "e2e4". */
  arrows?: readonly string[];
  /** Tried and refused: the move of the arrow is illegal by this code. */
  refused?: { move: string; code: string };
}

export interface Demo {
  fen: string;
  steps: readonly DemoStep[];
}

/** When a game against the computer is over besides mate, stalemate, dead material, repetition and fifty moves. */
export type GameGoal =
  | { type: 'mate'; moves?: number }
  | { type: 'promote' }
  | { type: 'capture'; role: Role }
  | { type: 'check' }
  | { type: 'castle'; moves: number }
  | { type: 'moves'; moves: number }
  | { type: 'draw' };

interface GameBase {
  title: string;
  /** What wins and what does not, in two sentences. */
  ask: string;
}

/** A game against the computer. */
export interface PlayGame extends GameBase {
  kind: 'play';
  fen: string;
  you: 'white' | 'black';
  /** The id of an opponent, see computer/levels.json. */
  level: string;
  goal: GameGoal;
  /** Seconds for each side and for each move; the clock is to be pressed. */
  clock?: { seconds: number; increment: number };
  /** Touched is moved. */
  touch?: true;
  /** A hint is given on wish: a move with its reason. */
  hints?: true;
}

/** Stars fall on the board at random; they are collected in as few moves as one can. */
export interface HuntGame extends GameBase {
  kind: 'hunt';
  fen: string;
  stars: number;
}

/** A knight goes to as many squares as it can, to none twice. */
export interface TourGame extends GameBase {
  kind: 'tour';
  fen: string;
  from: string;
  /** So many squares are a good tour. */
  good: number;
}

/** Squares are named, and are to be pointed at. */
export interface SquaresGame extends GameBase {
  kind: 'squares';
  rounds: number;
}

/** Moves are shown, and are to be written down. */
export interface WritingGame extends GameBase {
  kind: 'writing';
  rounds: number;
}

export type MiniGame = PlayGame | HuntGame | TourGame | SquaresGame | WritingGame;

export interface Lesson {
  id: string;
  title: string;
  /** What it teaches, in a few words, for the list. */
  teaches: string;
  /** The rule in one sentence. */
  rule: string;
  /** Articles of the Laws of Chess. */
  articles: string;
  demo: Demo;
  tasks: readonly Task[];
  games: readonly MiniGame[];
}
