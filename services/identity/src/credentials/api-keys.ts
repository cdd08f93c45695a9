import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Permission } from '@platform/keys/tokens';
import type { Secret } from '@platform/kit/config';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import { requireUnended, sealedMandate, storedMandate } from './mandates.js';
import type { CredentialParts } from './parts.js';
import { newSecret, SECRET_PREFIXES } from './secrets.js';

const PURPOSE = 'api key';
const DEFAULT_NAME = 'api-key';
const DISPLAYED_CHARACTERS = 8;
const KEYS_MAX = 100;

/** An API key; only its owner knows the secret. */
export interface ApiKey {
  readonly _id: string;
  readonly accountId: string;
  readonly name: string;
  /** Its name on the older surface (docs/decisions/identity/older-surface.md); not sealed, since it opens nothing. Absent until its owner gives one. */
  readonly legacyName?: string;
  /** First characters of the secret, for display. */
  readonly prefix: string;
  /** See `Seals.hash`. */
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  /** Absent where its trading has no limits of its own. */
  readonly mandate?: Mandate;
  readonly createdAt: Date;
  /** Covers what the key opens; its place and its end change. */
  readonly seal: string;
  /** Its place among the account's permitted keys; absent for keys created by signing in, and for revoked ones. */
  readonly place?: number;
  /** Absent while the key is active. */
  readonly revokedAt?: Date;
}

/** What is stored of a drawn secret. */
export type DrawnKey = Pick<ApiKey, 'prefix' | 'secretHash'>;

/** The properties of a new key. */
interface WantedKey {
  /** Empty means `api-key`. */
  readonly name: string;
  /** The complete list: an empty list makes a key without permissions. */
  readonly permissions: readonly Permission[];
  readonly mandate?: Mandate | undefined;
}

const keySchema = new Schema<ApiKey>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: { type: String, required: true },
    legacyName: String,
    prefix: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    permissions: { type: [String], required: true },
    mandate: storedMandate,
    createdAt: { type: Date, required: true },
    seal: { type: String, required: true },
    place: Number,
    revokedAt: Date,
  },
  { collection: 'api_keys', versionKey: false },
);
keySchema.index({ accountId: 1, createdAt: -1 });
// Concurrent requests can't take the same place, so they can't exceed the limit together.
keySchema.index({ accountId: 1, place: 1 }, { unique: true, partialFilterExpression: { place: { $exists: true } } });

function keyModel(connection: Connection) {
  return connection.model('ApiKey', keySchema);
}

/** The API keys of all accounts. */
export class ApiKeys {
  readonly #keys: ReturnType<typeof keyModel>;
  readonly #seals: RecordSeals<Omit<ApiKey, 'seal'>>;

  constructor(private readonly parts: CredentialParts) {
    this.#keys = keyModel(parts.connection);
    this.#seals = keySeals(parts.seals);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#keys.createIndexes();
  }

  /**
   * Creates a key at sign-in, named `api-key` and with every permission; only the answer holds the secret. Exempt from the limit: a user
   * who has a hundred keys may still sign in.
   */
  async mintAtSignIn(accountId: string, session: ClientSession): Promise<{ key: ApiKey; secret: Secret }> {
    const { secret, drawn } = this.draw();
    return { key: await this.adopt(accountId, drawn, session), secret };
  }

  /** Draws the secret of a key that is no account's own yet: it opens nothing until it is adopted. */
  draw(): { secret: Secret; drawn: DrawnKey } {
    const secret = newSecret('api_key', this.parts.random);
    const prefix = secret.reveal().slice(0, SECRET_PREFIXES.api_key.length + DISPLAYED_CHARACTERS);
    return { secret, drawn: { prefix, secretHash: this.parts.seals.hash(PURPOSE, secret) } };
  }

  /** Makes a drawn key an account's own, as one that is created at sign-in. */
  async adopt(accountId: string, drawn: DrawnKey, session: ClientSession): Promise<ApiKey> {
    const key = this.#make(accountId, { name: '', permissions: ['all'] }, drawn);
    await this.#keys.create([key], { session });
    return key;
  }

  /**
   * Creates a key; only the answer holds the secret. Throws `api_key_limit_reached` for an account that has 100 keys, since its list is
   * not paged, and `invalid_request` for a mandate that has ended.
   */
  async mint(accountId: string, wanted: WantedKey): Promise<{ key: ApiKey; secret: Secret }> {
    if (wanted.mandate !== undefined) requireUnended(wanted.mandate, this.parts.clock.nowMs());
    const { secret, drawn } = this.draw();
    const key = this.#make(accountId, wanted, drawn);
    // Each lost place was taken by another key: a caller who loses a hundred of them has reached the limit.
    for (let lost = 0; lost < KEYS_MAX; lost += 1) {
      const place = await this.#freePlace(accountId);
      if (place === undefined) break;
      try {
        await this.#keys.create({ ...key, place });
        return { key, secret };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new PlatformError('api_key_limit_reached', { details: { limit: KEYS_MAX } });
  }

  #make(accountId: string, wanted: WantedKey, { prefix, secretHash }: DrawnKey): ApiKey {
    const { clock, ids } = this.parts;
    const key: Omit<ApiKey, 'seal'> = {
      _id: ids.next('key'),
      accountId,
      name: wanted.name || DEFAULT_NAME,
      prefix,
      secretHash,
      permissions: wanted.permissions,
      ...(wanted.mandate && { mandate: wanted.mandate }),
      createdAt: clock.now(),
    };
    return { ...key, seal: this.#seals.seal(key) };
  }

  /** Returns a random free place, so that concurrent callers seldom collide; keys without a place take theirs from the end. */
  async #freePlace(accountId: string): Promise<number | undefined> {
    const active = await this.#keys.find({ accountId, ...ACTIVE }, { place: 1 }).lean<Pick<ApiKey, 'place'>[]>();
    const taken = new Set(active.flatMap(({ place }) => place ?? []));
    const places = Math.max(0, KEYS_MAX - (active.length - taken.size));
    const free = Array.from({ length: places }, (_, place) => place).filter((place) => !taken.has(place));
    return free[this.parts.random.bytes(4).readUInt32BE() % free.length];
  }

  /** Returns the account's active keys, newest first. */
  async list(accountId: string): Promise<readonly ApiKey[]> {
    return this.#keys
      .find({ accountId, ...ACTIVE })
      .sort({ createdAt: -1, _id: -1 })
      .lean<ApiKey[]>();
  }

  /** Returns the forms in which a secret may be stored. */
  hashes(secret: Secret): string[] {
    return this.parts.seals.hashes(PURPOSE, secret);
  }

  /** Returns whether the drawn key was adopted and is active. */
  async isActive({ secretHash }: DrawnKey): Promise<boolean> {
    const key = await this.#keys.findOne({ secretHash, ...ACTIVE }).lean<ApiKey>();
    return key !== null && this.#seals.isSealed(key);
  }

  /** Returns the active key with this secret, if there is one that the service made. */
  async find(secret: Secret): Promise<ApiKey | null> {
    const secretHash = { $in: this.hashes(secret) };
    const key = await this.#keys.findOne({ secretHash, ...ACTIVE }).lean<ApiKey>();
    return key !== null && this.#seals.isSealed(key) ? key : null;
  }

  /** Gives an active key of the account a name on the older surface. Throws `api_key_not_found`, also for another account's key. */
  async rename(accountId: string, id: string, legacyName: string): Promise<ApiKey> {
    const key = await this.#keys
      .findOneAndUpdate({ _id: id, accountId, ...ACTIVE }, { $set: { legacyName } }, { returnDocument: 'after' })
      .lean<ApiKey>();
    if (key === null) throw new PlatformError('api_key_not_found');
    return key;
  }

  /** Revokes a key of the account; safe to repeat. Throws `api_key_not_found`, also for another account's key. */
  async revoke(accountId: string, id: string): Promise<void> {
    const { matchedCount } = await this.#keys.updateOne(
      { _id: id, accountId },
      [{ $set: { revokedAt: { $ifNull: ['$revokedAt', this.parts.clock.now()] } } }, { $unset: 'place' }],
      { updatePipeline: true },
    );
    if (matchedCount === 0) throw new PlatformError('api_key_not_found');
  }
}

/** Returns the names of those of these credentials that are keys, revoked ones too. */
export async function namesOfKeys(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = await keyModel(connection)
    .find({ _id: { $in: ids } }, { name: 1 })
    .lean<Pick<ApiKey, '_id' | 'name'>[]>();
  return new Map(keys.map(({ _id, name }) => [_id, name]));
}

const ACTIVE = { revokedAt: { $exists: false } };

function keySeals(seals: Seals): RecordSeals<Omit<ApiKey, 'seal'>> {
  return new RecordSeals(seals, PURPOSE, ({ _id, accountId, secretHash, permissions, mandate, createdAt }) => ({
    id: _id,
    fields: { accountId, secretHash, permissions, ...sealedMandate(mandate), createdAt },
  }));
}
