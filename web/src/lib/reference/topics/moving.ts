// The rules reference: what holds for every move.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'moving',
  title: 'Moving and taking',
  summary: 'What holds for every man: no move onto an own man, taking by arriving, no jumping but for the knight, and what makes a move legal.',
  statements: [
    {
      key: 'own-men',
      title: 'Never onto an own man',
      numbers: ['R012'],
      articles: ['3.1'],
      text: ['No man may go to a square on which a man of the same color stands.'],
      picture: {
        fen: START_FEN, alt: 'The first position: most white pieces are shut in by their own men.',
        tries: [
          { move: 'a1a2', verdict: 'own_man_on_target' },
          { move: 'e1e2', verdict: 'own_man_on_target' },
        ],
      },
    },
    {
      key: 'taking',
      title: 'Taking by arriving',
      numbers: ['R013', 'R014', 'R084'],
      articles: ['3.1', '3.1.1'],
      text: [
        'A man takes an enemy man by going to its square. The taken man leaves the board in the same move, and does not come back.',
        'All men may take, the king too, as long as the man is not protected. Taking is never a duty, unless it is the only legal move. There is one capture in which the taken man does not stand on the square of arrival: [[en passant]].',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/3q4/4K3 w - - 0 1', alt: 'The white king is in check from an unprotected queen on d2.',
        tries: [
          { move: 'e1d2', verdict: 'legal', say: 'the king takes: nobody protects the queen. Two bare kings are left, and the game is drawn' },
          { move: 'e1f1', verdict: 'legal', say: 'a way out as well' },
          { move: 'e1d1', verdict: 'king_into_attack' },
        ],
      },
    },
    {
      key: 'no-jumping',
      title: 'No jumping, but for the knight',
      numbers: ['R083'],
      articles: ['3.5'],
      text: [
        'Bishop, rook and queen go along straight lines and stop at the first man: they may take it if it is an enemy, but never pass over it. A pawn’s double step does not jump either. Only the knight is not stopped by what stands between; in [castling](/rules/castling) the rook ends on the other side of its king, but that is one move of both.',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position: only the knights can leave the first rank.',
        tries: [
          { move: 'a1a4', verdict: 'blocked' },
          { move: 'f1c4', verdict: 'blocked' },
          { move: 'g1f3', verdict: 'legal', say: 'the knight jumps' },
        ],
      },
    },
    {
      key: 'attack',
      title: 'What attacks a square',
      articles: ['3.1.2', '3.1.3', '3.9.1'],
      text: [
        'A man attacks a square if it could take there. It attacks it even when it could not really go there because its own king would be left in check: a [[pin|pinned]] man still keeps the enemy king away.',
      ],
      picture: {
        fen: '4k3/8/8/4n3/8/1K6/8/4R3 w - - 0 1', alt: 'The black knight on e5 is pinned by the rook, and yet it attacks c4.', crosses: ['c4'], arrows: ['e5c4'],
        tries: [
          { move: 'b3c4', verdict: 'king_into_attack', say: 'the pinned knight attacks c4 all the same' },
          { move: 'b3c3', verdict: 'legal' },
        ],
      },
    },
    {
      key: 'legal',
      title: 'Legal and illegal',
      articles: ['3.10.1', '3.10.2', '3.10.3'],
      text: [
        'A move is legal if it fulfils everything that these pages say about moving: the way of the man, the squares between, the safety of the own king. Everything else is illegal, and so is a position that no series of legal moves can reach.',
        'Whatever you try on the boards of these pages, an illegal move is answered with the article that forbids it. The [playground](/rules/playground) does so for any position that you set up.',
      ],
      picture: {
        fen: '4r1k1/8/8/8/1b6/8/3PN3/R3K3 w Q - 0 1', alt: 'White to move. Two men are pinned, and more than one rule decides what may move.',
        tries: [
          { move: 'a1a8', verdict: 'legal', say: 'its way, free squares, a safe king: all is fulfilled' },
          { move: 'a1b2', verdict: 'wrong_geometry' },
          { move: 'a1g1', verdict: 'blocked' },
          { move: 'e2c3', verdict: 'exposes_king' },
          { move: 'e1f1', verdict: 'legal', say: 'f1 is not attacked' },
        ],
      },
    },
  ],
};
