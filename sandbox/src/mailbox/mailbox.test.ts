import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { startMailbox } from './index.js';
import { newestMessage } from './store.js';

const NOON_MS = Date.UTC(2026, 10, 21, 12);

/** Speaks plain SMTP, one line per reply, and returns the replies' codes. */
async function speak(port: number, lines: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const codes: string[] = [];
  const rest = [...lines, 'QUIT'];
  for await (const reply of createInterface({ input: socket })) {
    if (reply[3] === '-') continue;
    codes.push(reply.slice(0, 3));
    const next = rest.shift();
    if (next !== undefined) socket.write(`${next}\r\n`);
  }
  return codes;
}

const message = (recipients: string[], text: string) => [
  'EHLO test',
  'MAIL FROM:<platform@localhost>',
  ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
  'DATA',
  `Subject: code\r\n\r\n${text}\r\n.`,
];

describe('the mailbox', () => {
  let directory: string;
  let port: number;
  let mailbox: { close(): Promise<void> };
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'sandbox-mailbox-')), 'mailbox');
    port = await freePort();
    const logger = createLogger({ process: 'test', level: 'silent' });
    mailbox = await startMailbox({ host: '127.0.0.1', port, directory, clock: new ManualClock(NOON_MS), logger });
  });
  afterEach(async () => {
    await mailbox.close();
    await rm(join(directory, '..'), { recursive: true });
  });

  test('keeps a message for each recipient under a name that sorts by time', async () => {
    await speak(port, message(['a.b+c@example.com', 'd@example.com'], 'Your code is\r\n123456'));
    const names = await readdir(directory);
    expect(names.sort()).toEqual([
      '20261121T120000.000Z-a.b+c@example.com.eml',
      '20261121T120000.001Z-d@example.com.eml',
    ]);
    expect(await readFile(join(directory, names[0] ?? ''), 'utf8')).toContain('\r\n123456\r\n');
  });

  test('keeps messages, which hold codes, from everybody but their owner', async () => {
    await speak(port, message(['a@example.com'], 'Your code is 123456'));
    const [name = ''] = await readdir(directory);
    const modes = await Promise.all([directory, join(directory, name)].map(async (path) => (await stat(path)).mode));
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
  });

  test('the newest message is the last sent, even within a millisecond, and never another address with the same end', async () => {
    for (const text of ['first', 'second']) await speak(port, message(['a@example.com'], text));
    await speak(port, message(['x-a@example.com'], 'third'));
    expect(await newestMessage(directory, 'a@example.com')).toContain('second');
    expect(await newestMessage(directory, 'nobody@example.com')).toBeUndefined();
  });

  test('an address that would leave the folder is refused', async () => {
    const codes = await speak(port, message(['folder/x@example.com'], 'escape').slice(0, 3));
    expect(codes).toEqual(['220', '250', '250', '553', '221']);
    expect(await readdir(directory)).toEqual([]);
  });

  test('a message beyond the limit is refused and not kept', async () => {
    const codes = await speak(port, message(['a@example.com'], `${'x'.repeat(70)}\r\n`.repeat(16_000)));
    expect(codes.at(-2)).toBe('552');
    expect(await readdir(directory)).toEqual([]);
  });
});
