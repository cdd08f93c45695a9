import type { Secret } from '@platform/config';
import { CursorCodec } from '@platform/cursors';
import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/mongo';
import { z } from 'zod';
import { type ExecutionRecord, executionModel } from './model.js';

const PAGE_SIZE_MAX = 100;
const BATCH_SIZE_MAX = 100;

const position = z.tuple([z.number().int(), z.string()]);
/** Where a page ends: creation time in milliseconds, then the id. */
type Position = z.output<typeof position>;

/** A page of records, with the cursor after each and of the next page where there is one. */
export interface ExecutionPage {
  readonly records: readonly ExecutionRecord[];
  readonly cursors: readonly string[];
  readonly nextCursor: string | undefined;
}

/** The records of one-time executions; each is seen by its owner alone. */
export class Executions {
  readonly #records: ReturnType<typeof executionModel>;
  readonly #cursors: CursorCodec<Position>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#records = executionModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, position);
  }

  /** Makes the indexes; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#records.createIndexes();
  }

  /** One record. Throws `execution_not_found` for an unknown id and for another account's alike. */
  async get(accountId: string, id: string): Promise<ExecutionRecord> {
    const record = await this.#records.findOne({ _id: id, accountId }).lean<ExecutionRecord>();
    if (record === null) throw new PlatformError('execution_not_found');
    return record;
  }

  /** Those of the ids that are the account's, in no order. Throws `invalid_request` for more than 100. */
  async getMany(accountId: string, ids: readonly string[]): Promise<ExecutionRecord[]> {
    if (ids.length > BATCH_SIZE_MAX) throw invalidField('ids', `must be at most ${BATCH_SIZE_MAX}`);
    return this.#records.find({ _id: { $in: [...ids] }, accountId }).lean<ExecutionRecord[]>();
  }

  /** A page, newest first. Throws `invalid_request` for a limit outside 1 to 100 and `invalid_cursor`. */
  async list(accountId: string, page: { limit: number; cursor: string | undefined }): Promise<ExecutionPage> {
    if (page.limit < 1 || page.limit > PAGE_SIZE_MAX) throw invalidField('limit', `must be from 1 to ${PAGE_SIZE_MAX}`);
    const scope = { list: 'executions', accountId };
    const after = page.cursor === undefined ? {} : beyond(this.#cursors.decode(scope, page.cursor));
    const found = await this.#records
      .find({ accountId, ...after })
      .sort({ createdAt: -1, _id: -1 })
      .limit(page.limit + 1)
      .lean<ExecutionRecord[]>();
    const records = found.slice(0, page.limit);
    const cursors = records.map((record) => this.#cursors.encode(scope, [record.createdAt.getTime(), record._id]));
    return { records, cursors, nextCursor: found.length > records.length ? cursors.at(-1) : undefined };
  }
}

/** Records older than a position. */
function beyond([createdAtMs, id]: Position) {
  const createdAt = new Date(createdAtMs);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

function invalidField(path: string, message: string): PlatformError {
  return new PlatformError('invalid_request', { details: [{ path, message }] });
}
