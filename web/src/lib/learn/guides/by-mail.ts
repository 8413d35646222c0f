// Guide: playing by mail.
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'by-mail',
  title: 'Playing by mail',
  summary: 'Days for a move, several games at once, notes, conditional moves: slow chess and how to enjoy it.',
  statements: [
    {
      key: 'what',
      title: 'What it is',
      text: [
        'Each move has days instead of minutes. People have played so by letter, by telegraph and on postcards; here the table sends a mail for each move, and a link in it leads back to the board. Nobody has to be there at the same time. Begin [a game by letter](/letter) with an address, or open a table with days for a move.',
      ],
    },
    {
      key: 'a-move',
      title: 'A move, from mail to submit',
      text: ['When the mail comes:'],
      points: [
        'open the link, which is yours alone: whoever has it can play for you;',
        'look at the last move and go through the [four checks](/learn/guides/four-checks);',
        'press a move or type it; look at the board once more; take it back if you like;',
        'submit. After that the move stands.',
      ],
    },
    {
      key: 'time',
      title: 'The days',
      text: [
        'The list of your games says how long each still has, the most urgent first. Three days for a move suit most people; with one day you should look in every evening. Where vacation is allowed, take it before you leave. If the days run out, the game is lost as by a fallen flag.',
      ],
    },
    {
      key: 'offers',
      title: 'Offers and silence',
      text: [
        'Under the letter rules an offer of a draw that stays without an answer for [seven days](/rules/letters#silence) is accepted. If you do not want the draw, decline it or simply make your move.',
      ],
    },
    {
      key: 'plans',
      title: 'Conditional moves',
      text: [
        'When the other side has only one sensible answer, tell the table in advance what you will play then. It saves days. Check such a line twice: once the other side makes the move that you expected, yours is played at once.',
      ],
    },
    {
      key: 'fair',
      title: 'What is fair',
      text: [
        'Moving the men about on a board, notes and opening books are all right. Engines and advice from others about the running game are not, unless you agreed on it. Resign when there is nothing left to learn, not by letting the days run out.',
      ],
    },
  ],
};
