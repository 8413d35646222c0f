// Positions for the subjects that chance seldom brings in a game: castling, en passant, promotion. Some are none; whoever
// asks tries again.
import type { Rules } from '$lib/rules';
import { FILES, writePlacement, type Man, type Role } from '$lib/table/placement';
import type { Chance } from '../run/chance';
import { Spot } from '../run/spot';
import type { Attempt } from './questions';

type Men = Map<string, Man>;

const put = (men: Men, square: string, role: Role, color: 'white' | 'black'): void => {
  men.set(square, { role, color });
};

const fenOf = (men: Men, turn: 'w' | 'b', rights: string): string => `${writePlacement(men)} ${turn} ${rights} - 0 1`;

/** The same for Black: the board upside down, colors changed. */
function turned({ fen, before, move }: Attempt): Attempt {
  const [placement = '', turn, rights = '-'] = fen.split(' ');
  const swap = (text: string): string =>
    [...text].map((sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())).join('');
  const rows = placement.split('/').reverse().map(swap).join('/');
  const order = [...'KQkq'].filter((sign) => swap(rights).includes(sign)).join('') || '-';
  const flip = (uci: string): string => uci.replace(/[1-8]/g, (rank) => String(9 - Number(rank)));
  return { fen: `${rows} ${turn === 'w' ? 'b' : 'w'} ${order} - 0 1`, before: before.map(flip), move: flip(move) };
}

const eitherColor = (luck: Chance, attempt: Attempt): Attempt => (luck.below(2) === 0 ? attempt : turned(attempt));

/** Some men of Black somewhere on the upper half, more or less in the way. */
function scatter(luck: Chance, men: Men, count: number): void {
  const roles: readonly Role[] = ['rook', 'bishop', 'knight', 'queen'];
  for (let i = 0; i < count; i += 1) {
    const square = `${luck.pick(FILES)}${3 + luck.below(5)}`;
    if (!men.has(square)) put(men, square, luck.pick(roles), 'black');
  }
}

/** White castles, or would like to. */
export function castlingScene(rules: Rules, luck: Chance, legal: boolean): Attempt | null {
  const men: Men = new Map();
  put(men, 'e1', 'king', 'white');
  put(men, 'a1', 'rook', 'white');
  put(men, 'h1', 'rook', 'white');
  put(men, 'e8', 'king', 'black');
  for (const file of FILES) {
    if (luck.below(3) > 0) put(men, `${file}2`, 'pawn', 'white');
    if (luck.below(3) > 0) put(men, `${file}7`, 'pawn', 'black');
  }
  const kingside = luck.below(2) === 0;
  scatter(luck, men, 1 + luck.below(2));
  const way = kingside ? ['f1', 'g1'] : ['b1', 'c1', 'd1'];
  if (!legal && luck.below(5) === 0) put(men, luck.pick(way), luck.pick(['bishop', 'knight']), 'white');
  const fen = fenOf(men, 'w', 'KQ');
  const move = kingside ? 'e1g1' : 'e1c1';
  const moved = luck.below(4) === 0;
  return eitherColor(luck, { fen, move, before: moved ? outAndBack(rules, luck, fen, kingside, legal) : [] });
}

/** King or rook goes out and comes back; of a castling that stays legal it is the other rook. */
function outAndBack(rules: Rules, luck: Chance, fen: string, kingside: boolean, legal: boolean): string[] {
  try {
    let spot = new Spot(rules, fen);
    const near = kingside ? 'h1' : 'a1';
    const far = kingside ? 'a1' : 'h1';
    const from = legal ? far : luck.pick(['e1', near]);
    const to = luck.pick(spot.dests.get(from) ?? []);
    const before: string[] = [];
    for (const uci of [`${from}${to}`, null, `${to}${from}`, null]) {
      const quiet = spot.moves.filter((move) => !spot.men.has(move.slice(2, 4)));
      const chosen = uci ?? luck.pick(quiet);
      spot = spot.after(chosen);
      before.push(chosen);
    }
    return before;
  } catch {
    return [];
  }
}

/** A double step, or what looks like one, and a pawn beside it. */
export function enPassantScene(luck: Chance, legal: boolean): Attempt | null {
  const men: Men = new Map();
  const file = luck.below(8);
  const beside = luck.pick([file - 1, file + 1].filter((at) => at >= 0 && at < 8));
  const [them, us] = [FILES[file] ?? 'a', FILES[beside] ?? 'b'];
  put(men, `${us}5`, 'pawn', 'white');
  const single = !legal && luck.below(3) === 0;
  put(men, `${them}${single ? 6 : 7}`, 'pawn', 'black');
  const pinned = !legal && !single && luck.below(3) === 0;
  const kings = pinned ? { white: luck.pick(['a5', 'h5']), black: 'e8' } : { white: `${luck.pick(FILES)}1`, black: `${luck.pick(FILES)}8` };
  for (const [square, color] of [[kings.white, 'white'], [kings.black, 'black']] as const) {
    if (men.has(square)) return null;
    put(men, square, 'king', color);
  }
  if (pinned) {
    const end = kings.white === 'a5' ? 'h5' : 'a5';
    if (men.has(end)) return null;
    put(men, end, luck.pick(['rook', 'queen']), 'black');
  } else {
    const spare = `${luck.pick(FILES)}2`;
    put(men, spare, 'pawn', 'white');
    put(men, `${luck.pick(FILES)}3`, luck.pick(['knight', 'bishop']), luck.pick(['white', 'black']));
  }
  const before = [`${them}${single ? 6 : 7}${them}5`];
  if (!legal && !single && !pinned) {
    const step = (square: string): string => `${String.fromCharCode(square.charCodeAt(0) + (square[0] === 'h' ? -1 : 1))}${square[1]}`;
    before.push(`${kings.white}${step(kings.white)}`, `${kings.black}${step(kings.black)}`);
  }
  return eitherColor(luck, { fen: fenOf(men, 'b', '-'), before, move: `${us}5${them}6` });
}

/** A pawn before the last rank, and what stands there. */
export function promotionScene(luck: Chance, legal: boolean): Attempt | null {
  const men: Men = new Map();
  const file = luck.below(8);
  const at = FILES[file] ?? 'a';
  put(men, `${at}7`, 'pawn', 'white');
  const kings = [`${luck.pick(FILES)}${1 + luck.below(4)}`, `${luck.pick(FILES)}${luck.pick([5, 6, 8])}`] as const;
  for (const [index, square] of kings.entries()) {
    if (men.has(square)) return null;
    put(men, square, 'king', index === 0 ? 'white' : 'black');
  }
  for (const side of [-1, 0, 1]) {
    const square = `${FILES[file + side] ?? ''}8`;
    if (square.length === 2 && !men.has(square) && luck.below(2) === 0) {
      put(men, square, luck.pick(['rook', 'bishop', 'knight']), 'black');
    }
  }
  const goal = FILES[file + luck.pick([-1, 0, 1])];
  if (!goal || men.get(`${goal}8`)?.role === 'king') return null;
  const stays = !legal && luck.below(3) === 0;
  const role = luck.pick(['q', 'q', 'r', 'b', 'n']);
  return eitherColor(luck, { fen: fenOf(men, 'w', '-'), before: [], move: `${at}7${goal}8${stays ? '' : role}` });
}
