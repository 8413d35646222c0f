// What a person has set for this browser: appearance, contrast, sounds, name, last settings of a table.
// static/theme.js applies appearance and contrast before the first paint; here they are changed.
import { DEFAULT_SETTINGS, knownSettings } from './settings';
import type { Settings } from './protocol';
import { recall, remember } from './storage';

export type Theme = 'auto' | 'light' | 'dark';

/** What follows an account from device to device. */
const KEYS = ['theme', 'contrast', 'sound', 'board_hints', 'name', 'settings'] as const;

class Preferences {
  theme = $state<Theme>('auto');
  contrast = $state(false);
  sound = $state(true);
  /** Legal moves and checks are shown at tournament tables, too. */
  boardHints = $state(false);
  name = $state('');
  settings = $state.raw<Settings>(DEFAULT_SETTINGS);

  /** Takes what is changed to the account, where somebody is signed in. */
  carry: ((changes: Record<string, unknown>) => void) | null = null;

  /** Reads what is remembered. Not at import: pages are also built in advance, for everyone. */
  load(): void {
    this.theme = recall<Theme>('theme', 'auto');
    this.contrast = recall('contrast', false);
    this.sound = recall('sound', true);
    this.boardHints = recall('board_hints', false);
    this.name = recall('name', '');
    this.settings = knownSettings(recall('settings', DEFAULT_SETTINGS));
  }

  /** What an account prefers holds here from now on. Answers with what is set here and not known there. */
  adopt(kept: Record<string, unknown>): Record<string, unknown> {
    const carry = this.carry;
    this.carry = null;
    const { theme, contrast, sound, board_hints: hints, name, settings } = kept;
    if (theme === 'auto' || theme === 'light' || theme === 'dark') this.setTheme(theme);
    if (typeof contrast === 'boolean') this.setContrast(contrast);
    if (typeof sound === 'boolean') this.setSound(sound);
    if (typeof hints === 'boolean') this.setBoardHints(hints);
    if (typeof name === 'string') this.setName(name);
    if (typeof settings === 'object' && settings !== null) this.setSettings(knownSettings(settings as Settings));
    this.carry = carry;
    const missing = KEYS.filter((key) => kept[key] === undefined && recall<unknown>(key, null) !== null);
    return Object.fromEntries(missing.map((key) => [key, recall<unknown>(key, null)]));
  }

  #keep(key: (typeof KEYS)[number], value: unknown): void {
    remember(key, value);
    this.carry?.({ [key]: value });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.#keep('theme', theme);
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  setContrast(on: boolean): void {
    this.contrast = on;
    this.#keep('contrast', on);
    document.documentElement.toggleAttribute('data-contrast', on);
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.#keep('sound', on);
  }

  setBoardHints(on: boolean): void {
    this.boardHints = on;
    this.#keep('board_hints', on);
  }

  setName(name: string): void {
    this.name = name;
    this.#keep('name', name);
  }

  setSettings(settings: Settings): void {
    this.settings = settings;
    this.#keep('settings', settings);
  }
}

export const preferences = new Preferences();
