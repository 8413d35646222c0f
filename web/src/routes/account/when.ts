// Days and times as the page writes them.
import { language } from '$lib/messages';

const DAY = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

export const day = (ms: number): string => DAY.format(ms);
export const time = (ms: number): string => TIME.format(ms);
