import type { Secret } from '@platform/config';
import {
  type CreationPosition,
  CursorCodec,
  creationOrder,
  creationPosition,
  type Page,
  type PageRequest,
  readNewestFirst,
} from '@platform/cursors';
import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/mongo';
import { type ExecutionRecord, executionModel } from './model.js';

const PAGE_SIZE_MAX = 100;
const BATCH_SIZE_MAX = 100;

/** The records of one-time executions; each is seen by its owner alone. */
export class Executions {
  readonly #records: ReturnType<typeof executionModel>;
  readonly #cursors: CursorCodec<CreationPosition>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#records = executionModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, creationPosition);
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
  async list(accountId: string, page: PageRequest): Promise<Page<ExecutionRecord>> {
    if (page.limit < 1 || page.limit > PAGE_SIZE_MAX) throw invalidField('limit', `must be from 1 to ${PAGE_SIZE_MAX}`);
    return readNewestFirst(page, {
      cursors: this.#cursors,
      scope: { list: 'executions', accountId },
      find: (older, limit) =>
        this.#records
          .find({ accountId, ...older })
          .sort(creationOrder)
          .limit(limit)
          .lean<ExecutionRecord[]>(),
    });
  }
}

function invalidField(path: string, message: string): PlatformError {
  return new PlatformError('invalid_request', { details: [{ path, message }] });
}
