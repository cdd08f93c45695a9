import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import { hashSecret, newSecret } from './secrets.js';

const SESSION_TTL_MS = 30 * 86_400_000;

/** A sign-in session; ends after thirty days. */
export interface Session {
  readonly _id: string;
  readonly accountId: string;
  readonly secretHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    secretHash: { type: String, required: true, index: { unique: true } },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
  },
  { collection: 'sessions', versionKey: false },
);

function sessionModel(connection: Connection) {
  return connection.model('Session', sessionSchema);
}

/** The sessions of all accounts. */
export class Sessions {
  readonly #sessions: ReturnType<typeof sessionModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly ids: IdSource,
  ) {
    this.#sessions = sessionModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#sessions.createIndexes();
  }

  /** Opens a session; returns its token, which is stored nowhere. */
  async open(accountId: string, transaction: ClientSession): Promise<Secret> {
    const token = newSecret('session', this.random);
    const session: Session = {
      _id: this.ids.next('ses'),
      accountId,
      secretHash: hashSecret(token),
      createdAt: this.clock.now(),
      expiresAt: new Date(this.clock.nowMs() + SESSION_TTL_MS),
    };
    await this.#sessions.create([session], { session: transaction });
    return token;
  }

  /** Returns the session with this token, if there is one that has not ended. */
  async find(token: Secret): Promise<Session | null> {
    return this.#sessions
      .findOne({ secretHash: hashSecret(token), expiresAt: { $gt: this.clock.now() } })
      .lean<Session>();
  }

  /** Removes sessions that have ended. */
  async sweep(): Promise<void> {
    await this.#sessions.deleteMany({ expiresAt: { $lte: this.clock.now() } });
  }
}
