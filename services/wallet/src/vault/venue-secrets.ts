// Why: docs/decisions/wallet/seals-and-master-keys.md
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import { venueIds } from '@platform/venues/registry';
import { secretKinds } from '@platform/venues/trading-accounts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { ENVELOPE_VERSION, type Envelopes } from './envelopes.js';
import { sealedKeySchema } from './sealed-key-schema.js';
import { type SealedKey, VaultError } from './vault.js';

/** The collection of the secrets. */
export const VENUE_SECRETS = 'venue_secrets';
const SECRET_BYTES_MAX = 4 * 1024;

/** What a secret belongs to: sealed for one wallet, account, venue and kind, it opens for no other. */
export const venueSecretOwner = z.object({
  walletId: z.string(),
  accountId: z.string(),
  venue: z.enum(venueIds),
  kind: z.enum(secretKinds),
});

/** See `venueSecretOwner`. */
export type VenueSecretOwner = z.output<typeof venueSecretOwner>;

/** A venue's secret as stored; it never changes. */
interface VenueSecretRecord extends Readonly<VenueSecretOwner> {
  /** `vsec_…` */
  readonly _id: string;
  readonly sealedKey: SealedKey;
  readonly createdAt: Date;
}

const secretSchema = new Schema<VenueSecretRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    venue: { type: String, required: true },
    kind: { type: String, required: true },
    sealedKey: { type: sealedKeySchema, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: VENUE_SECRETS, versionKey: false },
);
secretSchema.index({ walletId: 1, venue: 1, kind: 1 }, { unique: true });
secretSchema.index({ 'sealedKey.masterKeyId': 1 });

function secretModel(connection: Connection) {
  return connection.model('VenueSecret', secretSchema);
}

/**
 * Returns the context that a sealed secret is bound to. As a list in JSON it is another text for every other owner, and never that of a
 * key, which does not end with a bracket.
 */
export function venueSecretContext({ walletId, accountId, venue, kind }: VenueSecretOwner): string {
  return JSON.stringify(['venue secret', walletId, accountId, venue, kind, ENVELOPE_VERSION]);
}

const REASONS = {
  size: `must have 1 to ${SECRET_BYTES_MAX} bytes`,
  taken: 'is another one already',
  missing: 'is not stored',
} as const;

/** A secret of no or more than 4 KiB (`size`), a second one for the same owner (`taken`), or one that nobody stored (`missing`). */
export class VenueSecretError extends Error {
  override readonly name = 'VenueSecretError';

  constructor(
    readonly reason: keyof typeof REASONS,
    { walletId, venue, kind }: VenueSecretOwner,
  ) {
    super(`the ${kind} of wallet ${walletId} at ${venue} ${REASONS[reason]}`);
  }
}

/** The parts of the store of venues' secrets. */
interface VenueSecretParts {
  readonly connection: Connection;
  readonly envelopes: Envelopes;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** Secrets that venues gave to wallets or know them by, other than keys of addresses: sealed, and open only while they are used. */
export class VenueSecrets {
  readonly #secrets: ReturnType<typeof secretModel>;

  constructor(private readonly parts: VenueSecretParts) {
    this.#secrets = secretModel(parts.connection);
  }

  /** Creates the indexes; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#secrets.createIndexes();
  }

  /**
   * Stores an owner's secret, once: the same one may be put again. Throws `VenueSecretError` for another one, and for one that is empty or
   * has more than 4 KiB. Erasing the plain secret is the caller's.
   */
  async put({ walletId, accountId, venue, kind }: VenueSecretOwner, secret: Secret<Buffer>): Promise<void> {
    const owner = { walletId, accountId, venue, kind };
    const { length } = secret.reveal();
    if (length === 0 || length > SECRET_BYTES_MAX) throw new VenueSecretError('size', owner);
    const { envelopes, ids, clock } = this.parts;
    const sealedKey = await envelopes.seal(secret, venueSecretContext(owner));
    try {
      await this.#secrets.create({ _id: ids.next('vsec'), ...owner, sealedKey, createdAt: clock.now() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const isSame = await this.use(owner, (stored) => stored.reveal().equals(secret.reveal()));
      if (!isSame) throw new VenueSecretError('taken', owner);
    }
  }

  /** Returns whether an owner's secret is stored. */
  async has({ walletId, accountId, venue, kind }: VenueSecretOwner): Promise<boolean> {
    return (await this.#secrets.exists({ walletId, accountId, venue, kind })) !== null;
  }

  /**
   * Opens an owner's secret, passes it to `use` and erases it once that has ended. Throws `VenueSecretError` where none is stored, and
   * `VaultError` for a row that somebody changed.
   */
  async use<Result>(
    owner: VenueSecretOwner,
    use: (secret: Secret<Buffer>) => Result | Promise<Result>,
  ): Promise<Result> {
    const { walletId, accountId, venue, kind } = owner;
    const record = await this.#secrets.findOne({ walletId, venue, kind }).lean<VenueSecretRecord>();
    if (record === null) throw new VenueSecretError('missing', owner);
    if (record.accountId !== accountId) throw new VaultError(`${record._id} is not of account ${accountId}`);
    return this.parts.envelopes.use(record.sealedKey, venueSecretContext(owner), use);
  }

  /** Deletes an owner's secret; safe to repeat. What it opens at the venue is to be ended there. */
  async delete({ walletId, accountId, venue, kind }: VenueSecretOwner): Promise<void> {
    await this.#secrets.deleteOne({ walletId, accountId, venue, kind });
  }
}
