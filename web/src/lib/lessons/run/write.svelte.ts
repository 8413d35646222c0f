// Writing moves down: the arrow shows a move, its notation is typed. What is understood but written otherwise is
// told apart from what is another move or none.
import { announcer } from '$lib/announcer.svelte';
import type { Rules } from '$lib/rules';
import { play } from '$lib/sound';
import type { WriteTask } from '../types';
import { learn } from '../words';
import { reasonSentence, starsFor, type Said } from './board-run.svelte';
import { Spot } from './spot';

export type WriteItem = WriteTask['items'][number];

/** What may differ between two people who write the same: the sign of a check, zeros for castling, the equals sign. */
export const plain = (san: string): string => san.trim().replace(/[+#!?=]/g, '').replace(/0/g, 'O');

export class WriteRun {
  index = $state(0);
  said = $state.raw<Said | null>(null);
  mistakes = $state(0);
  helped = $state(false);
  done = $state(false);
  /** Written right at the first try. */
  right = $state(0);
  #clean = true;

  constructor(
    readonly rules: Rules,
    readonly items: readonly WriteItem[],
    readonly ending: (run: WriteRun) => string,
  ) {}

  readonly item = $derived.by((): WriteItem => this.items[Math.min(this.index, this.items.length - 1)] as WriteItem);
  readonly before = $derived.by((): Spot => new Spot(this.rules, this.item.fen));
  readonly spot = $derived.by((): Spot => (this.done ? this.before.after(this.item.move) : this.before));

  /** Hands back whether it was right. */
  write(text: string): boolean {
    if (this.done || text.trim() === '') return false;
    const { item } = this;
    const known = item.wrong?.find((wrong) => wrong.text === text.trim());
    if (known) return this.#wrong(known.say);
    const reading = this.before.read(text);
    if (reading.reason) return this.#wrong(reasonSentence(reading.reason));
    if (reading.uci !== item.move) return this.#wrong(learn('write.other', { move: reading.san ?? text }));
    if (plain(text) !== plain(item.san)) return this.#wrong(learn('write.form', { move: item.san }));
    if (this.#clean) this.right += 1;
    play('move');
    this.#clean = true;
    const last = this.index + 1 >= this.items.length;
    if (last) this.done = true;
    else this.index += 1;
    this.#say({ mood: last ? 'proud' : 'happy', text: last ? this.ending(this) : learn('write.right', { move: item.san }) });
    return true;
  }

  #wrong(text: string): false {
    this.#clean = false;
    this.mistakes += 1;
    this.#say({ mood: 'think', text }, true);
    play('refused');
    return false;
  }

  hint(text: string): void {
    this.helped = true;
    this.#clean = false;
    this.#say({ mood: 'think', text });
  }

  /** Says the move of the item that is open, and counts it as not known. */
  show(): void {
    this.hint(learn('write.is', { move: this.item.san }));
  }

  #say(said: Said, urgent = false): void {
    this.said = said;
    if (urgent) announcer.interrupt(said.text);
    else announcer.say(said.text);
  }

  get stars(): number {
    return starsFor(this.mistakes, this.helped);
  }
}
