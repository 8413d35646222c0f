// The rules compared: over the board, online, as is usual elsewhere, and here. Then where the sources of our rule
// sets contradict each other, and which setting makes each of them hold.
export interface Row {
  topic: string;
  board: string;
  online: string;
  casual: string;
  here: string;
}

export const ROWS: readonly Row[] = [
  {
    topic: 'Illegal moves', board: 'Can be made; go back and are penalized (7.5)', online: 'Are not accepted (3.3)',
    casual: 'Go back, no penalty', here: 'Refused with the reason; penalized at tournament tables',
  },
  {
    topic: 'Touch-move', board: 'Yes (Article 4)', online: 'No: to select is not to touch', casual: 'Mostly not',
    here: 'Only at tournament tables, or by choice',
  },
  {
    topic: 'Clock', board: 'Pressed by hand; a move is then completed', online: 'Switches by itself (4.2)', casual: 'Often none',
    here: 'By itself; a clock to press at tournament tables',
  },
  {
    topic: 'Third repetition', board: 'Claimed by the player to move; the fifth by itself (9.2, 9.6)', online: 'By itself (5.4.1)',
    casual: 'Agreed on', here: 'By itself, or claimed, as the rule set says',
  },
  {
    topic: 'Fifty moves', board: 'Claimed; seventy-five by themselves (9.3, 9.6)', online: 'By themselves (5.4.4)',
    casual: 'Rarely counted', here: 'By themselves, or claimed',
  },
  {
    topic: 'Dead position', board: 'Ends the game at once, whatever the cause (5.2.2)', online: 'The same (5.4.3)',
    casual: 'Seen by the material', here: 'By proof with FIDE’s rules, by material with some others',
  },
  {
    topic: 'Time runs out', board: 'Lost, unless the other side cannot mate by any legal moves (6.9)', online: 'The same (4.4)',
    casual: 'Many sites count the men', here: 'As FIDE; only a bare king saves with the Table rules',
  },
  {
    topic: 'Resigning', board: 'Lost, but drawn if the other side cannot mate (5.1.2)', online: 'Always lost (5.2)', casual: 'Lost',
    here: 'As each rule set says; asked once more',
  },
  {
    topic: 'Offer of a draw', board: 'After one’s move, before the press; stands until answered (9.1)', online: 'Until accepted or a move is played (5.3)',
    casual: 'Any time', here: 'A move declines; by letter silence accepts after seven days',
  },
  {
    topic: 'First offer', board: 'After both have moved (5.2.3)', online: 'Not said', casual: 'Any time',
    here: 'After both have moved with FIDE’s rules',
  },
  {
    topic: 'Moves in advance', board: 'None (8.1.2)', online: 'Allowed as an option (3.6)', casual: 'Usual on sites',
    here: 'An option of online tables and against the computer',
  },
  {
    topic: 'Promotion', board: 'The piece is put on the square; none: a queen, and a penalty (7.5.2)', online: 'Chosen, or a queen by setting',
    casual: 'Said aloud', here: 'A choice opens, queen first; by letter a typed e8 is a queen',
  },
  {
    topic: 'Recording', board: 'Both players write (8.1)', online: 'The site does (3.7)', casual: 'Nobody', here: 'The table does; own sheets at tournament tables',
  },
  {
    topic: 'Lost connection', board: '–', online: 'The event says how long one may be away', casual: 'Waiting', here: 'Clocks run on; a claim after a minute',
  },
  {
    topic: 'Increment', board: 'Before each move', online: 'As set', casual: 'After each move on most sites', here: 'After each move, or before it if chosen',
  },
  {
    topic: 'Rapid begins at', board: 'More than 10 minutes for 60 moves (A.1)', online: 'The same', casual: 'Some sites count 40 moves', here: 'As FIDE',
  },
  {
    topic: 'Taking back', board: 'Never', online: 'Never', casual: 'By agreement', here: 'By agreement at friendly tables and against the computer',
  },
  {
    topic: 'Rating', board: 'FIDE Elo', online: 'As the event says', casual: 'Other systems on many sites', here: 'Elo from 1200, if rated',
  },
];

export interface Difference {
  code: string;
  title: string;
  text: string;
}

export const DIFFERENCES: readonly Difference[] = [
  { code: 'X1', title: 'Repetition and fifty moves: claimed or by themselves', text: 'Over the board they are claimed, and only the fifth repetition and seventy-five moves come by themselves: so the rule sets FIDE standard, rapid and blitz, and Claims. With FIDE online, Table, Basic, Letter and Studio the third repetition and fifty moves draw at once. Mate comes first everywhere.' },
  { code: 'X2', title: 'Who may claim', text: 'FIDE: the player to move, also with a move that he announces. The rule set Claims: either player, for what is on the board.' },
  { code: 'X3', title: 'What “the same position” means', text: 'Some books name only the side to move. All rule sets here count as FIDE does: side to move, men, rights to castle, and en passant where a capture would be legal.' },
  { code: 'X4', title: 'Too little material', text: 'Lists differ; all of them are contained in the plain cases: bare kings, one bishop or knight, bishops on squares of one color only. The switch “dead positions” says whether that list counts (Table, Basic, Letter, Studio) or a proof (the FIDE rules, Claims).' },
  { code: 'X5', title: 'Whose flag has fallen, and who is saved', text: 'FIDE: drawn if the other side cannot mate by any legal moves (all FIDE rules, Claims, Studio). Table: drawn only against a bare king. As switches there are also the ways of counting that other sites and US Chess use.' },
  { code: 'X6', title: 'Dead positions', text: 'FIDE ends such a game at once. Where only material is counted (Table, Basic, Letter, Studio) a locked position is played on until repetition or fifty moves.' },
  { code: 'X7', title: 'Resigning', text: 'At any time, or only on one’s own turn (Letter). With a question (most), at the second press (Table), or at once (FIDE standard). Drawn if the other side cannot mate only with FIDE standard, rapid and blitz.' },
  { code: 'X8', title: 'Offers of a draw', text: 'One offer between two own moves (FIDE online, Table, Studio) or any number; before both have moved or only after (the FIDE rules); silence of seven days accepts (Letter). A move declines everywhere.' },
  { code: 'X9', title: 'Selecting and touching', text: 'Touch-move holds with FIDE standard, rapid and blitz, and where a table chooses it. Everywhere else selecting a man binds to nothing.' },
  { code: 'X10', title: 'When a move is final', text: 'When the man is let go (most), when it is submitted (Letter), or when it is let go, and completed when the clock is pressed (FIDE standard, rapid, blitz).' },
  { code: 'X11', title: 'Illegal moves', text: 'Refused (most), or made, put back and penalized (FIDE standard: two minutes, rapid and blitz: one; the second one loses).' },
  { code: 'X12', title: 'Promotion without a named piece', text: 'A choice opens with the queen first. With Letter a typed e8 means a queen.' },
  { code: 'X13', title: 'With a clock or without', text: 'Table usually has bank and timer, Basic none, Letter days, Studio either. Every kind of clock can be chosen with every rule set that has one.' },
  { code: 'X14', title: 'Tossing a coin', text: 'White always moves first. Only who has White may be tossed for.' },
  { code: 'X15', title: 'Leaving the table', text: 'FIDE online and Table: after more than a minute the other side can claim, and the claim is judged like a fallen flag. A switch makes it a plain win.' },
  { code: 'X16', title: 'Plain mistakes of some pages', text: 'The black queen’s d8 is dark, not light. Kings take as well. Black’s first rank read from Black’s left begins with h8. All rule sets follow the Laws.' },
  { code: 'X17', title: 'Colors after a game', text: 'A rematch swaps them. If whoever opened the table changes the settings, the chosen color holds and swapping goes on from there. Against the computer the color stays as chosen.' },
  { code: 'X18', title: 'How moves are written', text: 'O-O or 0-0, e8=Q or e8Q: everything is understood when typed. Games are written as PGN, with O-O and e8=Q.' },
  { code: 'X19', title: 'Keeping count', text: 'A score for each table; ratings for accounts, if a game is rated. Casual games count nothing.' },
  { code: 'X20', title: '“The board keeps every rule” against “may claim”', text: 'Where draws are claimed, the table shows the claim when it would succeed, except with strict tournament rules; nothing ends by itself before five and seventy-five.' },
  { code: 'X21', title: 'How many kinds of draw there are', text: 'Books count four or five. We count six: stalemate, dead position, agreement, repetition, fifty moves, a flag against a side that cannot mate.' },
  { code: 'X22', title: 'Numbers that nobody told', text: 'The four choices of bank and timer and the factor of the ratings are ours: they stand under [the clock](/rules/clock#presets) and [ratings](/rules/online#ratings).' },
  { code: 'X23', title: '“These are FIDE’s rules”', text: 'One of the books says so and leaves out the fifth repetition, seventy-five moves and resigning against a side that cannot mate. The rule set Claims is that book, with FIDE’s limits as a back-stop.' },
  { code: 'X24', title: 'Takebacks', text: 'Off in every rule set; a switch for friendly tables, by agreement, and for games against the computer.' },
];
