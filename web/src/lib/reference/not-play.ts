// Statements of the sources (docs/laws.md) that are not rules of play, and where they are instead. Every other one
// stands on exactly one page of the reference; a test counts them.
export const NOT_PLAY: Readonly<Record<string, string>> = {
  R001: 'says that the page is a whole rule book: so is the reference',
  R002: 'a stray heading',
  R035: 'how often White wins: told under /learn/history',
  R070: 'says that these are FIDE’s rules: the differences are told under /learn/differences',
  R072: 'a way from the rules to the board: the header has it',
  R074: 'says what the page covers',
  R089: 'piece values: told under /learn/values',
  R141: 'ways to other pages',
  R148: 'says where en passant and promotion are told',
  R170: 'puzzles',
  R171: 'a way home',
  R172: 'a page meant to be at hand in every game: each table leads to it',
  R178: 'history: told under /learn/history',
  R214: 'a figure that guides: in the lessons',
  R215: 'lessons on the board on which one plays',
  R216: 'a picture of the figure, with its text',
  R239: 'advice for each move: told under /learn/guides/four-checks',
};
