// Asks axe-core what on a page keeps people out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the rule and the element for each thing that axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  // The content-security policy forbids a script element, but not what the debugger evaluates.
  await page.evaluate(SOURCE);
  const results = await page.evaluate((tags) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return axe.run({ runOnly: { type: 'tag', values: tags } });
  }, TAGS);
  const found = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
  expect(results.passes.length, 'axe has looked at something').toBeGreaterThan(10);
  expect(found).toEqual([]);
}
