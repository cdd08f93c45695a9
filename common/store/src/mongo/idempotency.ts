import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { canonicalHash } from './canonical.js';
import { inTransaction, isDuplicateKey } from './connection.js';

/** The identity of a request. */
export interface IdempotentRequest {
  readonly accountId: string;
  /** For example `createBacktest`. */
  readonly operation: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** The whole request as JSON; the same key with another one is a conflict. */
  readonly request: unknown;
}

interface IdempotencyRecord {
  readonly _id: { readonly accountId: string; readonly operation: string; readonly key: string };
  readonly requestHash: string;
  readonly response: unknown;
  readonly createdAt: Date;
}

const recordSchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: Object, required: true },
    requestHash: { type: String, required: true },
    response: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true, index: true },
  },
  { collection: 'idempotency_records', versionKey: false },
);

function recordModel(connection: Connection) {
  return connection.model('IdempotencyRecord', recordSchema);
}

/** Repeats the first answer to a repeated request; the record and the effect are one transaction. */
export class IdempotencyRecords {
  readonly #records: ReturnType<typeof recordModel>;

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly retentionMs: number,
  ) {
    this.#records = recordModel(connection);
  }

  /** Makes the indexes of `sweep`. */
  async initialize(): Promise<void> {
    await this.#records.createIndexes();
  }

  /**
   * Runs `work` once per key. `work` writes only through its session: when it fails, nothing is kept and the key is free. Throws
   * `idempotency_key_conflict` when the key was used for a different request.
   */
  async once<Response extends object>(
    request: IdempotentRequest,
    work: (session: ClientSession) => Promise<Response>,
  ): Promise<{ response: Response; replayed: boolean }> {
    const earlier = await this.find<Response>(request);
    if (earlier !== undefined) return { response: earlier, replayed: true };
    try {
      const response = await inTransaction(this.connection, async (session) => {
        const result = await work(session);
        await this.#insert(request, result, session);
        return result;
      });
      return { response, replayed: false };
    } catch (error) {
      return { response: await this.answerInstead(request, error), replayed: true };
    }
  }

  /**
   * Returns the first answer under a key where there is one by now, else throws the failure: what was made under the key meanwhile, by another
   * process, may be what a request failed for, as it has the name or the last room.
   */
  async answerInstead<Response extends object>(request: IdempotentRequest, failure: unknown): Promise<Response> {
    if (!isDuplicateKey(failure) && !(failure instanceof PlatformError)) throw failure;
    const answer = await this.find<Response>(request);
    if (answer === undefined) throw failure;
    return answer;
  }

  /** Returns the first answer under a key, if there is one: for a replay without checks that may fail by now. */
  async find<Response extends object>(request: IdempotentRequest): Promise<Response | undefined> {
    const record = await this.#records.findById(idOf(request)).lean<IdempotencyRecord>();
    if (record === null || record.createdAt.getTime() + this.retentionMs <= this.clock.nowMs()) return undefined;
    if (record.requestHash !== canonicalHash(request.request)) throw new PlatformError('idempotency_key_conflict');
    // Written by `once` of the same operation, so it has its type.
    return record.response as Response;
  }

  /** Removes records past their retention; returns the number removed. */
  async sweep(): Promise<number> {
    const { deletedCount } = await this.#records.deleteMany({ createdAt: { $lte: this.#oldestKept() } });
    return deletedCount;
  }

  #oldestKept(): Date {
    return new Date(this.clock.nowMs() - this.retentionMs);
  }

  async #insert(request: IdempotentRequest, response: unknown, session: ClientSession): Promise<void> {
    const _id = idOf(request);
    await this.#records.deleteOne({ _id, createdAt: { $lte: this.#oldestKept() } }, { session });
    const record = { _id, requestHash: canonicalHash(request.request), response, createdAt: this.clock.now() };
    await this.#records.create([record], { session });
  }
}

/** Returns the fields of the id in one fixed order: MongoDB compares embedded documents by order too. */
function idOf({ accountId, operation, key }: IdempotentRequest): IdempotencyRecord['_id'] {
  return { accountId, operation, key };
}
