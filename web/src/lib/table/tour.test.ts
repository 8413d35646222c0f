// The tour tells about what there is at the table, and no more.
import { expect, it } from 'vitest';
import { stepsFor } from './tour.svelte';

const names = (touch: boolean, press: boolean, penalise: boolean) =>
  stepsFor({ touch, press, penalise }).map((step) => step.name);

it('has six steps where everything counts', () => {
  expect(names(true, true, true)).toEqual(['intro', 'touch', 'adjust', 'press', 'illegal', 'sheet']);
});

it('leaves out what the table does not ask', () => {
  expect(names(true, false, false)).toEqual(['intro', 'touch', 'adjust', 'sheet']);
  expect(names(false, true, false)).toEqual(['intro', 'press', 'sheet']);
});
