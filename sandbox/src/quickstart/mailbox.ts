import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 50;
const WAIT_MS_MAX = 10_000;

/** Waits for the newest message to an address and returns the six-digit code in it. */
export async function readCode(mailboxDirectory: string, recipient: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += POLL_INTERVAL_MS) {
    const messages = (await readdir(mailboxDirectory)).filter((name) => name.endsWith(`-${recipient}.eml`)).sort();
    const newest = messages.at(-1);
    if (newest !== undefined) {
      const code = /(?<!\S)\d{6}(?!\S)/.exec(await readFile(join(mailboxDirectory, newest), 'utf8'))?.[0];
      if (code !== undefined) return code;
    }
    await wait(POLL_INTERVAL_MS);
  }
  throw new Error(`no code for ${recipient} arrived within ${WAIT_MS_MAX} ms`);
}
