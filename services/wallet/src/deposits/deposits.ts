import type { Secret } from '@platform/config';
import { CursorCodec } from '@platform/cursors';
import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/mongo';
import { z } from 'zod';
import { type DepositRecord, depositModel } from './model.js';

const PAGE_SIZE_MAX = 100;

const position = z.tuple([z.number().int(), z.string()]);
/** Where a page ends: creation time in milliseconds, then the id. */
type Position = z.output<typeof position>;

/** A page of deposits, with the cursor after each and of the next page where there is one. */
export interface DepositPage {
  readonly records: readonly DepositRecord[];
  readonly cursors: readonly string[];
  readonly nextCursor: string | undefined;
}

/** The deposits of all accounts, as their owners read them. */
export class Deposits {
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #cursors: CursorCodec<Position>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#deposits = depositModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, position, 'bad_request');
  }

  /** Makes the indexes; to be awaited before the watcher's first pass. */
  async initialize(): Promise<void> {
    await this.#deposits.createIndexes();
  }

  /** A page, newest first. Throws `bad_request` for a limit outside 1 to 100 and for a cursor that isn't of this list. */
  async list(accountId: string, page: { limit: number; cursor: string | undefined }): Promise<DepositPage> {
    if (page.limit < 1 || page.limit > PAGE_SIZE_MAX)
      throw new PlatformError('bad_request', {
        details: [{ path: 'limit', message: `must be from 1 to ${PAGE_SIZE_MAX}` }],
      });
    const scope = { list: 'deposits', accountId };
    const after = page.cursor === undefined ? {} : beyond(this.#cursors.decode(scope, page.cursor));
    const found = await this.#deposits
      .find({ accountId, ...after })
      .sort({ createdAt: -1, _id: -1 })
      .limit(page.limit + 1)
      .lean<DepositRecord[]>();
    const records = found.slice(0, page.limit);
    const cursors = records.map((record) => this.#cursors.encode(scope, [record.createdAt.getTime(), record._id]));
    return { records, cursors, nextCursor: found.length > records.length ? cursors.at(-1) : undefined };
  }
}

/** Deposits older than a position. */
function beyond([createdAtMs, id]: Position) {
  const createdAt = new Date(createdAtMs);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}
