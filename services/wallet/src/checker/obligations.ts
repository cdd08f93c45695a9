import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import { inTransit } from '../ledger/locations.js';
import { type BalanceRecord, balanceModel, type ReservationRecord, reservationModel } from '../ledger/model.js';
import { operationOf, type SetupRecord, setupModel } from '../setups/model.js';
import { type WithdrawalRecord, withdrawalModel } from '../withdrawals/model.js';
import type { WithdrawalState } from '../withdrawals/states.js';
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
const ON_THE_WAY = { from: inTransit(''), below: 'in_transit;' };

/** A statement of the ledger that can't be true. */
export interface Inconsistency {
  /** The wallet whose money it concerns, where known. */
  readonly walletId: string | undefined;
  readonly what: string;
}

/** The amount that an operation must hold in the ledger: reserved in its wallet, or in transit. */
interface Obligation {
  readonly id: string;
  readonly walletId: string;
  readonly amountMicroUsdc: MicroUsdc;
}

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
  readonly #walks: Readonly<Record<string, Walk>>;

  constructor(
    private readonly connection: Connection,
    private readonly scan: ResumableScan,
  ) {
    this.#setups = setupModel(connection);
    this.#withdrawals = withdrawalModel(connection);
    this.#reservations = reservationModel(connection);
    this.#balances = balanceModel(connection);
    this.#walks = {
      reservations: (...piece) => this.#checkReservations(...piece),
      withdrawals: (...piece) => this.#checkWithdrawals(...piece),
      setups: (...piece) => this.#checkSetups(...piece),
      in_transit: (...piece) => this.#checkOnTheWay(...piece),
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
    const ids = found.map(({ operation }) => operation.id);
    const holding = new Set([
      ...(await this.#withdrawals
        .distinct('_id', { _id: { $in: ids }, state: { $in: WITHDRAWALS_HOLDING } })
        .session(session)),
      ...(await this.#setupsIn(SETUPS_HOLDING, { _id: { $in: ids } }, ids.length, session)).map(({ _id }) => _id),
    ]);
    // The operation's side checks that the amounts agree.
    const wrong = found
      .filter(({ operation }) => !holding.has(operation.id))
      .map(({ walletId, operation, amountMicroUsdc }) => ({
        walletId,
        what: `${formatUsd(amountMicroUsdc)} is reserved for ${operation.kind} ${operation.id}, which is not under way`,
      }));
    return { found, wrong };
  }

  async #checkWithdrawals(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const found = await this.#withdrawals
      .find({ state: { $in: WITHDRAWALS_HOLDING }, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<WithdrawalRecord[]>();
    return { found, wrong: await this.#unreserved('withdrawal', found.map(toObligation), session) };
  }

  async #checkSetups(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const open = [...SETUPS_HOLDING, ...SETUPS_ON_THE_WAY];
    const found = await this.#setupsIn(open, { _id: { $gt: after } }, limit, session);
    const isOnTheWay = ({ status, step }: SetupRecord) =>
      SETUPS_ON_THE_WAY.some((place) => place.status === status && place.step === step);
    const holding = found.filter((setup) => !isOnTheWay(setup)).map(toObligation);
    const sent = found.filter(isOnTheWay).map(toObligation);
    const wrong = [...(await this.#unreserved('setup', holding, session)), ...(await this.#lost(sent, session))];
    return { found, wrong };
  }

  async #checkOnTheWay(after: string, limit: number, session: ClientSession): Promise<Piece> {
    const from = after === '' ? ON_THE_WAY.from : after;
    const found = await this.#balances
      .find({ _id: { $gt: from, $lt: ON_THE_WAY.below } })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<BalanceRecord[]>();
    const ids = found.map(({ _id }) => _id.slice(ON_THE_WAY.from.length));
    const setups = await this.#setupsIn(SETUPS_ON_THE_WAY, { _id: { $in: ids } }, limit, session);
    const expected = new Set(setups.map((setup) => String(inTransit(operationOf(setup).id))));
    const wrong = found
      .filter(({ _id }) => !expected.has(_id))
      .map(({ _id, amountMicroUsdc }) => ({
        walletId: undefined,
        what: `${formatUsd(amountMicroUsdc)} is at ${_id}, whose setup does not wait for it`,
      }));
    return { found, wrong };
  }

  #setupsIn(
    places: readonly SetupPlace[],
    filter: object,
    limit: number,
    session: ClientSession,
  ): Promise<SetupRecord[]> {
    return this.#setups
      .find({ $or: [...places], ...filter })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean<SetupRecord[]>();
  }

  /** Returns the obligations whose amount is not reserved for them. */
  async #unreserved(
    kind: 'withdrawal' | 'setup',
    obligations: readonly Obligation[],
    session: ClientSession,
  ): Promise<Inconsistency[]> {
    const filter = {
      'operation.kind': kind,
      'operation.id': { $in: obligations.map(({ id }) => id) },
      state: 'open' as const,
    };
    const open = await this.#reservations.find(filter).session(session).lean<ReservationRecord[]>();
    const held = new Map(open.map((reservation) => [reservation.operation.id, reservation]));
    return obligations
      .filter(({ id, walletId, amountMicroUsdc }) => {
        const reservation = held.get(id);
        return reservation?.walletId !== walletId || reservation.amountMicroUsdc !== amountMicroUsdc;
      })
      .map(({ id, walletId, amountMicroUsdc }) => ({
        walletId,
        what: `${kind} ${id} of ${formatUsd(amountMicroUsdc)} does not hold its amount`,
      }));
  }

  /** Returns the obligations whose amount is not in transit. */
  async #lost(obligations: readonly Obligation[], session: ClientSession): Promise<Inconsistency[]> {
    const rows = await this.#balances
      .find({ _id: { $in: obligations.map(({ id }) => inTransit(id)) } })
      .session(session)
      .lean<BalanceRecord[]>();
    const amounts = new Map(rows.map(({ _id, amountMicroUsdc }) => [_id, amountMicroUsdc]));
    return obligations
      .filter(({ id, amountMicroUsdc }) => amounts.get(inTransit(id)) !== amountMicroUsdc)
      .map(({ id, walletId, amountMicroUsdc }) => ({
        walletId,
        what: `setup ${id} waits for ${formatUsd(amountMicroUsdc)}, which is not on its way`,
      }));
  }
}

function toObligation({ _id: id, walletId, amountMicroUsdc }: SetupRecord | WithdrawalRecord): Obligation {
  return { id, walletId, amountMicroUsdc };
}
