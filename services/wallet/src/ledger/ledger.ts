import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type LegReference, legName, ofLeg } from '../operation-reference.js';
import { Balances } from './balances.js';
import { Books } from './books.js';
import { isWallet, type Location, type WalletLocation } from './locations.js';
import { type MovementRecord, movementModel, type ReservationRecord, reservationModel } from './model.js';
import { nextReservationState } from './reservation-states.js';

/** A movement to post. */
export type NewMovement = Pick<
  MovementRecord,
  'accountId' | 'walletId' | 'operation' | 'step' | 'postings' | 'adjustment'
>;

/** Money held for a leg of an operation: one reservation per leg. */
interface Held extends LegReference {
  /** Where the money is. */
  readonly location: WalletLocation;
  readonly amountMicroUsdc: MicroUsdc;
}

/** Money to hold for a leg. */
export interface ReservationRequest extends Held {
  readonly accountId: string;
  /** The final chain balance of the location, read just before (`Chain.finalBalance`). */
  readonly finalChainMicroUsdc: MicroUsdc;
}

/**
 * The ledger of all wallets' money: movements in double entry, append-only, and reservations of money that is about to move. Every change
 * is made in the caller's transaction, together with the record of the operation that causes it. A movement is posted when its event is
 * final, so that ledger and chain differ only for moments.
 */
export class Ledger {
  /** Fences, and the checker's notes. */
  readonly books: Books;
  readonly balances: Balances;
  readonly #movements: ReturnType<typeof movementModel>;
  readonly #reservations: ReturnType<typeof reservationModel>;

  constructor(
    connection: Connection,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.books = new Books(connection, clock);
    this.balances = new Balances(connection);
    this.#movements = movementModel(connection);
    this.#reservations = reservationModel(connection);
  }

  /** Creates the indexes that keep each movement and reservation unique, and missing balances; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#movements.createIndexes();
    await this.#reservations.createIndexes();
    await this.books.initialize();
    await this.balances.initialize();
  }

  /** Posts a movement once per operation and step; returns `false` when it was posted before. Throws when it doesn't sum to zero. */
  async post(movement: NewMovement, session: ClientSession): Promise<boolean> {
    return (await this.postAll([movement], session)) > 0;
  }

  /** Posts many movements at once, each as `post` does; returns how many were new. */
  async postAll(movements: readonly NewMovement[], session: ClientSession): Promise<number> {
    for (const { operation, step, postings } of movements)
      if (postings.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n) !== 0n)
        throw new Error(`the movement ${step} of ${operation.kind} ${operation.id} does not sum to zero`);
    const posted = await this.#posted(movements, session);
    const createdAt = this.clock.now();
    const records = movements
      .filter((movement) => !posted.has(nameOf(movement)))
      .map((movement) => ({ _id: this.ids.next('mov'), ...movement, createdAt }));
    if (records.length === 0) return 0;
    // The type checks them: validation would take longer than the store does.
    await this.#movements.insertMany(records, { session, lean: true });
    const postings = records.flatMap((record) => record.postings);
    await this.balances.add(postings, session);
    await this.books.haveChecked(new Set(postings.map(({ location }) => location).filter(isWallet)), session);
    return records.length;
  }

  async #posted(movements: readonly NewMovement[], session: ClientSession): Promise<ReadonlySet<string>> {
    const operations = { 'operation.id': { $in: movements.map(({ operation }) => operation.id) } };
    const kinds = { 'operation.kind': { $in: [...new Set(movements.map(({ operation }) => operation.kind))] } };
    const found = await this.#movements
      .find({ ...kinds, ...operations }, { operation: 1, step: 1 })
      .session(session)
      .lean();
    return new Set(found.map(nameOf));
  }

  /** Returns the balance of a location by the movements posted so far. */
  balance(location: Location, session?: ClientSession): Promise<MicroUsdc> {
    return this.balances.of(location, session);
  }

  /** Returns the movements that don't sum to zero: none, unless one was written past this class. */
  async unbalanced(): Promise<string[]> {
    const rows = await this.#movements.aggregate<{ _id: string }>([
      { $project: { total: { $sum: '$postings.amountMicroUsdc' } } },
      { $match: { total: { $ne: 0 } } },
    ]);
    return rows.map(({ _id }) => _id);
  }

  /** Returns the sum of the open reservations at a location. */
  async reserved(location: WalletLocation, session?: ClientSession): Promise<MicroUsdc> {
    const open = await this.#reservations.find({ location, state: 'open' }).session(session ?? null);
    return open.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n);
  }

  /** Returns what may be spent at a location: the smaller balance of chain and ledger, less the reservations; never negative. */
  async spendable(
    location: WalletLocation,
    finalChainMicroUsdc: MicroUsdc,
    session?: ClientSession,
  ): Promise<MicroUsdc> {
    const booked = await this.balance(location, session);
    const held = booked < finalChainMicroUsdc ? booked : finalChainMicroUsdc;
    const free = held - (await this.reserved(location, session));
    return free > 0n ? free : 0n;
  }

  /**
   * Reserves money for a leg; a repeated call for the same leg changes nothing. Reservations at one location are made one after the other,
   * so that together they never exceed the balance. Throws `insufficient_held_balance`, and `wallet_upstream_unavailable` while the
   * location is fenced.
   */
  async reserve(request: ReservationRequest, session: ClientSession): Promise<void> {
    const { accountId, operation, leg, location, amountMicroUsdc, finalChainMicroUsdc } = request;
    if (amountMicroUsdc <= 0n) throw new Error('a reservation must hold a positive amount');
    await this.books.takeForSpending(location, session);
    if ((await this.reservationOf(request, session)) !== undefined) return;
    const available = await this.spendable(location, finalChainMicroUsdc, session);
    if (amountMicroUsdc > available)
      throw new PlatformError('insufficient_held_balance', { details: { available_usd: formatUsd(available) } });
    const record: ReservationRecord = {
      _id: this.ids.next('rsv'),
      accountId,
      operation,
      leg,
      location,
      amountMicroUsdc,
      state: 'open',
      createdAt: this.clock.now(),
    };
    await this.#reservations.create([record], { session });
  }

  /**
   * Locks the location's book and checks that exactly this amount is reserved for the leg. Call it in the transaction that queues the
   * transfer. Throws for any other reservation or none, and `wallet_upstream_unavailable` while the location is fenced.
   */
  async requireReserved(wanted: Held, session: ClientSession): Promise<void> {
    await this.books.takeForSpending(wanted.location, session);
    const held = await this.reservationOf(wanted, session);
    const isOwn = held?.state === 'open' && held.location === wanted.location;
    if (!isOwn || held.amountMicroUsdc !== wanted.amountMicroUsdc)
      throw new Error(`${legName(wanted)} does not hold what it would send`);
  }

  /** Returns the reservation of a leg. */
  async reservationOf(leg: LegReference, session?: ClientSession): Promise<ReservationRecord | undefined> {
    const record = await this.#reservations.findOne(ofLeg(leg)).session(session ?? null);
    return record?.toObject<ReservationRecord>();
  }

  /** Frees a reservation: nothing has moved, and nothing will. Safe to repeat; throws when it was consumed. */
  async release(leg: LegReference, session: ClientSession): Promise<void> {
    await this.#settle(leg, 'release', session);
  }

  /**
   * Posts the movement of the leg that its step names, and consumes the reservation of its money. Safe to repeat; throws when the
   * reservation was released, or held another amount or at another place.
   */
  async consume(movement: NewMovement, session: ClientSession): Promise<void> {
    const leg = { operation: movement.operation, leg: movement.step };
    const { location, amountMicroUsdc } = await this.#settle(leg, 'consume', session);
    const [from] = movement.postings;
    if (from?.location !== location || from.amountMicroUsdc !== -amountMicroUsdc)
      throw new Error(`${legName(leg)} has moved what it did not hold`);
    await this.post(movement, session);
  }

  async #settle(leg: LegReference, event: 'consume' | 'release', session: ClientSession) {
    const reservation = await this.reservationOf(leg, session);
    if (reservation === undefined) throw new Error(`${legName(leg)} has reserved nothing`);
    const state = nextReservationState(reservation.state, event);
    await this.#reservations.updateOne({ _id: reservation._id }, { state }, { session });
    await this.books.haveChecked(new Set([reservation.location]), session);
    return reservation;
  }
}

/** Returns the unique name of a movement. */
function nameOf({ operation, step }: Pick<NewMovement, 'operation' | 'step'>): string {
  return `${operation.kind} ${operation.id} ${step}`;
}
