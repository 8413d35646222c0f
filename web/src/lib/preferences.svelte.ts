// What a person has set for this browser: appearance, contrast, sounds, name, last settings of a table.
// static/theme.js applies appearance and contrast before the first paint; here they are changed.
import { DEFAULT_SETTINGS, knownSettings } from './settings';
import type { Settings } from './protocol';
import { recall, remember } from './storage';

export type Theme = 'auto' | 'light' | 'dark';

class Preferences {
  theme = $state<Theme>('auto');
  contrast = $state(false);
  sound = $state(true);
  /** Legal moves and checks are shown at tournament tables, too. */
  boardHints = $state(false);
  name = $state('');
  settings = $state.raw<Settings>(DEFAULT_SETTINGS);

  /** Reads what is remembered. Not at import: pages are also built in advance, for everyone. */
  load(): void {
    this.theme = recall<Theme>('theme', 'auto');
    this.contrast = recall('contrast', false);
    this.sound = recall('sound', true);
    this.boardHints = recall('board_hints', false);
    this.name = recall('name', '');
    this.settings = knownSettings(recall('settings', DEFAULT_SETTINGS));
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  setContrast(on: boolean): void {
    this.contrast = on;
    remember('contrast', on);
    document.documentElement.toggleAttribute('data-contrast', on);
  }

  setSound(on: boolean): void {
    this.sound = on;
    remember('sound', on);
  }

  setBoardHints(on: boolean): void {
    this.boardHints = on;
    remember('board_hints', on);
  }

  setName(name: string): void {
    this.name = name;
    remember('name', name);
  }

  setSettings(settings: Settings): void {
    this.settings = settings;
    remember('settings', settings);
  }
}

export const preferences = new Preferences();
