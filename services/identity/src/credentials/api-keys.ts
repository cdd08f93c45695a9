import type { Clock, IdSource, Random } from '@platform/clock';
import type { Secret } from '@platform/config';
import { PlatformError } from '@platform/errors';
import type { ClientSession, Connection } from '@platform/mongo';
import type { Permission } from '@platform/tokens';
import { Schema } from 'mongoose';
import { hashSecret, newSecret, SECRET_PREFIXES } from './secrets.js';

const DEFAULT_NAME = 'api-key';
const DISPLAYED_CHARACTERS = 8;
const KEYS_MAX = 100;

/** An API key; its secret is known to its owner alone. */
export interface ApiKey {
  readonly _id: string;
  readonly accountId: string;
  readonly name: string;
  /** First characters of the secret, for display. */
  readonly prefix: string;
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  /** Absent while the key is active. */
  readonly revokedAt?: Date;
}

const keySchema = new Schema<ApiKey>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: { type: String, required: true },
    prefix: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    permissions: { type: [String], required: true },
    createdAt: { type: Date, required: true },
    revokedAt: Date,
  },
  { collection: 'api_keys', versionKey: false },
);
keySchema.index({ accountId: 1, createdAt: -1 });

function keyModel(connection: Connection) {
  return connection.model('ApiKey', keySchema);
}

/** The API keys of all accounts. */
export class ApiKeys {
  readonly #keys: ReturnType<typeof keyModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly ids: IdSource,
  ) {
    this.#keys = keyModel(connection);
  }

  /** Makes the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#keys.createIndexes();
  }

  /** Mints a key, named `api-key` and allowed everything unless said otherwise; the secret is in the answer alone. */
  async mint(
    accountId: string,
    wanted: { name?: string; permissions?: readonly Permission[] },
    session?: ClientSession,
  ): Promise<{ key: ApiKey; secret: Secret }> {
    const secret = newSecret('api_key', this.random);
    const key: ApiKey = {
      _id: this.ids.next('key'),
      accountId,
      name: wanted.name || DEFAULT_NAME,
      prefix: secret.reveal().slice(0, SECRET_PREFIXES.api_key.length + DISPLAYED_CHARACTERS),
      secretHash: hashSecret(secret),
      permissions: wanted.permissions?.length ? wanted.permissions : ['all'],
      createdAt: this.clock.now(),
    };
    await this.#keys.create([key], session === undefined ? {} : { session });
    return { key, secret };
  }

  /** Throws `api_key_limit_reached` for an account that has 100 keys: its list is not paged. Signing in is exempt. */
  async checkLimit(accountId: string): Promise<void> {
    const count = await this.#keys.countDocuments({ accountId, ...ACTIVE });
    if (count >= KEYS_MAX) throw new PlatformError('api_key_limit_reached', { details: { limit: KEYS_MAX } });
  }

  /** The account's active keys, newest first. */
  async list(accountId: string): Promise<readonly ApiKey[]> {
    return this.#keys
      .find({ accountId, ...ACTIVE })
      .sort({ createdAt: -1, _id: -1 })
      .lean<ApiKey[]>();
  }

  /** The active key with this secret, if there is one. */
  async find(secret: Secret): Promise<ApiKey | null> {
    return this.#keys.findOne({ secretHash: hashSecret(secret), ...ACTIVE }).lean<ApiKey>();
  }

  /** Revokes a key of the account; safe to repeat. Throws `api_key_not_found`, also for a key of somebody else. */
  async revoke(accountId: string, id: string): Promise<void> {
    const { matchedCount } = await this.#keys.updateOne(
      { _id: id, accountId },
      [{ $set: { revokedAt: { $ifNull: ['$revokedAt', this.clock.now()] } } }],
      { updatePipeline: true },
    );
    if (matchedCount === 0) throw new PlatformError('api_key_not_found');
  }
}

const ACTIVE = { revokedAt: { $exists: false } };
