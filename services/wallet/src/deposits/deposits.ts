import type { Secret } from '@platform/kit/config';
import {
  type CreationListRequest,
  type CreationPosition,
  CursorCodec,
  creationListFields,
  creationOrder,
  creationPosition,
  type Page,
  parseListRequest,
  readNewestFirst,
} from '@platform/kit/cursors';
import type { Connection } from '@platform/store/mongo';
import { z } from 'zod';
import { type DepositRecord, depositModel, noDeposit } from './model.js';
import { depositStatuses } from './states.js';

const listSchema = z.object({
  ...creationListFields,
  status: z.enum(depositStatuses).optional(),
  walletId: z.string().optional(),
});

/** The deposits of all accounts, as their owners see them. */
export class Deposits {
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #cursors: CursorCodec<CreationPosition>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#deposits = depositModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, creationPosition, 'bad_request');
  }

  /** Creates the indexes; await it before the watcher's first pass. */
  async initialize(): Promise<void> {
    await this.#deposits.createIndexes();
  }

  /** Returns a page, newest first. Throws `bad_request`, also for a cursor of another list. */
  async list(
    accountId: string,
    request: CreationListRequest & { readonly status?: string | undefined; readonly walletId?: string | undefined },
  ): Promise<Page<DepositRecord>> {
    const { status, walletId, ...page } = parseListRequest(listSchema, request, 'bad_request');
    const wanted = { ...(walletId !== undefined && { walletId }), ...(status !== undefined && { status }) };
    return readNewestFirst(page, {
      cursors: this.#cursors,
      scope: { list: 'deposits', accountId, filters: { status, walletId } },
      find: (older, limit) =>
        this.#deposits
          .find({ accountId, $nor: noDeposit, ...wanted, ...older })
          .sort(creationOrder)
          .limit(limit)
          .lean<DepositRecord[]>(),
    });
  }
}
