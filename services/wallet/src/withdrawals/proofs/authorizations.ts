import type { Clock, IdSource } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import { intentHash, type WithdrawalRequest } from '../intent.js';

/** A withdrawal that was authorized, and not yet asked for. */
export interface AuthorizationRecord {
  /** `wau_…` */
  readonly _id: string;
  readonly accountId: string;
  /** The Idempotency-Key of the withdrawal. */
  readonly key: string;
  readonly intentHash: string;
  /** See `nameOf`: nothing else of the proof is stored. */
  readonly proofName: string;
  /** When its proof expires. */
  readonly expiresAt: Date;
}

const authorizationSchema = new Schema<AuthorizationRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    key: { type: String, required: true },
    intentHash: { type: String, required: true },
    proofName: { type: String, required: true },
    expiresAt: { type: Date, required: true, index: { expires: 0 } },
  },
  { collection: 'withdrawal_authorizations', versionKey: false },
);
authorizationSchema.index({ accountId: 1, key: 1, intentHash: 1 }, { unique: true });

/** Returns the model of a database's authorizations. */
function authorizationModel(connection: Connection) {
  return connection.model('WithdrawalAuthorization', authorizationSchema);
}

/** Authorizations whose withdrawal hasn't been asked for; at most one per key and content. They move nothing. */
export class Authorizations {
  readonly #authorizations: ReturnType<typeof authorizationModel>;

  constructor(
    connection: Connection,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#authorizations = authorizationModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#authorizations.createIndexes();
  }

  /** Writes that a proof was verified for a withdrawal; the same one again keeps its id. */
  async write(
    request: WithdrawalRequest,
    proved: Pick<AuthorizationRecord, 'proofName' | 'expiresAt'>,
    session: ClientSession,
  ): Promise<AuthorizationRecord> {
    return this.#authorizations
      .findOneAndUpdate(
        bindingOf(request),
        { $set: proved, $setOnInsert: { _id: this.ids.next('wau') } },
        { upsert: true, returnDocument: 'after', session },
      )
      .orFail()
      .lean<AuthorizationRecord>();
  }

  /** Returns whether a withdrawal is authorized now. */
  async isOpen(request: WithdrawalRequest): Promise<boolean> {
    const valid = { ...bindingOf(request), expiresAt: { $gt: this.clock.now() } };
    return (await this.#authorizations.exists(valid)) !== null;
  }

  /** Ends the authorization of a withdrawal, if there is one: it was accepted, or its proof was replaced. */
  async end(request: WithdrawalRequest, session?: ClientSession): Promise<void> {
    await this.#authorizations.deleteOne(bindingOf(request), session === undefined ? {} : { session });
  }
}

function bindingOf({ accountId, key, intent }: WithdrawalRequest) {
  return { accountId, key, intentHash: intentHash(intent) };
}
