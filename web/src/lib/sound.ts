// Short tones made in code: nothing is fetched, nothing is licensed.
// A browser lets a page sound only after a touch or key: until then, and on any fault, there is silence.
import { preferences } from './preferences.svelte';

export type Sound = 'move' | 'capture' | 'press' | 'check' | 'start' | 'end' | 'low' | 'notice' | 'refused';

interface Tone {
  hz: number;
  at: number;
  seconds: number;
  volume: number;
  shape: OscillatorType;
}

const tone = (hz: number, at: number, seconds: number, volume: number, shape: OscillatorType = 'sine'): Tone =>
  ({ hz, at, seconds, volume, shape });

// Wood for moves, bells for what concerns the game.
const SOUNDS: Record<Sound, readonly Tone[]> = {
  move: [tone(330, 0, 0.05, 0.22, 'triangle'), tone(165, 0, 0.09, 0.25)],
  capture: [
    tone(390, 0, 0.04, 0.24, 'triangle'), tone(196, 0, 0.1, 0.28), tone(260, 0.045, 0.08, 0.18, 'triangle'),
  ],
  press: [tone(1250, 0, 0.02, 0.16, 'triangle'), tone(420, 0.012, 0.045, 0.2, 'triangle')],
  check: [tone(330, 0, 0.05, 0.2, 'triangle'), tone(660, 0.05, 0.16, 0.14)],
  start: [tone(392, 0, 0.12, 0.14), tone(523, 0.1, 0.2, 0.14)],
  end: [tone(523, 0, 0.18, 0.14), tone(392, 0.15, 0.22, 0.14), tone(330, 0.32, 0.4, 0.14)],
  low: [tone(880, 0, 0.07, 0.1), tone(880, 0.14, 0.07, 0.1)],
  notice: [tone(587, 0, 0.14, 0.1)],
  refused: [tone(150, 0, 0.12, 0.2, 'triangle')],
};

let context: AudioContext | undefined;

/** Called on the first touch or key, when the browser allows sound. */
export function allowSound(): void {
  if (context || typeof AudioContext === 'undefined') return;
  try {
    context = new AudioContext();
  } catch {
    // No sound device: silence.
  }
}

export function play(sound: Sound): void {
  if (!context || !preferences.sound) return;
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  for (const part of SOUNDS[sound]) {
    const start = context.currentTime + part.at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = part.shape;
    oscillator.frequency.value = part.hz;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(part.volume, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + part.seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + part.seconds + 0.02);
  }
}
