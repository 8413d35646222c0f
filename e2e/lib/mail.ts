// The mails that a server has written into its data folder, as their readers see them.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from './server.ts';

export interface Mail {
  to: string;
  subject: string;
  /** All headers by their names in small letters, unfolded. */
  headers: Map<string, string>;
  /** The plain text. */
  text: string;
  html: string;
  /** The addresses in the plain text. */
  links: string[];
}

/** All mails to an address, the oldest first. */
export async function mailsTo(server: Server, address: string): Promise<Mail[]> {
  const folder = join(server.folder, 'mail');
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map(async (name) => parse(await readFile(join(folder, name), 'utf8'))));
  return mails.filter(({ to }) => to.includes(address.toLowerCase()));
}

/** Waits for a mail to an address that is not among the first `after`, and gives the newest. */
export async function mailTo(server: Server, address: string, after = 0): Promise<Mail> {
  let mails: Mail[] = [];
  await expect
    .poll(async () => (mails = await mailsTo(server, address)).length, {
      message: `a mail to ${address}`,
      timeout: 15_000,
    })
    .toBeGreaterThan(after);
  return mails.at(-1)!;
}

/** The only link of a mail whose address holds this text. */
export function linkIn(mail: Mail, part: string): string {
  const found = mail.links.filter((link) => link.includes(part));
  expect(found, `one link with ${part} in:\n${mail.text}`).toHaveLength(1);
  return found[0]!;
}

/** Answers a mail as a mail program does: to where replies go, the question below the answer. */
export async function reply(server: Server, mail: Mail, text: string): Promise<void> {
  const id = randomUUID();
  const lines = [
    `From: ${mail.headers.get('to')}`,
    `To: ${mail.headers.get('reply-to')}`,
    `Subject: Re: ${mail.subject}`,
    `Message-ID: <${id}@example.org>`,
    `In-Reply-To: ${mail.headers.get('message-id')}`,
    'Date: Mon, 30 Nov 2026 12:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    'On Monday somebody wrote:',
    ...mail.text.split('\n').map((line) => `> ${line}`),
  ];
  for (const part of ['tmp', 'new', 'cur']) await mkdir(join(server.replies, part), { recursive: true });
  // A maildir is written so: never half a file where it is looked for.
  const draft = join(server.replies, 'tmp', id);
  await writeFile(draft, lines.join('\r\n'));
  await rename(draft, join(server.replies, 'new', id));
}

function parse(source: string): Mail {
  const headers = headersOf(source);
  const text = decoded(partOf(source, 'text/plain'));
  return {
    to: (headers.get('to') ?? '').toLowerCase(),
    subject: words(headers.get('subject') ?? ''),
    headers,
    text,
    html: decoded(partOf(source, 'text/html')),
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

function headersOf(source: string): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** A part with its own headers, up to the next boundary. */
function partOf(source: string, type: string): string {
  const start = source.search(new RegExp(`^Content-Type: ${type}`, 'm'));
  if (start < 0) return '';
  return source.slice(start).split(/\r\n--[^\r\n]{8,}(?:--)?\r\n/, 1)[0]!;
}

function decoded(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(part)?.[1] ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  return quoted(body.replaceAll(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A header with encoded words. */
function words(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?(b|q)\?(.*?)\?=/gi, (_, kind: string, body: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(body, 'base64').toString('utf8')
      : quoted(body.replaceAll('_', ' ')),
  );
}
