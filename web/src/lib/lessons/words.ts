// The texts of the lessons' pages: `learn(key, params)`. What the lessons themselves say stands in content/.
import { lessons } from '../messages/lessons.en';
import { reader } from '../messages/catalogue';

export const learn = reader(lessons);
