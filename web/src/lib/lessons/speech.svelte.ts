// Reading aloud by the voice of the device. Where it has none there is no button, and nothing is missing otherwise.
import { recall, remember } from '../storage';

const KEY = 'learn.aloud';

/** Squares and moves as they are spoken: "Nf3" is not a word. */
export function spoken(text: string): string {
  const names: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };
  return text
    .replace(/O-O-O/g, 'castles queenside')
    .replace(/O-O/g, 'castles kingside')
    .replace(/\b([KQRBN])([a-h1-8]?)(x?)([a-h][1-8])/g, (_, man: string, from: string, takes: string, to: string) =>
      `${names[man] ?? man} ${from} ${takes ? 'takes ' : ''}${to}`)
    .replace(/\b([a-h])x([a-h][1-8])/g, '$1 takes $2')
    .replace(/=([QRBN])/g, (_, man: string) => ` becomes a ${names[man] ?? man}`)
    .replace(/([a-h][1-8])\+/g, '$1 check')
    .replace(/([a-h][1-8])#/g, '$1 mate')
    .replace(/\s+/g, ' ');
}

class Speech {
  available = $state(false);
  /** Everything the guide says is read aloud. */
  always = $state(false);

  /** In the browser only: pages are built in advance, too. */
  begin(): void {
    this.available = typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';
    this.always = this.available && recall(KEY, false);
  }

  setAlways(on: boolean): void {
    this.always = on;
    remember(KEY, on);
    if (!on) this.hush();
  }

  say(text: string): void {
    if (!this.available) return;
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(spoken(text));
    words.lang = 'en';
    words.rate = 0.95;
    speechSynthesis.speak(words);
  }

  hush(): void {
    if (this.available) speechSynthesis.cancel();
  }
}

export const speech = new Speech();
