import { PlatformError } from '@platform/errors';
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
import { venueIds } from '@platform/venues/registry';
import { type Address, getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { type ExecutionRecord, executionModel } from './model.js';
import { executionStatuses, statesOf } from './states.js';

const BATCH_SIZE_MAX = 100;

const evmAddress = z
  .custom<Address>(
    (value) => typeof value === 'string' && isAddress(value, { strict: false }),
    'must be an EVM address',
  )
  .transform((text) => getAddress(text));

const listSchema = z.object({
  ...creationListFields,
  status: z.enum(executionStatuses).optional(),
  venue: z.enum(venueIds).optional(),
  accountAddress: evmAddress.optional(),
});

/** The records of one-time executions; only its owner sees a record. */
export class Executions {
  readonly #records: ReturnType<typeof executionModel>;
  readonly #cursors: CursorCodec<CreationPosition>;

  constructor(connection: Connection, cursorSecret: Secret<Buffer>) {
    this.#records = executionModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, creationPosition);
  }

  /** Creates the indexes; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#records.createIndexes();
  }

  /** Returns one record. Throws `execution_not_found` for an unknown id and for another account's id. */
  async get(accountId: string, id: string): Promise<ExecutionRecord> {
    const record = await this.#records.findOne({ _id: id, accountId }).lean<ExecutionRecord>();
    if (record === null) throw new PlatformError('execution_not_found');
    return record;
  }

  /** Returns the records of these ids that belong to the account, in no particular order. Throws `invalid_request` for more than 100. */
  async getMany(accountId: string, ids: readonly string[]): Promise<ExecutionRecord[]> {
    if (ids.length > BATCH_SIZE_MAX) throw invalidField('ids', `must be at most ${BATCH_SIZE_MAX}`);
    return this.#records.find({ _id: { $in: [...ids] }, accountId }).lean<ExecutionRecord[]>();
  }

  /** Returns a page, newest first. Throws `invalid_request` and `invalid_cursor`. */
  async list(
    accountId: string,
    request: CreationListRequest & {
      readonly status?: string | undefined;
      readonly venue?: string | undefined;
      readonly accountAddress?: string | undefined;
    },
  ): Promise<Page<ExecutionRecord>> {
    const { status, venue, accountAddress, ...page } = parseListRequest(listSchema, request);
    const wanted = {
      ...(status !== undefined && { status: { $in: statesOf(status) } }),
      ...(venue !== undefined && { venue }),
      ...(accountAddress !== undefined && { accountAddress }),
    };
    return readNewestFirst(page, {
      cursors: this.#cursors,
      scope: { list: 'executions', accountId, filters: { status, venue, accountAddress } },
      find: (older, limit) =>
        this.#records
          .find({ accountId, ...wanted, ...older })
          .sort(creationOrder)
          .limit(limit)
          .lean<ExecutionRecord[]>(),
    });
  }
}

function invalidField(path: string, message: string): PlatformError {
  return new PlatformError('invalid_request', { details: [{ path, message }] });
}
