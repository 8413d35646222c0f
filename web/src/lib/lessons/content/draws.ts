// Lesson 13: draws.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const LOCKED = '4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1';

const lesson: Lesson = {
  id: 'draws',
  title: 'Draws',
  teaches: 'Six ways to share the point',
  rule: 'A game is drawn by stalemate, by agreement, by the same position for the third time, by fifty moves of each side without a capture or a pawn move, or when nobody can checkmate any more.',
  articles: '5.2, 9.1 to 9.6 and 6.9',
  demo: {
    fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
    steps: [
      { say: 'Stalemate you know: no check, no legal move, a draw.' },
      { fen: '8/8/3k4/8/8/3KB3/8/8 w - - 0 1', say: 'Not enough men: with a bishop alone nobody can ever give checkmate. The game is over at once.' },
      {
        fen: LOCKED,
        say: 'A dead position: all pawns are locked, and no king can get through. Nobody can ever checkmate, so it is a draw as well.',
      },
      {
        fen: START,
        say: 'The same position for the third time, with the same side to move and the same rights: once at the start …',
      },
      { say: '… a second time after both knights went out and home …', moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8'] },
      {
        say: '… and a third time. At a tournament the player to move claims it; most online tables declare the draw themselves.',
        moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8'],
      },
      { fen: '8/8/3k4/8/8/3K4/R7/8 w - - 98 120', say: 'Fifty moves by each side without a capture or a pawn move: a draw may be claimed. With any capture or pawn move the counting begins again.' },
      { say: 'And by agreement: one offers after making a move, the other accepts, declines, or just plays on.' },
    ],
  },
  tasks: [
    {
      kind: 'quiz', title: 'Dead or alive?', ask: 'Is the position drawn at once, because nobody can ever give checkmate?',
      hint: 'Ask for each side: is there any checkmate at all, even if the other helps?',
      done: 'You know when nothing is left to win.',
      cases: [
        { fen: '8/8/3k4/8/8/3K4/8/8 w - - 0 1', ask: 'King against king: drawn at once?', answer: 0, say: 'Kings alone cannot attack each other.', claim: { dead: true } },
        { fen: '8/8/3k4/8/8/3KN3/8/8 w - - 0 1', ask: 'King and knight against king: drawn at once?', answer: 0, say: 'A lone knight cannot checkmate, even with help.', claim: { dead: true } },
        { fen: '8/8/3k4/8/8/3KP3/8/8 w - - 0 1', ask: 'King and pawn against king: drawn at once?', answer: 1, say: 'The pawn may become a queen.', claim: { dead: false } },
        { fen: '8/3b4/3k4/8/8/3K4/4B3/8 w - - 0 1', ask: 'A bishop each, both on light squares: drawn at once?', answer: 0, say: 'Bishops of one color can never build a checkmate together.', claim: { dead: true } },
        { fen: '8/4b3/3k4/8/8/3K4/4B3/8 w - - 0 1', ask: 'A bishop each, one light, one dark: drawn at once?', answer: 1, say: 'Checkmate is possible if the other side helps, so the game goes on.', claim: { dead: false } },
        { fen: '8/8/3k4/8/8/3KNN2/8/8 w - - 0 1', ask: 'Two knights against a king: drawn at once?', answer: 1, say: 'It cannot be forced, but checkmate is possible. The game goes on.', claim: { dead: false } },
        { fen: LOCKED, ask: 'All pawns locked: drawn at once?', answer: 0, say: 'No pawn can move, no king can get behind the wall.', claim: { dead: true } },
      ],
    },
    {
      kind: 'quiz', title: 'Really the third time?', ask: 'Is the last position there for the third time? Step through the moves.',
      hint: 'Same men, same side to move, same rights to castle and to take en passant. It need not be in a row.',
      done: 'Now you can claim with confidence.',
      cases: [
        {
          fen: START, before: ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8'],
          ask: 'Is this position on the board for the third time?', answer: 0, say: 'At the start, after two moves each, and now.', claim: { times: 3 },
        },
        {
          fen: START, before: ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'b1c3', 'b8c6', 'c3b1', 'c6b8'],
          ask: 'Different knights moved. Is it the third time?', answer: 0, say: 'How a position came about does not matter, nor whether it was in a row.', claim: { times: 3 },
        },
        {
          fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', before: ['e1e2', 'e8e7', 'e2e1', 'e7e8', 'e1e2', 'e8e7', 'e2e1', 'e7e8'],
          ask: 'The men stand like this for the third time. Is it the same position?', answer: 1,
          say: 'The first time everybody could still castle. Now nobody can: this position is there for the second time.', claim: { times: 2 },
        },
        {
          fen: '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', before: ['e2e4', 'e8d8', 'e1d1', 'd8e8', 'd1e1', 'e8d8', 'e1d1', 'd8e8', 'd1e1'],
          ask: 'The men stand as right after e2–e4, for the third time. Is it the same position?', answer: 1,
          say: 'Right after the double step Black could take en passant. Later that was gone: the second time only.', claim: { times: 2 },
        },
        {
          fen: '6k1/8/8/8/8/8/8/R5K1 w - - 0 1', before: ['a1a2', 'g8h8', 'a2a3', 'h8g8', 'a3a1'],
          ask: 'All men stand as at the start of this line. Is this position repeated?', answer: 1,
          say: 'At the start White was to move, now Black is: another position.', claim: { times: 1 },
        },
      ],
    },
    {
      kind: 'quiz', title: 'Fifty moves', ask: 'The counter has half-moves: fifty moves of each side are one hundred. Can a draw be claimed after the last move?',
      hint: 'A capture or a pawn move sets the counter to nothing.',
      done: 'Counting to fifty, without falling asleep.',
      cases: [
        { fen: '8/8/3k4/8/8/3K4/R7/8 w - - 98 120', before: ['a2a3', 'd6d5'], ask: 'The counter stood at 98. A rook move and a king move follow. Can a draw be claimed?', answer: 0, say: 'Now it is at 100.', claim: { quiet: 100 } },
        { fen: '8/8/3k4/8/8/3K4/R5P1/8 w - - 99 120', before: ['g2g3'], ask: 'The counter stood at 99. The pawn moves. Can a draw be claimed?', answer: 1, say: 'A pawn move: back to nothing.', claim: { quiet: 0 } },
        { fen: '8/8/3k4/8/8/3K4/R5n1/8 w - - 99 120', before: ['a2g2'], ask: 'The counter stood at 99. The rook takes the knight. Can a draw be claimed?', answer: 1, say: 'A capture: back to nothing.', claim: { quiet: 0 } },
        { fen: '8/8/3k4/8/8/3K4/R7/8 w - - 60 100', before: ['a2a6'], ask: 'The counter stood at 60. The rook gives check. Is it a draw yet?', answer: 1, say: 'A check changes nothing: the counter goes on, to 61.', claim: { quiet: 61 } },
      ],
    },
    {
      kind: 'line', title: 'Saved by stalemate', ask: 'Black is about to checkmate you. Your king cannot move. Get rid of the queen!',
      fen: '7k/5Q2/6p1/8/8/6q1/1r6/7K w - - 0 1',
      steps: [{
        right: ['f7g8', 'f7g7', 'f7h7'],
        reply: { f7g8: 'h8g8', f7g7: 'h8g7', f7h7: 'h8h7' },
      }],
      ends: 'stalemate',
      hint: 'If White has no queen and Black took her, which moves are left to White?',
      done: 'Black had to take, and you have no legal move: stalemate, a draw!',
      otherwise: 'Then Black wins. Offer the queen so that the king must take her.',
      // Every check draws here; of all other moves none does.
      wrong: [
        { move: 'f7f8', say: 'That holds too: the king steps to h7, and then you offer the queen on g7 or h8. But do it in one move: offer her now.', reply: ['h8h7'] },
        { move: 'f7e8', say: 'That holds too: with the next check you offer the queen. But do it in one move: offer her now.', reply: ['h8g7'] },
        { move: 'f7f6', say: 'That holds too: with the next check you offer the queen. But do it in one move: offer her now.', reply: ['h8g8'] },
        { move: 'f7g6', say: 'That gives no check, and nobody has to take you: Black mates on h2.', reply: ['g3h2'] },
      ],
    },
    {
      kind: 'quiz', title: 'Who decides?', ask: 'Six questions about claims, offers and clocks.',
      hint: 'At a tournament players claim; some draws come by themselves.',
      done: 'The point is yours. Well, half of it.',
      cases: [
        { ask: 'At a tournament, when do you offer a draw?', options: ['after your move, before you press the clock', 'whenever you like', 'on the opponent’s time'], answer: 0, say: 'Make the move, offer, then press.', claim: { article: '9.1.2.1' } },
        { ask: 'The opponent does not answer your offer but makes a move. Can it still be accepted?', answer: 1, say: 'With a move the offer is declined.', claim: { article: '9.1.2.1' } },
        { ask: 'At a tournament, who may claim the third repetition?', options: ['the player to move', 'either player at any time', 'only the arbiter'], answer: 0, say: 'The player who has the move, and nobody has to claim.', claim: { article: '9.2' } },
        { ask: 'After which repetition is the game drawn without any claim?', options: ['the third', 'the fifth', 'the tenth'], answer: 1, say: 'At a tournament the fifth ends the game by itself. Online tables usually do it at the third.', claim: { article: '9.6.1' } },
        { ask: 'After how many moves of each side without capture and pawn move is it drawn without any claim?', options: ['50', '75', '100'], answer: 1, say: 'Claimed at fifty, automatic at seventy-five.', claim: { article: '9.6.2' } },
        { fen: '8/8/3k4/8/8/3KP3/8/8 w - - 0 1', ask: 'White’s time runs out. Black has only a king. What is the result?', options: ['Black wins', 'a draw'], answer: 1, say: 'Black could never give checkmate, so it is a draw.', claim: { canMate: 'black', is: false } },
      ],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Hold the draw',
      ask: 'White has a pawn more, and you hold: stay in front of the pawn, and step straight back opposite the white king. A draw is your win.',
      fen: '8/4k3/8/4K3/4P3/8/8/8 w - - 0 1', you: 'black', level: 'tabiya', goal: { type: 'draw' },
    },
  ],
};

export default lesson;
