// Days as people write them. All of them are days of UTC.
import { language } from '$lib/messages';

const long = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });

/** "Thursday, December 24, 2026" */
export const longDay = (day: string): string => long.format(Date.parse(day));
/** "December 2026" */
export const longMonth = (day: string): string => month.format(Date.parse(`${day.slice(0, 7)}-01`));
/** "Mon" to "Sun". */
export const WEEKDAYS = Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(2024, 0, 1 + index)));
/** 0 for Monday to 6 for Sunday. */
export const columnOf = (day: string): number => (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
