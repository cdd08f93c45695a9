// Why: docs/decisions/identity/sign-in-links.md
import { PlatformError } from '@platform/errors';
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Secret } from '@platform/kit/config';
import { type Connection, inTransaction } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { CredentialParts } from '../credentials/parts.js';
import { newSecret } from '../credentials/secrets.js';
import type { Sessions } from '../credentials/sessions.js';

const PURPOSE = 'sign-in link';
const LINK_TTL_MS = 10 * 60_000;
/** The secret passes through a terminal and an address bar: what it opens ends soon. */
const SESSION_TTL_MS = 86_400_000;
/** Links that an account has at once. */
const LINKS_MAX = 5;

/** A link that signs an account in, once. */
interface SignInLink {
  readonly _id: string;
  readonly accountId: string;
  /** See `Seals.hash`. */
  readonly secretHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly seal: string;
}

const linkSchema = new Schema<SignInLink>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
    seal: { type: String, required: true },
  },
  { collection: 'sign_in_links', versionKey: false },
);
linkSchema.index({ accountId: 1, createdAt: -1 });

function linkModel(connection: Connection) {
  return connection.model('SignInLink', linkSchema);
}

/** The links that sign accounts in, once each; only keyed hashes of them are stored. */
export class SignInLinks {
  readonly #links: ReturnType<typeof linkModel>;
  readonly #seals: RecordSeals<Omit<SignInLink, 'seal'>>;

  constructor(
    private readonly parts: CredentialParts,
    private readonly sessions: Sessions,
  ) {
    this.#links = linkModel(parts.connection);
    this.#seals = linkSeals(parts.seals);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#links.createIndexes();
  }

  /** Makes a link for an account, which ends its oldest one where it has five; returns the secret, which is stored nowhere. */
  async make(accountId: string): Promise<{ readonly secret: Secret; readonly expiresAt: Date }> {
    const { clock, ids, random, seals } = this.parts;
    const secret = newSecret('sign_in_link', random);
    const expiresAt = new Date(clock.nowMs() + LINK_TTL_MS);
    const link: Omit<SignInLink, 'seal'> = {
      _id: ids.next('sil'),
      accountId,
      secretHash: seals.hash(PURPOSE, secret),
      createdAt: clock.now(),
      expiresAt,
    };
    await this.#links.create({ ...link, seal: this.#seals.seal(link) });
    const surplus = await this.#links
      .find({ accountId }, { _id: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .skip(LINKS_MAX)
      .lean();
    if (surplus.length > 0) await this.#links.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
    return { secret, expiresAt };
  }

  /** Opens a session of one day for the account of a link, which is void from then on. Throws `magic_link_invalid`. */
  async use(secret: Secret): Promise<{ accountId: string; sessionToken: Secret; expiresAt: Date }> {
    const { clock, connection, seals } = this.parts;
    const found = await this.#links
      .findOne({ secretHash: { $in: seals.hashes(PURPOSE, secret) }, expiresAt: { $gt: clock.now() } })
      .lean<SignInLink>();
    if (found === null || !this.#seals.isSealed(found)) throw new PlatformError('magic_link_invalid');
    const { _id, accountId } = found;
    const expiresAt = new Date(clock.nowMs() + SESSION_TTL_MS);
    return inTransaction(connection, async (session) => {
      const { deletedCount } = await this.#links.deleteOne({ _id }, { session });
      // Another request has used it.
      if (deletedCount === 0) throw new PlatformError('magic_link_invalid');
      return { accountId, sessionToken: await this.sessions.open(accountId, session, SESSION_TTL_MS), expiresAt };
    });
  }

  /** Removes links that have ended. */
  async sweep(): Promise<void> {
    await this.#links.deleteMany({ expiresAt: { $lte: this.parts.clock.now() } });
  }
}

function linkSeals(seals: Seals): RecordSeals<Omit<SignInLink, 'seal'>> {
  return new RecordSeals(seals, PURPOSE, ({ _id, accountId, secretHash, createdAt, expiresAt }) => ({
    id: _id,
    fields: { accountId, secretHash, createdAt, expiresAt },
  }));
}
