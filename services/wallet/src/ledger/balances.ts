import type { MicroUsdc } from '@platform/kit/money';
import type { ClientSession, Connection } from '@platform/store/mongo';
import type { Location } from './locations.js';
import { type BalanceRecord, balanceModel, movementModel, type Posting } from './model.js';

const COLLECTION = 'ledger_balances';
const OUTSIDE = /^external:/;
const ON_THE_WAY = /^in_transit:/;

/**
 * The balance of each location: a row that is written in the transaction of each movement, so that a balance is read and not summed. The
 * outside has no row: every deposit would wait there for every other one.
 */
export class Balances {
  readonly #balances: ReturnType<typeof balanceModel>;
  readonly #movements: ReturnType<typeof movementModel>;

  constructor(connection: Connection) {
    this.#balances = balanceModel(connection);
    this.#movements = movementModel(connection);
  }

  /** Creates the rows of a database that has movements but no rows: all or none. */
  async initialize(): Promise<void> {
    await this.#balances.createIndexes();
    if ((await this.#balances.exists({})) !== null) return;
    const kept = { 'postings.location': { $not: OUTSIDE } };
    const sum = { _id: '$postings.location', amountMicroUsdc: { $sum: '$postings.amountMicroUsdc' } };
    const unspent = { $nor: [{ _id: ON_THE_WAY, amountMicroUsdc: 0 }] };
    if ((await this.#movements.exists(kept)) === null) return;
    await this.#movements
      .aggregate([
        { $unwind: '$postings' },
        { $match: kept },
        { $group: sum },
        { $match: unspent },
        { $out: COLLECTION },
      ])
      .exec();
  }

  /** Adds postings to their rows, in the transaction that posts them. */
  async add(postings: readonly Posting[], session: ClientSession): Promise<void> {
    const changes = new Map<Location, MicroUsdc>();
    for (const { location, amountMicroUsdc } of postings)
      if (!OUTSIDE.test(location)) changes.set(location, (changes.get(location) ?? 0n) + amountMicroUsdc);
    if (changes.size === 0) return;
    const updates = [...changes].map(([_id, amountMicroUsdc]) => ({
      updateOne: { filter: { _id }, update: { $inc: { amountMicroUsdc } }, upsert: true },
    }));
    await this.#balances.bulkWrite(updates, { session });
    const passed = [...changes.keys()].filter((location) => ON_THE_WAY.test(location));
    if (passed.length > 0) await this.#balances.deleteMany({ _id: { $in: passed }, amountMicroUsdc: 0n }, { session });
  }

  /** Returns the balance of a location. */
  async of(location: Location, session?: ClientSession): Promise<MicroUsdc> {
    if (OUTSIDE.test(location)) return this.sum(location, session);
    const row = await this.#balances
      .findById(location)
      .session(session ?? null)
      .lean<BalanceRecord>();
    return row?.amountMicroUsdc ?? 0n;
  }

  /** Returns the sum of all movements of a location. */
  async sum(location: string, session?: ClientSession): Promise<MicroUsdc> {
    const [row] = await this.#movements
      .aggregate<{ total: bigint }>([
        { $match: { 'postings.location': location } },
        { $unwind: '$postings' },
        { $match: { 'postings.location': location } },
        { $group: { _id: null, total: { $sum: '$postings.amountMicroUsdc' } } },
      ])
      .session(session ?? null);
    return row?.total ?? 0n;
  }

  /** Returns some rows in the order of their locations, after a given one. */
  after(location: string, limit: number, session: ClientSession): Promise<BalanceRecord[]> {
    return this.#balances
      .find({ _id: { $gt: location } })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<BalanceRecord[]>();
  }
}
