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
import { type DepositRecord, depositModel } from './model.js';

const PAGE_SIZE_MAX = 100;

/** The deposits of all accounts, as their owners read them. */
export class Deposits {
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #cursors: CursorCodec<CreationPosition>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#deposits = depositModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, creationPosition, 'bad_request');
  }

  /** Makes the indexes; to be awaited before the watcher's first pass. */
  async initialize(): Promise<void> {
    await this.#deposits.createIndexes();
  }

  /** A page, newest first. Throws `bad_request` for a limit outside 1 to 100 and for a cursor that isn't of this list. */
  async list(accountId: string, page: PageRequest): Promise<Page<DepositRecord>> {
    if (page.limit < 1 || page.limit > PAGE_SIZE_MAX)
      throw new PlatformError('bad_request', {
        details: [{ path: 'limit', message: `must be from 1 to ${PAGE_SIZE_MAX}` }],
      });
    return readNewestFirst(page, {
      cursors: this.#cursors,
      scope: { list: 'deposits', accountId },
      find: (older, limit) =>
        this.#deposits
          .find({ accountId, ...older })
          .sort(creationOrder)
          .limit(limit)
          .lean<DepositRecord[]>(),
    });
  }
}
