// The rules reference: touching and moving.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'touch-move',
  title: 'Touch-move',
  summary: 'Over the board a touched man must be moved or taken. How it works, how to set men right, and where it does not hold.',
  statements: [
    {
      key: 'touched',
      title: 'Touched is moved, touched is taken',
      numbers: ['R039', 'R063'],
      articles: ['4.2.2', '4.3', '4.5'],
      text: [
        'In tournaments: if the player to move touches his own men with the intention to move or take, he must move the first touched one that can move. If he touches enemy men, he must take the first one that can be taken. If he touches one of each, he must take the one with the other; if that is not legal, the first touched man that can be moved or taken counts, and in doubt his own.',
        'If no touched man can be moved or taken legally, he is free to make any legal move. A contact that is clearly an accident binds to nothing.',
      ],
      picture: {
        fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', alt: 'White has touched the pawns on e4 and d5: he must take.', arrows: ['e4d5'],
        from: { fen: START_FEN, moves: ['e2e4', 'd7d5'] },
        tries: [{ move: 'e4d5', verdict: 'legal', say: 'the move that is due' }],
      },
    },
    {
      key: 'casual',
      title: 'Strict and forgiving tables',
      numbers: ['R062'],
      articles: ['4.2', 'Online 3'],
      text: [
        'Friends usually play without it, and online tables do: a press on a man only selects it, and another can be selected instead. Tournament tables here keep the rule, for practice: a man that you take up stays in your hand.',
      ],
      picture: {
        fen: START_FEN, alt: 'White has taken up the knight on b1. At a strict table only its two squares remain.', rings: ['b1'], dots: ['a3', 'c3'],
        tries: [
          { move: 'b1c3', verdict: 'legal', say: 'one of the two moves that a strict table still takes' },
          { move: 'b1a3', verdict: 'legal', say: 'and the other' },
          { move: 'e2e4', verdict: 'legal', say: 'but only a forgiving table lets you change your mind' },
          { move: 'b1d2', verdict: 'own_man_on_target' },
        ],
      },
    },
    {
      key: 'adjust',
      also: 'j’adoube',
      title: '“I adjust”',
      numbers: ['R064'],
      articles: ['4.2.1', '6.2.5'],
      text: [
        'A player who only wants to set men right in the middle of their squares says so first: “I adjust” or “j’adoube”. Only the player to move may do so. At tournament tables here a long press on a man says it.',
      ],
    },
    {
      key: 'released',
      title: 'Let go is done',
      numbers: ['R038', 'R065'],
      articles: ['4.7', '4.4.4'],
      text: [
        'A man that has been let go on a square to which it may move stays there; there is no taking back. A capture is made when the taken man is off and the other let go, a promotion when the new piece stands on its square and the pawn is gone.',
        'The piece for a promotion is chosen when it touches the square of promotion. None of our presets has takebacks; a casual table may allow them by agreement.',
      ],
      picture: {
        fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', alt: 'The rook has touched a8: it cannot be exchanged for a queen any more.', arrows: ['a7a8'],
        tries: [{ move: 'a7a8r', verdict: 'legal', gives: 'check' }],
      },
    },
    {
      key: 'castling',
      title: 'Castling by hand: the king first',
      articles: ['4.4', '4.7.2'],
      text: [
        'Castling is a move of the king, so he is touched first. Who touches his king and then a rook must castle on that side if it is legal. If it is not, he must make another legal move with the king, castling on the other side included; if the king has no legal move, he is free.',
        'Who touches the rook first and then the king may not castle on that side now: the rook must move, if it can.',
      ],
      picture: {
        fen: '4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1', alt: 'White touched king and the rook on h1. Castling short is illegal here: another move of the king is due.',
        tries: [
          { move: 'e1g1', verdict: 'castling_through_attack' },
          { move: 'e1c1', verdict: 'legal', say: 'castling to the other side is a move of the king' },
        ],
      },
    },
    {
      key: 'complaint',
      title: 'Too late to complain',
      articles: ['4.8'],
      text: [
        'Who has touched a man himself, in order to move or take, cannot complain any more about how the other side touched and moved. An illegal move is another matter: it [goes back](/rules/illegal-moves) whenever it is found during the game.',
      ],
    },
  ],
};
