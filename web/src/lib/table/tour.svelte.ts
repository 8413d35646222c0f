// The short tour of the tournament table: its steps, and whether this browser has had it.
import { recall, remember } from '../storage';
import type { IconName } from '../components/Icon.svelte';
import type { Conduct } from './conduct';

export interface Step {
  name: 'intro' | 'touch' | 'adjust' | 'press' | 'illegal' | 'sheet';
  icon: IconName;
}

/** What there is to tell about a table with this conduct. */
export function stepsFor({ touch, press, penalise }: Conduct): readonly Step[] {
  const steps: (Step | false)[] = [
    { name: 'intro', icon: 'flag' },
    touch && { name: 'touch', icon: 'hand' },
    touch && { name: 'adjust', icon: 'adjust' },
    press && { name: 'press', icon: 'clock' },
    penalise && { name: 'illegal', icon: 'warning' },
    { name: 'sheet', icon: 'pencil' },
  ];
  return steps.filter((step) => step !== false);
}

export class Tour {
  at = $state(0);
  /** Shown by itself, before the first game of this browser at such a table. */
  first = $state(false);
  /** Asked for in the menu. */
  asked = $state(false);

  constructor() {
    this.first = !recall('tour_tournament', false);
  }

  ask(): void {
    this.at = 0;
    this.asked = true;
  }

  /** It has been seen, or is not wanted: it does not come by itself again. */
  end(): void {
    this.first = false;
    this.asked = false;
    remember('tour_tournament', true);
  }
}
