// The pages of the rules reference in their order, and how their content is had: one file a page, loaded with it.
import type { Topic } from './types';

interface Entry {
  id: string;
  title: string;
  summary: string;
}

export const GROUPS: readonly { title: string; topics: readonly Entry[] }[] = [
  {
    title: 'The game',
    topics: [
      { id: 'board', title: 'The board and the first position', summary: 'Squares and their names, the light corner, where the men stand.' },
      { id: 'turns', title: 'The aim, the turns, the colors', summary: 'White first, one move each, no passing.' },
      { id: 'moving', title: 'Moving and taking', summary: 'What holds for every move, and what makes it legal.' },
      { id: 'men', title: 'How the pieces move', summary: 'Rook, bishop, queen, knight, king.' },
      { id: 'pawn', title: 'How the pawn moves', summary: 'One step, two steps, taking, never back.' },
      { id: 'castling', title: 'Castling', summary: 'How it is done, what it needs, what does not hinder it.' },
      { id: 'en-passant', title: 'En passant', summary: 'Taking a pawn that passes by, at once or never.' },
      { id: 'promotion', title: 'Promotion', summary: 'What becomes of a pawn on the last rank.' },
      { id: 'check', title: 'Check', summary: 'Three ways out, pins, double check.' },
    ],
  },
  {
    title: 'How it ends',
    topics: [
      { id: 'mate', title: 'Checkmate and stalemate', summary: 'No legal move: lost, or drawn.' },
      { id: 'ending', title: 'How a game is won and lost', summary: 'Resigning, the fallen flag, who can still mate.' },
      { id: 'draws', title: 'Draws', summary: 'Dead positions, agreement, repetition, fifty moves.' },
    ],
  },
  {
    title: 'At the table',
    topics: [
      { id: 'clock', title: 'The clock', summary: 'Presses, increments, delays, stages.' },
      { id: 'touch-move', title: 'Touch-move', summary: 'Touched is moved; “I adjust”.' },
      { id: 'illegal-moves', title: 'Illegal moves', summary: 'They go back; what they cost.' },
      { id: 'notation', title: 'Writing moves', summary: 'Letters, squares, signs; typing a move.' },
      { id: 'tournament', title: 'In a tournament', summary: 'The arbiter, conduct, rapid and blitz.' },
      { id: 'online', title: 'At a table on a screen', summary: 'Ready and Start, rematch, being away, ratings.' },
      { id: 'letters', title: 'Playing by letter', summary: 'Days for a move, submitting, silence.' },
      { id: 'chess960', title: 'Chess960', summary: 'Other beginnings, and how one castles then.' },
    ],
  },
];

export const ENTRIES: readonly Entry[] = GROUPS.flatMap((group) => group.topics);

const files = import.meta.glob<{ topic: Topic }>('./topics/*.ts');

/** The content of a page; null where there is no such page. */
export async function loadTopic(id: string): Promise<Topic | null> {
  const load = files[`./topics/${id}.ts`];
  return load ? (await load()).topic : null;
}

/** All pages, for search and tests. */
export async function loadAll(): Promise<Topic[]> {
  const found = await Promise.all(ENTRIES.map(({ id }) => loadTopic(id)));
  return found.filter((topic) => topic !== null);
}
