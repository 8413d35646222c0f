// The rules reference: what else holds in a tournament.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'tournament',
  title: 'In a tournament',
  summary: 'The arbiter, how players behave, points, rapid and blitz, adjourned games.',
  statements: [
    {
      key: 'arbiter',
      title: 'The arbiter',
      articles: ['12.1', '12.2', '12.6', '12.9', '11.9', '11.10'],
      text: [
        'The arbiter sees to it that the Laws are kept and that the conditions are good and fair. He does not step into a game except where the Laws tell him to, and does not say how many moves have been made or that a clock was not pressed. Players may ask him to explain a law, may stop the clocks to call him, and may appeal against a decision unless the event excludes it.',
        'His penalties go from a warning over more or less time to the loss of the game and exclusion from the event. A tournament table here can have an arbiter with a link of his own.',
      ],
    },
    {
      key: 'conduct',
      title: 'How players behave',
      articles: ['11.1', '11.2', '11.3', '11.5', '11.7'],
      text: ['What the Laws ask of players, in short:'],
      points: [
        'nothing that brings the game into disrepute;',
        'no notes, no advice, no other board, no device while playing;',
        'nobody leaves the playing area without leave;',
        'nobody disturbs the other: no needless offers, claims or talk;',
        'who has finished his game is a spectator, and spectators do not speak about a game that is still played;',
        'who refuses to keep the Laws loses; if both do, both lose.',
      ],
    },
    {
      key: 'default',
      title: 'Coming late',
      articles: ['6.7'],
      text: [
        'The rules of the event say how late a player may arrive; if they say nothing, not at all. Who comes later loses, unless the arbiter decides otherwise. As long as White is not there, it is White’s time that runs.',
      ],
    },
    {
      key: 'points',
      title: 'Points',
      articles: ['10.1', '10.2'],
      text: [
        'One for a win, a half for a draw, nothing for a loss, unless the event announces otherwise (three, one and none, for instance). The two players of a game together never get more than the game is worth.',
      ],
    },
    {
      key: 'rapid',
      title: 'Rapid and blitz',
      articles: ['A.1', 'A.2', 'A.3', 'A.4', 'A.5', 'B.1', 'B.2', 'B.3'],
      text: [
        'Nobody has to record the moves, and penalties of time are one minute instead of two. Where there are enough arbiters, all the rest of the Laws holds. Where there are not, an illegal move stands once the other side has moved, after ten moves by each side nobody can complain about the set-up any more, and a flag must be claimed. The event says which of the two it is.',
        'A table here sees everything, so the full rules always hold.',
      ],
      picture: {
        fen: '4r1k1/1ppp1ppp/p7/8/8/2N5/PPPP1PPP/4K3 w - - 0 2', alt: 'White overlooked the check and moved the knight to c3; Black answered with a pawn to a6. With too few arbiters the illegal move now stands.', arrows: ['e8e1'],
        tries: [
          { move: 'c3e2', verdict: 'legal', say: 'the check is still there and is answered now' },
          { move: 'e1f1', verdict: 'legal' },
          { move: 'a2a3', verdict: 'check_not_answered', say: 'Black can claim this one before answering' },
        ],
      },
    },
    {
      key: 'adjourning',
      title: 'Adjourned games',
      articles: ['I.1', 'I.4', 'I.7', 'I.8'],
      text: [
        'Long games were once broken off in the evening. The player to move **seals** a move: writes it down where the other cannot see it and puts it into an envelope, which is opened when play goes on. A sealed move that is illegal or not clear loses. An offer of a draw after sealing stays open.',
      ],
      picture: {
        fen: '6k1/5ppp/8/8/8/5N2/5PPP/1N4K1 w - - 0 41', alt: 'Both knights can go to d2: “Nd2” alone does not say which.', arrows: ['b1d2', 'f3d2'],
        tries: [
          { move: 'b1d2', verdict: 'legal', say: 'clear as Nbd2' },
          { move: 'f3d2', verdict: 'legal', say: 'clear as Nfd2' },
          { move: 'b1b3', verdict: 'wrong_geometry', say: 'sealed, it would lose' },
        ],
      },
    },
  ],
};
