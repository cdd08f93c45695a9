import { formatUsd } from '@platform/kit/money';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import { inTransit, inWallet, type Location } from '../ledger/locations.js';
import { type BalanceRecord, balanceModel, type ReservationRecord, reservationModel } from '../ledger/model.js';
import { legName } from '../operation-reference.js';
import { type SetupRecord, setupModel, transferOf as transferOfSetup } from '../setups/model.js';
import type { AcceptedTransfer } from '../transfers/accepted-transfer.js';
import {
  transferOf as transferOfWithdrawal,
  transitOf,
  type WithdrawalRecord,
  withdrawalModel,
} from '../withdrawals/model.js';
import { onTheWay, type WithdrawalState } from '../withdrawals/states.js';
import type { ResumableScan } from './resumable-scan.js';

type SetupPlace = Pick<SetupRecord, 'status' | 'step'>;

/** Records per round, of each kind. */
const PIECE = 200;
const WITHDRAWALS_HOLDING: readonly WithdrawalState[] = ['accepted', 'submitted', 'broadcast'];
const SETUPS_HOLDING: readonly SetupPlace[] = [
  { status: 'processing', step: 'reserve' },
  { status: 'processing', step: 'transfer' },
  { status: 'reconciliation_required', step: 'transfer' },
];
const SETUPS_ON_THE_WAY: readonly SetupPlace[] = [
  { status: 'processing', step: 'credit' },
  { status: 'reconciliation_required', step: 'credit' },
];
const ON_THE_WAY = { from: 'in_transit:', below: 'in_transit;' };

/** A statement of the ledger that can't be true. */
export interface Inconsistency {
  /** Where the money that it concerns is; undefined where nothing can be fenced. */
  readonly location: Location | undefined;
  readonly what: string;
}

/**
 * Returns the transfers whose amounts operations of one kind hold now: one for each operation that holds any, as its legs come one after the
 * other. `ids` filters the operations; they come in the order of their ids.
 */
export type FindHolding = (
  ids: IdFilter,
  limit: number,
  session: ClientSession,
) => Promise<readonly AcceptedTransfer[]>;

type IdFilter = { readonly $gt: string } | { readonly $in: string[] };
type Piece = { readonly found: readonly { readonly _id: string }[]; readonly wrong: readonly Inconsistency[] };
type Walk = (after: string, limit: number, session: ClientSession) => Promise<Piece>;

/**
 * Compares reservations and money in transit with the operations that must be their reason. Both sides are written in one transaction each
 * time, and are read in one snapshot here, so that any difference is real at once.
 */
export class Obligations {
  readonly #setups: ReturnType<typeof setupModel>;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;
  readonly #reservations: ReturnType<typeof reservationModel>;
  readonly #balances: ReturnType<typeof balanceModel>;
  readonly #kinds: Readonly<Record<string, FindHolding>>;
  readonly #walks: Readonly<Record<string, Walk>>;

  constructor(
    private readonly connection: Connection,
    private readonly scan: ResumableScan,
    others: Readonly<Record<string, FindHolding>>,
  ) {
    this.#setups = setupModel(connection);
    this.#withdrawals = withdrawalModel(connection);
    this.#reservations = reservationModel(connection);
    this.#balances = balanceModel(connection);
    this.#kinds = {
      withdrawals: (...ids) => this.#withdrawalsHolding(...ids),
      setups: (...ids) => this.#setupsHolding(...ids),
      ...others,
    };
    const holding = Object.entries(this.#kinds).map(([kind, find]): [string, Walk] => [
      kind,
      (...piece) => this.#checkHolding(find, ...piece),
    ]);
    this.#walks = {
      ...Object.fromEntries(holding),
      reservations: (...piece) => this.#checkReservations(...piece),
      on_the_way: (...piece) => this.#checkSent(...piece),
      payouts_on_the_way: (...piece) => this.#checkLeft(...piece),
      in_transit: (...piece) => this.#checkInTransit(...piece),
    };
  }

  /** Checks the next piece of each kind of record. */
  async check(): Promise<Inconsistency[]> {
    const wrong: Inconsistency[] = [];
    for (const [name, walk] of Object.entries(this.#walks))
      await this.scan.next(name, PIECE, async (after, limit) => {
        const piece = await inTransaction(this.connection, (session) => walk(after, limit, session));
        wrong.push(...piece.wrong);
        return piece.found;
      });
    return wrong;
  }

  /** Checks every record. */
  async checkAll(): Promise<Inconsistency[]> {
    const wrong: Inconsistency[] = [];
    for (const walk of Object.values(this.#walks))
      for (let after: string | undefined = ''; after !== undefined; ) {
        const from: string = after;
        const piece = await inTransaction(this.connection, (session) => walk(from, PIECE, session));
        wrong.push(...piece.wrong);
        after = piece.found.length < PIECE ? undefined : piece.found.at(-1)?._id;
      }
    return wrong;
  }

  async #checkReservations(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const found = await this.#reservations
      .find({ state: 'open', _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<ReservationRecord[]>();
    const ids = { $in: found.map(({ operation }) => operation.id) };
    const holding = new Set<string>();
    for (const find of Object.values(this.#kinds))
      for (const transfer of await find(ids, found.length, session)) holding.add(legName(transfer));
    // The operation's side checks that the amounts agree.
    const wrong = found
      .filter((reservation) => !holding.has(legName(reservation)))
      .map((reservation) => ({
        location: reservation.location,
        what: `${formatUsd(reservation.amountMicroUsdc)} is reserved for ${legName(reservation)}, which is not under way`,
      }));
    return { found, wrong };
  }

  async #checkHolding(find: FindHolding, after: string, limit: number, session: ClientSession): Promise<Piece> {
    const holding = await find({ $gt: after }, limit, session);
    return {
      found: holding.map(({ operation }) => ({ _id: operation.id })),
      wrong: await this.#unreserved(holding, session),
    };
  }

  async #checkSent(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const found = await this.#setupsIn(SETUPS_ON_THE_WAY, { $gt: after }, limit, session);
    return { found, wrong: await this.#lost(found.map(transferOfSetup), session) };
  }

  async #checkLeft(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const found = await this.#withdrawalsIn(onTheWay, { $gt: after }, limit, session);
    return { found, wrong: await this.#lost(found.map(transitOf), session) };
  }

  async #checkInTransit(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const from = after === '' ? ON_THE_WAY.from : after;
    const found = await this.#balances
      .find({ _id: { $gt: from, $lt: ON_THE_WAY.below } })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<BalanceRecord[]>();
    const ids = { $in: found.map(({ _id }) => _id.split(':')[1] ?? '') };
    const setups = await this.#setupsIn(SETUPS_ON_THE_WAY, ids, limit, session);
    const withdrawals = await this.#withdrawalsIn(onTheWay, ids, limit, session);
    const transfers = [...setups.map(transferOfSetup), ...withdrawals.map(transitOf)];
    const expected = new Set<string>(transfers.map(({ operation, token }) => inTransit(operation.id, token)));
    const wrong = found
      .filter(({ _id }) => !expected.has(_id))
      .map(({ _id, amountMicroUsdc }) => ({
        location: undefined,
        what: `${formatUsd(amountMicroUsdc)} is at ${_id}, whose operation does not wait for it`,
      }));
    return { found, wrong };
  }

  async #withdrawalsHolding(ids: IdFilter, limit: number, session: ClientSession): Promise<AcceptedTransfer[]> {
    return (await this.#withdrawalsIn(WITHDRAWALS_HOLDING, ids, limit, session)).map(transferOfWithdrawal);
  }

  #withdrawalsIn(
    states: readonly WithdrawalState[],
    ids: IdFilter,
    limit: number,
    session: ClientSession,
  ): Promise<WithdrawalRecord[]> {
    return this.#withdrawals
      .find({ state: { $in: [...states] }, _id: ids })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<WithdrawalRecord[]>();
  }

  async #setupsHolding(ids: IdFilter, limit: number, session: ClientSession): Promise<AcceptedTransfer[]> {
    return (await this.#setupsIn(SETUPS_HOLDING, ids, limit, session)).map(transferOfSetup);
  }

  #setupsIn(
    places: readonly SetupPlace[],
    ids: IdFilter,
    limit: number,
    session: ClientSession,
  ): Promise<SetupRecord[]> {
    return this.#setups
      .find({ $or: [...places], _id: ids })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<SetupRecord[]>();
  }

  /** Returns the transfers whose amount is not reserved for them. */
  async #unreserved(transfers: readonly AcceptedTransfer[], session: ClientSession): Promise<Inconsistency[]> {
    const ids = { $in: transfers.map(({ operation }) => operation.id) };
    const open = await this.#reservations
      .find({ 'operation.id': ids, state: 'open' as const })
      .session(session)
      .lean<ReservationRecord[]>();
    const held = new Map(open.map((reservation) => [legName(reservation), reservation]));
    return transfers
      .filter((transfer) => {
        const reservation = held.get(legName(transfer));
        const isThere = reservation?.location === inWallet(transfer.walletId, transfer.token);
        return !isThere || reservation.amountMicroUsdc !== transfer.amountMicroUsdc;
      })
      .map(({ operation, walletId, token, amountMicroUsdc }) => ({
        location: inWallet(walletId, token),
        what: `${operation.kind} ${operation.id} of ${formatUsd(amountMicroUsdc)} does not hold its amount`,
      }));
  }

  /** Returns the transfers whose amount is not in transit. */
  async #lost(transfers: readonly AcceptedTransfer[], session: ClientSession): Promise<Inconsistency[]> {
    const placeOf = ({ operation, token }: AcceptedTransfer) => inTransit(operation.id, token);
    const rows = await this.#balances
      .find({ _id: { $in: transfers.map(placeOf) } })
      .session(session)
      .lean<BalanceRecord[]>();
    const amounts = new Map(rows.map(({ _id, amountMicroUsdc }) => [_id, amountMicroUsdc]));
    return transfers
      .filter((transfer) => amounts.get(placeOf(transfer)) !== transfer.amountMicroUsdc)
      .map(({ operation, walletId, token, amountMicroUsdc }) => ({
        location: inWallet(walletId, token),
        what: `${operation.kind} ${operation.id} waits for ${formatUsd(amountMicroUsdc)}, which is not on its way`,
      }));
  }
}
