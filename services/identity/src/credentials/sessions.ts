import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Secret } from '@platform/kit/config';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { CredentialParts } from './parts.js';
import { newSecret } from './secrets.js';

const PURPOSE = 'session';
const SESSION_TTL_MS = 30 * 86_400_000;

/** A sign-in session; ends after thirty days, or after one where a link opened it. */
export interface Session {
  readonly _id: string;
  readonly accountId: string;
  /** See `Seals.hash`. */
  readonly secretHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly seal: string;
}

const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
    seal: { type: String, required: true },
  },
  { collection: 'sessions', versionKey: false },
);

function sessionModel(connection: Connection) {
  return connection.model('Session', sessionSchema);
}

/** The sessions of all accounts. */
export class Sessions {
  readonly #sessions: ReturnType<typeof sessionModel>;
  readonly #seals: RecordSeals<Omit<Session, 'seal'>>;

  constructor(private readonly parts: CredentialParts) {
    this.#sessions = sessionModel(parts.connection);
    this.#seals = sessionSeals(parts.seals);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#sessions.createIndexes();
  }

  /** Opens a session of thirty days unless said otherwise; returns its token, which is stored nowhere. */
  async open(accountId: string, transaction: ClientSession, ttlMs = SESSION_TTL_MS): Promise<Secret> {
    const { clock, ids, random, seals } = this.parts;
    const token = newSecret('session', random);
    const session: Omit<Session, 'seal'> = {
      _id: ids.next('ses'),
      accountId,
      secretHash: seals.hash(PURPOSE, token),
      createdAt: clock.now(),
      expiresAt: new Date(clock.nowMs() + ttlMs),
    };
    await this.#sessions.create([{ ...session, seal: this.#seals.seal(session) }], { session: transaction });
    return token;
  }

  /** Returns the session with this token, if there is one that the service opened and that has not ended. */
  async find(token: Secret): Promise<Session | null> {
    const { clock, seals } = this.parts;
    const session = await this.#sessions
      .findOne({ secretHash: { $in: seals.hashes(PURPOSE, token) }, expiresAt: { $gt: clock.now() } })
      .lean<Session>();
    return session !== null && this.#seals.isSealed(session) ? session : null;
  }

  /** Ends a session of an account; safe to repeat. */
  async end(accountId: string, id: string): Promise<void> {
    await this.#sessions.deleteOne({ _id: id, accountId });
  }

  /** Removes sessions that have ended. */
  async sweep(): Promise<void> {
    await this.#sessions.deleteMany({ expiresAt: { $lte: this.parts.clock.now() } });
  }
}

function sessionSeals(seals: Seals): RecordSeals<Omit<Session, 'seal'>> {
  return new RecordSeals(seals, PURPOSE, ({ _id, accountId, secretHash, createdAt, expiresAt }) => ({
    id: _id,
    fields: { accountId, secretHash, createdAt, expiresAt },
  }));
}
