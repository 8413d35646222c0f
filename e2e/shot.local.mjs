import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
const out = process.env.OUT ?? '/tmp/faces-shots'; 
import { mkdirSync, mkdtempSync } from 'node:fs';
mkdirSync(out, { recursive: true });
const port = 18431;
const server = spawn('/tmp/target-faces/debug/tabiya', ['--port', String(port), '--data', mkdtempSync('/tmp/faces-data-')], { cwd: '/tmp/wt/faces', stdio: 'ignore' });
await new Promise((r) => setTimeout(r, 1500));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, viewport] of [['phone', { width: 360, height: 640 }], ['desktop', { width: 1280, height: 720 }]]) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, baseURL: `http://localhost:${port}`, deviceScaleFactor: name === 'phone' ? 2 : 1 });
      const page = await context.newPage();
      page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
      await page.goto('/');
      await page.getByText('Change', { exact: true }).click();
      await page.screenshot({ path: `${out}/dialog-1-${name}-${colorScheme}.png`, fullPage: true });
      await page.getByText('FIDE online rules, with').last().click();
      await page.screenshot({ path: `${out}/dialog-2-${name}-${colorScheme}.png`, fullPage: true });
      await page.getByRole('radio', { name: 'FIDE standard', exact: true }).check();
      await page.getByText('FIDE standard rules').last().click();
      await page.getByText('Single rules').click();
      await page.getByRole('textbox', { name: 'Stage 1, minutes' }).fill('5000');
      await page.getByRole('textbox', { name: 'Stage 1, minutes' }).blur();
      await page.screenshot({ path: `${out}/dialog-3-${name}-${colorScheme}.png`, fullPage: true });
      await context.close();
    }
  }
} finally { await browser.close(); server.kill(); }
