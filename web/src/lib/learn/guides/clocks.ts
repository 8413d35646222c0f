// Guide: which clock to choose, and how to live with it.
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'clocks',
  title: 'Clocks and time controls',
  summary: 'What 10+5 means, which clock to choose for what, and how to spend the time.',
  statements: [
    {
      key: 'reading',
      title: 'How a time control is written',
      text: [
        '**10+5** means ten minutes for the game and five seconds more with each move. **5+0**: five minutes and nothing more. **40/90, then 30**: ninety minutes for the first forty moves, then thirty for the rest. **3 days**: so long for each move.',
        'With bank and timer, 10 min + 10 s means ten seconds that are free in each move, and a bank of ten minutes for what takes longer. Saved seconds of a timer are lost; those of an increment are kept. All kinds stand [in the reference](/rules/clock#kinds).',
      ],
    },
    {
      key: 'choosing',
      title: 'Which one to choose',
      text: ['A few proposals:'],
      points: [
        'First games: no clock, or days for a move.',
        'To learn: 15+10 or more. There is time to look for threats, and the game ends on the same evening.',
        'An evening with a friend: 10+5.',
        'For fun: 3+2. With an increment a won position can always be played out.',
        'For practice before a tournament: the tournament’s own time control, with a clock to press.',
      ],
    },
    {
      key: 'spending',
      title: 'How to spend it',
      text: ['Time is there to be used, but not all at once:'],
      points: [
        'Play the first moves quickly if you know them; think when you do not.',
        'Think longest where something is decided: captures, exchanges of queens, pawns that cannot go back.',
        'Think about plans while the other side’s clock runs, and about exact moves while yours does.',
        'With an increment keep at least half a minute in hand.',
        'Short of time: make safe moves, give no man away, and look at the clock only after moving.',
      ],
    },
    {
      key: 'flag',
      title: 'When it runs out',
      text: [
        'Whoever has no time left has lost, unless the other side [could not mate any more](/rules/ending#flag). Winning on time is part of the game. If you do not like that to decide between friends, choose an increment or no clock.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', alt: 'If White’s time runs out here, it is a draw: Black has only a king and can never mate.',
      },
    },
  ],
};
