// Why: docs/decisions/context/requested-markets.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type Connection, inTransaction, Turns } from '@platform/store/mongo';
import { Schema } from 'mongoose';

const DAY_MS = 86_400_000;
/** The most markets that an account has asked for at once. */
export const ACCOUNT_REQUESTS_MAX = 10;
/** The most markets that an account asks for within 24 hours, those that it has dropped since included. */
export const ACCOUNT_REQUESTS_PER_DAY = 20;

/** Names a market as it is published. */
export interface NamedMarket {
  readonly venue: string;
  readonly market: string;
  /** Canonical symbols of its instruments. */
  readonly symbols: readonly string[];
}

/** An account's wish that a market is collected. */
export interface MarketRequest extends NamedMarket {
  readonly accountId: string;
  readonly requestedAt: Date;
  /** When the account dropped it or its market had closed and was complete; null while it lasts. Ended ones are kept for a day. */
  readonly endedAt: Date | null;
  /** Whether its account ended it. */
  readonly isDropped: boolean;
}

type RequestRecord = MarketRequest & { readonly _id: string };

const requestSchema = new Schema<RequestRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    venue: { type: String, required: true },
    market: { type: String, required: true },
    symbols: { type: [String], required: true },
    requestedAt: { type: Date, required: true },
    // The day that `ACCOUNT_REQUESTS_PER_DAY` counts.
    endedAt: { type: Date, default: null, index: { expires: DAY_MS / 1_000 } },
    isDropped: { type: Boolean, required: true },
  },
  { collection: 'market_requests', versionKey: false },
)
  .index({ accountId: 1, requestedAt: -1 })
  .index({ venue: 1, market: 1 });

/** The turn of all requests: their limits are counted one change at a time. */
const TURN = 'requests';

function models(connection: Connection) {
  return {
    requests: connection.model<RequestRecord>('MarketRequest', requestSchema),
    turns: new Turns(connection, 'market_request_turns'),
  };
}

/** The requests of all accounts: one record per account and market. */
export class MarketRequestStore {
  readonly #models: ReturnType<typeof models>;

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#models = models(connection);
  }

  /** Creates the indexes. */
  async initialize(): Promise<void> {
    await this.#models.requests.createIndexes();
  }

  /**
   * Stores a request, or returns the one that lasts. `marketsMax`: the most markets of the venue that all accounts have asked for at once.
   * Throws `quota_exceeded`.
   */
  async add(accountId: string, named: NamedMarket, marketsMax: number): Promise<MarketRequest> {
    const _id = idOf(accountId, named);
    const { requests, turns } = this.#models;
    return inTransaction(this.connection, async (session) => {
      await turns.take(TURN, session);
      const known = await requests.findById(_id, { _id: 0 }).session(session).lean<MarketRequest>();
      if (known !== null && known.endedAt === null) return known;
      const now = this.clock.now();
      const { venue, market } = named;
      const since = new Date(now.getTime() - DAY_MS);
      const lasting = await requests.countDocuments({ accountId, endedAt: null }).session(session);
      requireRoom('account', lasting, ACCOUNT_REQUESTS_MAX);
      const fresh = { accountId, requestedAt: { $gt: since }, _id: { $ne: _id } };
      requireRoom('account_day', await requests.countDocuments(fresh).session(session), ACCOUNT_REQUESTS_PER_DAY);
      const wanted: string[] = await requests.distinct('market', { venue, endedAt: null }).session(session);
      if (!wanted.includes(market)) requireRoom('venue', wanted.length, marketsMax);
      const record = {
        accountId,
        ...named,
        symbols: [...named.symbols],
        requestedAt: now,
        endedAt: null,
        isDropped: false,
      };
      await requests.replaceOne({ _id }, record, { upsert: true, session });
      return record;
    });
  }

  /** Returns an account's request by the name of its market or by a symbol of it, also an ended one. */
  async find(
    accountId: string,
    { venue, names }: { readonly venue: string; readonly names: readonly string[] },
  ): Promise<MarketRequest | undefined> {
    const isNamed = { $or: [{ market: { $in: [...names] } }, { symbols: { $in: [...names] } }] };
    return (
      (await this.#models.requests.findOne({ accountId, venue, ...isNamed }, { _id: 0 }).lean<MarketRequest>()) ??
      undefined
    );
  }

  /** Returns an account's requests, newest first: those that last, and for a day those whose markets have closed. */
  async list(accountId: string): Promise<MarketRequest[]> {
    return this.#models.requests
      .find({ accountId, isDropped: false }, { _id: 0 })
      .sort({ requestedAt: -1, _id: 1 })
      .limit(ACCOUNT_REQUESTS_MAX + ACCOUNT_REQUESTS_PER_DAY)
      .lean<MarketRequest[]>();
  }

  /** Ends an account's request; safe to repeat. */
  async drop({ accountId, ...named }: MarketRequest): Promise<void> {
    const endedAt = { $ifNull: ['$endedAt', this.clock.now()] };
    await this.#models.requests.updateOne({ _id: idOf(accountId, named) }, [{ $set: { endedAt, isDropped: true } }], {
      updatePipeline: true,
    });
  }

  /** Ends every account's request of a market. */
  async endAll({ venue, market }: NamedMarket): Promise<void> {
    const endedAt = this.clock.now();
    await this.#models.requests.updateMany({ venue, market, endedAt: null }, { $set: { endedAt } });
  }

  /** Returns the markets of a venue that any account asks for, each once. */
  async wanted(venue: string): Promise<NamedMarket[]> {
    const lasting = await this.#models.requests
      .find({ venue, endedAt: null }, { _id: 0 })
      .sort({ requestedAt: 1, _id: 1 })
      .lean<MarketRequest[]>();
    return [...new Map(lasting.map((request) => [request.market, request])).values()];
  }
}

function requireRoom(scope: 'account' | 'account_day' | 'venue', used: number, limit: number): void {
  if (used < limit) return;
  const told = {
    account: `The account has asked for ${used} markets, as many as it may at once. Drop one first.`,
    account_day: `The account has asked for ${used} markets within 24 hours, as many as it may. Ask again later.`,
    venue: `All accounts together have asked for ${used} markets of the venue, as many as are collected by request.`,
  };
  throw new PlatformError('quota_exceeded', { message: told[scope], details: { scope, limit, used } });
}

function idOf(accountId: string, { venue, market }: Omit<NamedMarket, 'symbols'>): string {
  return `${accountId}/${venue}/${market}`;
}
