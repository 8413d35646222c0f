// Guide: the first tournament, and manners.
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'manners',
  title: 'Tournament manners',
  summary: 'What to expect at your first tournament: before, during and after a game, and what to do when something goes wrong.',
  statements: [
    {
      key: 'before',
      title: 'Before the game',
      text: ['Come a little early: who is late may lose without a move. Then:'],
      points: [
        'find your board and color on the list; phones off and away, not in the pocket;',
        'write names, date and round on the score sheet;',
        'look whether the board lies rightly and the clock shows the right time; set the men right;',
        'shake hands. Black, or the arbiter, starts White’s clock.',
      ],
    },
    {
      key: 'during',
      title: 'During the game',
      text: ['Most of it is: do not disturb.'],
      points: [
        'Touch a man only when you have decided; say “I adjust” first if you only set it right. [Touched is moved.](/rules/touch-move)',
        'Move and press with the same hand; press without slamming.',
        'Write down each move, yours and theirs.',
        'Do not talk, eat at the board or stare; stand up and walk about if you like, but do not leave the playing area without leave.',
        'Offer a draw after your move and before you press, once. A nod is no answer: say yes or no.',
        'Watch other games from a distance, and say nothing about any of them.',
      ],
      picture: {
        fen: 'r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 8', alt: 'To castle take the king first, with one hand, then the rook with the same hand.', arrows: ['e1g1', 'h1f1'],
        tries: [{ move: 'e1g1', verdict: 'legal' }],
      },
    },
    {
      key: 'trouble',
      title: 'When something goes wrong',
      text: [
        'Stop the clock and raise your hand: the arbiter comes. That is right for an illegal move, for a claim of a draw, for a missing queen when a pawn promotes, for a disturbance. Do not discuss it with the opponent. You may ask to have the rule explained, and you may appeal afterwards where the event allows it.',
      ],
    },
    {
      key: 'after',
      title: 'After the game',
      text: [
        'Shake hands, whoever won. Both sign the score sheets with the result. Put the men back and the kings into the middle, or as is usual there. If you both like, look at the game together, outside the hall. From the loser one hears “well played”, from the winner as well.',
      ],
    },
    {
      key: 'screen',
      title: 'And on a screen',
      text: [
        'Say hello and good game. Do not run away from a lost position: resign. Do not ask again and again for a draw or a takeback. Nobody else, and no program, helps during a game. Practice the habits of a tournament at a [table with tournament rules](/rules/online#pressing): touch-move, a clock to press, a score sheet.',
      ],
    },
  ],
};
