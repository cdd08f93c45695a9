/** What the examples are given by their environment: a platform, an account, and a strategy. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;

/** A variable that an example needs. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** The day so many days ago. */
export function day(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** The code in the newest message to an address: where you ask your user for it, the examples look into the sandbox's mailbox. */
export async function codeSentTo(email: string): Promise<string> {
  const mailbox = given('MAILBOX');
  for (;;) {
    const newest = (await readdir(mailbox))
      .filter((name) => name.endsWith(`-${email}.eml`))
      .sort()
      .at(-1);
    const text = newest === undefined ? '' : await readFile(join(mailbox, newest), 'utf8');
    const [code] = /(?<!\S)\d{6}(?!\S)/.exec(text) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Prints what came of it, as one line of JSON. */
export function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
