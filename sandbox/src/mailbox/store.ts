import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';

/** `20261121T091500.123Z`: sorts by time, without characters that a file system refuses. */
const STAMP_LENGTH = 20;
const RECIPIENT_LENGTH_MAX = 220;
const SUFFIX = '.eml';
/** Messages hold codes and keys. */
const OWNER_ONLY = { directory: 0o700, file: 0o600 };

/** A folder of received messages, each a file `<time>-<recipient>.eml`; the newest of a recipient sorts last. */
export class MailboxStore {
  readonly #directory: string;
  readonly #clock: Clock;
  #lastStampMs = 0;

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  /** Makes the folder. */
  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    // Also for a folder that an earlier version made.
    await chmod(this.#directory, OWNER_ONLY.directory);
  }

  /** Keeps a message for one recipient, whose address must be `isStorable`. */
  async add(recipient: string, message: Uint8Array): Promise<void> {
    // Each message has its own millisecond, so that their order is the order of the names.
    this.#lastStampMs = Math.max(this.#clock.nowMs(), this.#lastStampMs + 1);
    const stamp = new Date(this.#lastStampMs).toISOString().replaceAll(/[-:]/g, '');
    await writeWhole(join(this.#directory, `${stamp}-${recipient}${SUFFIX}`), message, OWNER_ONLY.file);
  }
}

/** Returns whether an address can be part of a file name unchanged. */
export function isStorable(recipient: string): boolean {
  return Buffer.byteLength(recipient) <= RECIPIENT_LENGTH_MAX && !/[/\\\0]/.test(recipient);
}

/** Returns the newest message to the address in a mailbox folder; `undefined` when there is none. */
export async function newestMessage(directory: string, recipient: string): Promise<string | undefined> {
  const names = await readdir(directory);
  const newest = names
    .filter((name) => name.slice(STAMP_LENGTH) === `-${recipient}${SUFFIX}`)
    .sort()
    .at(-1);
  return newest === undefined ? undefined : readFile(join(directory, newest), 'utf8');
}
