// Lesson 17: the first whole game.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const THREAT = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3';

const lesson: Lesson = {
  id: 'first-game',
  title: 'Your first whole game',
  teaches: 'Four looks before each move, and off you go',
  rule: 'Bring out knights and bishops, castle, keep your men guarded, and look before each move at every check, capture and threat of both sides.',
  articles: '1 to 5',
  demo: {
    fen: START,
    steps: [
      { say: 'You know all the rules. Here is how a game can begin: a pawn to the middle.', moves: ['e2e4', 'e7e5'] },
      { say: 'A knight that attacks something, and one that guards it.', moves: ['g1f3', 'b8c6'] },
      { say: 'The bishops come out.', moves: ['f1c4', 'f8c5'] },
      { say: 'And the king goes to safety. Four moves, everything in place.', moves: ['e1g1', 'g8f6'] },
      {
        fen: THREAT,
        say: 'Before each move, four looks. First: what does the other side threaten? Here it is checkmate on f7!',
        arrows: ['h5f7'],
      },
      { say: 'Second: have I a check, a capture, an attack? Third: is every man of mine guarded? Fourth: is my king safe?' },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'See the threat', ask: 'White threatens checkmate on f7. Do something about it.',
      fen: THREAT,
      steps: [{ right: ['g7g6', 'd8e7', 'd8f6', 'g8h6'] }],
      hint: 'Guard f7 once more, or drive the queen away.',
      done: 'Seen in time!',
      otherwise: 'That leaves the threat, or gives something away.',
      wrong: [
        { move: 'g8f6', say: 'A good square for the knight, but it overlooks the threat: checkmate.', reply: ['h5f7'] },
        { move: 'a7a6', say: 'Checkmate. First look: what does the other side threaten?', reply: ['h5f7'] },
      ],
    },
    {
      kind: 'line', title: 'Look at every check', ask: 'There is a checkmate. Look at all checks.',
      fen: 'r2q1rk1/ppp2ppp/8/8/8/3Q4/PPB2PPP/6K1 w - - 0 1',
      steps: [{ right: ['d3h7'], goal: 'mate' }],
      hint: 'Queen and bishop look along the same diagonal.',
      done: 'Checkmate: the bishop guards the queen.',
      otherwise: 'There is something better: checkmate.',
      wrong: [{ move: 'd3d8', say: 'A trade of queens. But there was checkmate!', reply: ['a8d8'] }],
    },
    {
      kind: 'quiz', title: 'Is it guarded?', ask: 'Third look: is the ringed white man guarded?',
      hint: 'Could you take back if Black took it?',
      done: 'Keep your men in touch with each other.',
      cases: [
        { fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', ask: 'Is the pawn on e4 guarded?', answer: 1, say: 'Nobody looks at e4, and the black knight attacks it. d3 or Nc3 would help.', marks: ['e4'], claim: { attacked: 'e4', by: 'white', is: false } },
        { fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 4', ask: 'And now, after d3: is the pawn on e4 guarded?', answer: 0, say: 'By the pawn on d3.', marks: ['e4'], claim: { attacked: 'e4', by: 'white', is: true } },
        { fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 4', ask: 'Is the bishop on c4 guarded?', answer: 0, say: 'By the pawn on d3 as well.', marks: ['c4'], claim: { attacked: 'c4', by: 'white', is: true } },
      ],
    },
    {
      kind: 'line', title: 'Safety first', ask: 'Fourth look: bring your king to safety.',
      fen: 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5',
      steps: [{ right: ['e1g1'], goal: 'castle' }],
      hint: 'Castle.',
      done: 'Now the game can begin.',
      otherwise: 'Good enough, but the king is still in the middle. Castle.',
    },
    {
      kind: 'line', title: 'A good opening', ask: 'Play the opening of the demo, move by move.', dictate: true,
      fen: START,
      steps: [
        { right: ['e2e4'], reply: 'e7e5' },
        { right: ['g1f3'], reply: 'b8c6' },
        { right: ['f1c4'], reply: 'f8c5' },
        { right: ['e1g1'] },
      ],
      hint: 'Read the move: the letter says which piece.',
      done: 'Pawn, knight, bishop, castle.',
      otherwise: 'Not a bad move perhaps, but not the one that is written.',
    },
  ],
  games: [
    {
      kind: 'play', title: 'A whole game',
      ask: 'Now play a whole game against Pip, who has just learned it, too. If a move is not possible, tap it all the same: you are told why.',
      fen: START, you: 'white', level: 'pip', goal: { type: 'mate' },
    },
  ],
};

export default lesson;
