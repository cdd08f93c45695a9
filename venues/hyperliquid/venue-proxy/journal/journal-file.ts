import { type FileHandle, open } from 'node:fs/promises';
import { writeWhole } from '@platform/kit/files';
import type { Logger } from '@platform/observability/logging';

const MODE = 0o600;
/** The most that a journal may hold; it is compacted long before. */
const BYTES_MAX = 16 * 1024 * 1024;
/** By how much it grows before it is compacted. */
const GROWTH_BYTES_MAX = 1024 * 1024;

/** What a journal's lines mean. */
export interface JournalContent<Entry> {
  /** Reads a line; throws for one that is no entry. */
  parse(line: unknown): Entry;
  /** Takes entries over once they are in the file. */
  written(entries: readonly Entry[]): void;
  /** Returns as few entries as say the same as all that were written. */
  snapshot(): readonly Entry[];
}

interface Waiting<Entry> {
  readonly entries: readonly Entry[];
  readonly isDurable: boolean;
  readonly done: (error?: unknown) => void;
}

/**
 * An append-only file of one JSON entry per line. Entries that wait for each other's way to the disk go there together. A last line that a
 * kill has torn never counted and is cut off; any other line that can't be read is an error.
 */
export class JournalFile<Entry> {
  #waiting: readonly Waiting<Entry>[] = [];
  #work: Promise<void> = Promise.resolve();
  /** Why nothing can be appended any more. */
  #broken: unknown;

  private constructor(
    private readonly path: string,
    private readonly content: JournalContent<Entry>,
    private readonly logger: Logger,
    private handle: FileHandle,
    private bytes: number,
    private compactAtBytes = bytes + GROWTH_BYTES_MAX,
  ) {}

  /** Opens the file, which is made where it lacks, and takes its entries over. Rejects when a line can't be read. */
  static async open<Entry>(path: string, content: JournalContent<Entry>, logger: Logger): Promise<JournalFile<Entry>> {
    const handle = await open(path, 'a+', MODE);
    try {
      const { size } = await handle.stat();
      if (size > 2 * BYTES_MAX) throw new Error(`the journal ${path} is too long: ${size} bytes`);
      const bytes = await handle.readFile();
      const whole = bytes.lastIndexOf('\n') + 1;
      if (whole < bytes.length) {
        logger.warn({ bytes: bytes.length - whole }, 'the last line of the journal is torn: its action was never sent');
        await handle.truncate(whole);
        await handle.datasync();
      }
      const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
      content.written(lines.map((line, index) => entryOf(path, line, index, content)));
      return new JournalFile(path, content, logger, handle, whole);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Appends entries; settles once they are on disk, and rejects where they are not in the file. */
  append(entries: readonly Entry[]): Promise<void> {
    return this.#add(entries, true);
  }

  /** Appends entries that a failure of the machine, not of the process, may lose. */
  note(entries: readonly Entry[]): Promise<void> {
    return this.#add(entries, false);
  }

  /** Waits for what was appended, and closes the file. */
  async close(): Promise<void> {
    await this.#work;
    this.#broken ??= new Error('the journal is closed');
    await this.handle.close();
  }

  #add(entries: readonly Entry[], isDurable: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#waiting = [...this.#waiting, { entries, isDurable, done }];
      if (this.#waiting.length === 1) this.#work = this.#work.then(() => this.#write());
    });
  }

  /** Writes all that waits, at once. Never rejects. */
  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const error = await this.#written(waiting).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('the journal was not written'),
    );
    for (const { done } of waiting) done(error);
    if (error === undefined && this.bytes > this.compactAtBytes) await this.#compact();
  }

  async #written(waiting: readonly Waiting<Entry>[]): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    const entries = waiting.flatMap((each) => each.entries);
    const text = Buffer.from(textOf(entries));
    if (this.bytes + text.length > BYTES_MAX) throw new Error('the journal is full');
    try {
      await this.handle.appendFile(text);
      if (waiting.some(({ isDurable }) => isDurable)) await this.handle.datasync();
    } catch (error) {
      await this.#cutOff();
      throw error;
    }
    this.bytes += text.length;
    this.content.written(entries);
  }

  /** Removes what a failed write may have left. */
  async #cutOff(): Promise<void> {
    try {
      await this.handle.truncate(this.bytes);
    } catch (error) {
      this.#broken = error;
    }
  }

  /** Replaces the file by a shorter one that says the same; a failure leaves it as it is. */
  async #compact(): Promise<void> {
    try {
      const text = Buffer.from(textOf(this.content.snapshot()));
      await writeWhole(this.path, text, MODE);
      const former = this.handle;
      this.bytes = text.length;
      this.handle = await open(this.path, 'a+', MODE).catch((error: unknown) => {
        // The file has another's entries from now on.
        this.#broken = error;
        throw error;
      });
      await former.close();
    } catch (error) {
      this.logger.error({ err: error }, 'the journal could not be compacted');
    }
    this.compactAtBytes = this.bytes + GROWTH_BYTES_MAX;
  }
}

function entryOf<Entry>(path: string, line: string, index: number, content: JournalContent<Entry>): Entry {
  try {
    return content.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`line ${index + 1} of the journal ${path} can't be read`, { cause: error });
  }
}

function textOf(entries: readonly unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
