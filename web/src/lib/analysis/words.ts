// The texts of the board for analysis, which come with its page.
import { reader } from '../messages/catalogue';
import { analysisBoard } from '../messages/analysis-board.en';

export const t = reader(analysisBoard);
