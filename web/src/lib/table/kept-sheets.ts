// Which score sheets this browser keeps: those of the last games that were written at, the newest first.
import { dismiss, recall, remember } from '../storage';

const KEY = 'sheets';
export const MOST_SHEETS = 50;

export const sheetKey = (table: string, game: number): string => `sheet.${table}.${game}`;

const kept = (): string[] => recall<string[]>(KEY, []);

/** The sheet has been written at; the oldest go when there are too many. */
export function noteSheet(key: string): void {
  const keys = [key, ...kept().filter((other) => other !== key)];
  for (const old of keys.slice(MOST_SHEETS)) dismiss(old);
  remember(KEY, keys.slice(0, MOST_SHEETS));
}

/** The sheets of all games of a table go with it. */
export function forgetSheets(table: string): void {
  const ofTable = (key: string): boolean => key.startsWith(`sheet.${table}.`);
  const keys = kept();
  for (const key of keys.filter(ofTable)) dismiss(key);
  remember(KEY, keys.filter((key) => !ofTable(key)));
}
