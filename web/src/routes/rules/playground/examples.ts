// Positions that show the rule: what counting men gets wrong.
import type { PlaygroundKey } from './playground.en';

export interface Example {
  name: Extract<PlaygroundKey, `example.${string}`>;
  fen: string;
}

export const EXAMPLES: readonly [Example, ...Example[]] = [
  { name: 'example.wall', fen: '4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1' },
  { name: 'example.four_men', fen: '6k1/8/6pK/6P1/8/8/8/8 b - - 0 1' },
  { name: 'example.knight_queen', fen: '7k/8/8/8/8/2n5/8/K2Q4 w - - 0 1' },
  { name: 'example.two_knights', fen: '4k3/8/8/8/8/8/8/2NNK3 w - - 0 1' },
  { name: 'example.knight_pawn', fen: '8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1' },
  { name: 'example.bishops', fen: '4k3/8/8/2b5/8/2B5/8/4K3 w - - 0 1' },
];
