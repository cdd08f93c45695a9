import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Secret } from '@platform/kit/config';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { DrawnKey } from '../credentials/api-keys.js';
import type { CredentialParts } from '../credentials/parts.js';
import type { EmailAddress } from '../email/address.js';

const PURPOSE = 'pending key';
/** What the tokens of links are hashed for. */
const TOKEN_PURPOSE = 'magic link';
const PENDING_MS = 24 * 3_600_000;

/** A key that was sent to an inbox: no account's own until it, or the link beside it, is used. */
export interface PendingKey extends DrawnKey {
  readonly _id: string;
  /** The address that the message went to. */
  readonly address: EmailAddress;
  /** See `Seals.hash`. */
  readonly tokenHash: string;
  readonly sentAt: Date;
  /** From then on neither the link nor the first use of the key does anything. */
  readonly expiresAt: Date;
  /** Covers everything above, so that a row of somebody else opens no account. */
  readonly seal: string;
  /** When the key became the account's own; absent until then. */
  readonly activatedAt?: Date;
}

const pendingSchema = new Schema<PendingKey>(
  {
    _id: { type: String, required: true },
    address: { type: String, required: true },
    prefix: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    tokenHash: { type: String, required: true, index: { unique: true } },
    sentAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
    seal: { type: String, required: true },
    activatedAt: Date,
  },
  { collection: 'pending_keys', versionKey: false },
);
pendingSchema.index({ address: 1, sentAt: -1 });

function pendingModel(connection: Connection) {
  return connection.model('PendingKey', pendingSchema);
}

/** The keys that wait in inboxes. */
export class PendingKeys {
  readonly #pending: ReturnType<typeof pendingModel>;
  readonly #seals: RecordSeals<Omit<PendingKey, 'seal'>>;

  constructor(private readonly parts: Pick<CredentialParts, 'connection' | 'seals' | 'clock'>) {
    this.#pending = pendingModel(parts.connection);
    this.#seals = pendingSeals(parts.seals);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#pending.createIndexes();
  }

  /** Records the key and the link of a message for 24 hours. */
  async add(id: string, address: EmailAddress, { prefix, secretHash }: DrawnKey, token: Secret): Promise<void> {
    const { clock, seals } = this.parts;
    const pending = {
      _id: id,
      address,
      prefix,
      secretHash,
      tokenHash: seals.hash(TOKEN_PURPOSE, token),
      sentAt: clock.now(),
      expiresAt: new Date(clock.nowMs() + PENDING_MS),
    };
    await this.#pending.create({ ...pending, seal: this.#seals.seal(pending) });
  }

  /** Removes what was recorded of a message that never left the platform. */
  async withdraw(id: string): Promise<void> {
    await this.#pending.deleteOne({ _id: id });
  }

  /** Returns what a link's message held, if the service sent it and its time has not ended. */
  findByToken(token: Secret): Promise<PendingKey | null> {
    return this.#find({ tokenHash: { $in: this.parts.seals.hashes(TOKEN_PURPOSE, token) } });
  }

  /** Returns what a key's message held, by the hashes of its secret. */
  findByHashes(secretHashes: readonly string[]): Promise<PendingKey | null> {
    return this.#find({ secretHash: { $in: secretHashes } });
  }

  async #find(filter: object): Promise<PendingKey | null> {
    const pending = await this.#pending
      .findOne({ ...filter, expiresAt: { $gt: this.parts.clock.now() } })
      .lean<PendingKey>();
    return pending !== null && this.#seals.isSealed(pending) ? pending : null;
  }

  /** Returns whether no newer message was sent to the address. */
  async isNewest({ _id, address }: PendingKey): Promise<boolean> {
    const newest = await this.#pending.findOne({ address }, { _id: 1 }).sort({ sentAt: -1, _id: -1 }).lean();
    return newest?._id === _id;
  }

  /** Marks a key as its account's own; false where another request has done so. Concurrent requests wait for each other's outcome. */
  async take({ _id }: PendingKey, session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#pending.updateOne(
      { _id, activatedAt: { $exists: false } },
      { $set: { activatedAt: this.parts.clock.now() } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Removes what has ended; keys that became an account's own stay. */
  async sweep(): Promise<void> {
    await this.#pending.deleteMany({ expiresAt: { $lte: this.parts.clock.now() } });
  }
}

function pendingSeals(seals: Seals): RecordSeals<Omit<PendingKey, 'seal'>> {
  return new RecordSeals(seals, PURPOSE, ({ _id, address, prefix, secretHash, tokenHash, sentAt, expiresAt }) => ({
    id: _id,
    fields: { address, prefix, secretHash, tokenHash, sentAt, expiresAt },
  }));
}
