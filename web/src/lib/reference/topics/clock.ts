// The rules reference: the clock.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'clock',
  title: 'The clock',
  summary: 'Whose time runs, how a press completes a move, and the kinds of time control.',
  statements: [
    {
      key: 'running',
      title: 'One clock runs at a time',
      articles: ['6.1', '6.4'],
      text: [
        'A chess clock has two displays. While one player thinks, his time runs and the other’s stands. When a player’s time is used up, his [[flag]] falls, and it is looked at once whether he has [lost](/rules/ending#flag).',
      ],
    },
    {
      key: 'press',
      also: 'completed',
      title: 'Made and completed',
      numbers: ['R066'],
      articles: ['6.2'],
      text: [
        'Over the board a move is **made** when it stands on the board, and **completed** when the player has then pressed his clock, with the same hand that moved. The press stops his time and starts the other’s. A move that ends the game needs no press. The opponent may answer as soon as the move is made, and the player must still be let press.',
        'On most screens the clock switches by itself and both moments are one. A tournament table here has a clock to press.',
      ],
      picture: {
        fen: '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', alt: 'White to move. One move of the rook ends the game, the others only pass the turn.',
        tries: [
          { move: 'a1a7', verdict: 'legal', gives: 'nothing', say: 'made; it is completed with the press of the clock' },
          { move: 'a1a8', verdict: 'legal', gives: 'mate', say: 'checkmate: over at once, no press is needed' },
        ],
      },
    },
    {
      key: 'kinds',
      also: 'fischer, bronstein, hourglass, sudden death',
      title: 'Kinds of time control',
      numbers: ['R115'],
      articles: ['6.3'],
      text: ['Some tables always play with a clock, others never. What can be agreed before the game:'],
      points: [
        '**no clock** at all;',
        '**sudden death**: a [[bank]] of time for the whole game, and no more;',
        '**increment** (Fischer): with each move some seconds are added;',
        '**delay**: the first seconds of each move are free, and only then the bank runs;',
        '**Bronstein**: what a move used is given back, up to a limit;',
        '**stages**: so many moves in so much time, and then more time;',
        '**hourglass**: what one player uses, the other gains;',
        '**days for a move**, in games [by letter](/rules/letters).',
      ],
    },
    {
      key: 'bank-and-timer',
      title: 'Bank and timer of the move',
      numbers: ['R116', 'R117', 'R118', 'R119'],
      articles: ['6.3.2'],
      text: [
        'With a delay there are two kinds of time: the bank for the whole game, and a timer that is full again at each move. The timer runs first and the bank is not touched; only when it is used up does the bank run. What is left of the timer is not kept.',
        'An example with a bank of 60 s and a timer of 10 s: after a move of 8 s the bank still holds 60 s, and the next move has a full timer again. A move of 12 s takes 2 s from the bank.',
      ],
    },
    {
      key: 'presets',
      title: 'Four ready choices',
      numbers: ['R121'],
      text: [
        'For tables with bank and timer there are four choices to press: bullet 1 min + 2 s, blitz 3 min + 5 s, rapid 10 min + 10 s and classical 30 min + 30 s. The numbers are ours.',
      ],
    },
    {
      key: 'increment',
      title: 'Increment',
      articles: ['6.3.1', 'A.1', 'B.1'],
      text: [
        'With an increment the time that a player does not use is kept. The Laws add it **before** each move, from the first on: with 3 min + 2 s the clock begins at 3:02. Most sites add it after each move, and so does a table here unless its owner chose otherwise.',
      ],
    },
    {
      key: 'stages',
      title: 'Stages',
      articles: ['6.3', '6.4'],
      text: [
        'In long tournament games the time often comes in stages, for instance 90 minutes for 40 moves and then 30 minutes for the rest. When the flag of a stage falls, its moves must have been completed. With the fortieth move and one second left the next half hour is added: 30:01.',
      ],
    },
    {
      key: 'start',
      title: 'When the clocks start',
      numbers: ['R128', 'R131'],
      articles: ['6.6', '6.7'],
      text: [
        'Over the board White’s clock is started at the appointed hour, whether he is there or not. At a friend’s table here White’s clock runs from Start, unless the rules of the table let the clocks begin with the first move; against the computer they always do.',
        'Against the computer your clock stands while you look at another tab, and goes on when you come back. Between people it never does.',
      ],
    },
    {
      key: 'connection',
      title: 'A lost connection does not stop the clock',
      numbers: ['R132'],
      text: [
        'Between people the clocks run on when somebody’s connection is lost. If it was the server that was away, nobody is charged for that time. What happens when somebody stays away is told [here](/rules/online#away).',
      ],
    },
    {
      key: 'speeds',
      also: 'bullet',
      title: 'Blitz, rapid, standard',
      articles: ['A.1', 'B.1'],
      text: [
        'The Laws sort games by the time that each player would have for sixty moves: up to ten minutes is blitz, more than ten and less than sixty is rapid, sixty and more is standard. So 3 min + 2 s is blitz (5 minutes), 10 min + 5 s is rapid (15 minutes), 45 min + 15 s is standard (60 minutes).',
      ],
    },
  ],
};
