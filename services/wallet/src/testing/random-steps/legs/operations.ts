import { randomUUID } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import { FlowStore, FlowTurns, type HeldFlow, type Turn } from '@platform/flows';
import { type Clock, systemRandom } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import type { FindHolding } from '../../../checker/obligations.js';
import { external } from '../../../ledger/locations.js';
import type { OutgoingTransfer } from '../../../transfers/accepted-transfer.js';
import { TRANSFER_TTL_MS, type Transfers } from '../../../transfers/transfers.js';
import { waiting } from '../../../waiting.js';
import type { Wallets } from '../../../wallets/wallets.js';
import { newAddress } from '../../stage.js';
import {
  type Leg,
  type LegsEvent,
  type LegsRecord,
  type LegsState,
  legsModel,
  legsTransitions,
  transferOf,
} from './model.js';

const LEASE_MS = 60_000;
const done: Turn = { kind: 'done' };

type HeldLegs = HeldFlow<LegsRecord, LegsState>;

/**
 * Operations of legs, as the service's own would be: transfers out of one wallet, one after the other, each on a network of its own. The leg
 * under way holds its amount; the next one holds its own from the transaction on that books the one before. An operation whose next leg is
 * refused ends there.
 */
export class LegsOperations {
  readonly turns: FlowTurns<LegsRecord, LegsState>;
  readonly #store: FlowStore<LegsRecord, LegsState, LegsEvent, never>;
  readonly #operations: ReturnType<typeof legsModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly wallets: Wallets;
      readonly transfers: Transfers;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {
    const { connection, clock, logger } = parts;
    this.#operations = legsModel(connection);
    const lanes = { held: 1, sent: 1 };
    const definition = { name: 'legs', transitions: legsTransitions, stateFields: ['state'], lanes } as const;
    this.#store = new FlowStore<LegsRecord, LegsState, LegsEvent, never>(this.#operations, definition, {
      owner: 'test',
      clock,
      leaseMs: LEASE_MS,
    });
    const advance = (held: HeldLegs) => this.#advance(held);
    this.turns = new FlowTurns({ store: this.#store, advance, waiting, clock, random: systemRandom, logger });
  }

  /** For the checker: what these operations hold. */
  readonly holding: FindHolding = async (ids, limit, session) => {
    const found = await this.#operations
      .find({ state: { $in: ['held', 'sent'] }, _id: ids })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<LegsRecord[]>();
    return found.map(transferOf);
  };

  /** Accepts an operation whose first leg can hold its amount. Throws what `Transfers.accept` throws. */
  async accept(accountId: string, legs: readonly Leg[]): Promise<void> {
    const { wallets, transfers, clock } = this.parts;
    const wallet = await wallets.primary(accountId);
    const now = clock.now();
    const paying = legs.map((leg) => ({ ...leg, to: newAddress() }));
    const named = { _id: `legs_${randomUUID()}`, accountId, walletId: wallet._id, legs: paying };
    const record = this.#begun({ ...named, state: 'held', booked: 0, createdAt: now, dueAt: now });
    const first = transferOf(record);
    await transfers.accept(wallet, first.token, async (session, hold) => {
      await hold(first);
      await this.#operations.create([record], { session });
    });
  }

  async #advance(held: HeldLegs): Promise<Turn> {
    const leg = transferOf(held.record);
    if (held.state === 'held') return this.#send(held, leg);
    const { kind } = await this.parts.transfers.progress(leg);
    if (kind === 'moved') return this.#book(held, leg);
    if (kind === 'not_moved') return this.#release(held, leg);
    return { kind: 'waiting', until: leg.validBefore };
  }

  async #send(held: HeldLegs, leg: OutgoingTransfer): Promise<Turn> {
    const { transfers, clock } = this.parts;
    if (leg.validBefore <= clock.now()) return this.#release(held, leg);
    const signed = await transfers.sign(leg);
    if (signed === undefined) return { kind: 'waiting', until: leg.validBefore };
    await this.#move(held, 'queue', {}, (session) => transfers.enqueue(leg, signed, session));
    transfers.wake(leg);
    return done;
  }

  async #book(held: HeldLegs, leg: OutgoingTransfer): Promise<Turn> {
    const { wallets, transfers } = this.parts;
    const booked = held.record.booked + 1;
    const book = (session: ClientSession) => transfers.book(leg, external(leg.token), session);
    const next = booked < held.record.legs.length ? this.#begun({ ...held.record, booked }) : undefined;
    if (next === undefined) return this.#move(held, 'book_last', { booked }, book);
    const { validBefore, seal } = next;
    const following = transferOf(next);
    try {
      await transfers.accept(await wallets.get(leg.walletId), following.token, async (session, hold) => {
        const set = { booked, validBefore, seal };
        if ((await this.#store.move(held, 'book', { set, session })) === undefined) return;
        await book(session);
        await hold(following);
      });
    } catch (error) {
      if (!isFinal(error)) throw error;
      return this.#move(held, 'book_last', { booked }, book);
    }
    return done;
  }

  #release(held: HeldLegs, leg: OutgoingTransfer): Promise<Turn> {
    return this.#move(held, 'release', {}, (session) => this.parts.transfers.release(leg, session));
  }

  /** Writes an event with what happens to the money, unless another process has the operation. */
  async #move(
    held: HeldLegs,
    event: LegsEvent,
    set: Partial<LegsRecord>,
    settle: (session: ClientSession) => Promise<void>,
  ): Promise<Turn> {
    await inTransaction(this.parts.connection, async (session) => {
      if ((await this.#store.move(held, event, { set, session })) !== undefined) await settle(session);
    });
    return done;
  }

  /** Returns a record whose leg under way begins now. */
  #begun(record: Omit<LegsRecord, 'validBefore' | 'seal'>): LegsRecord {
    const { transfers, clock } = this.parts;
    const begun = { ...record, validBefore: new Date(clock.nowMs() + TRANSFER_TTL_MS) };
    return { ...begun, seal: transfers.seal(transferOf(begun)) };
  }
}

/** Returns whether a leg can not hold its amount, however often it is tried. */
function isFinal(error: unknown): boolean {
  return isUnderReview(error) || (error instanceof PlatformError && error.code === 'insufficient_held_balance');
}

/** Returns whether money was refused because its location is fenced. */
export function isUnderReview(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.details === undefined) return false;
  return 'reason' in error.details && error.details['reason'] === 'balance_under_review';
}
