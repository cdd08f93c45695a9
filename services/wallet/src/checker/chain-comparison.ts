// Why: docs/decisions/wallet/ledger-checks.md
import type { Clock } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { Logger } from '@platform/observability/logging';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Chain } from '../chains/chain.js';
import { tokenName } from '../chains/token.js';
import { chainCursorModel, depositModel } from '../deposits/model.js';
import type { Ledger } from '../ledger/ledger.js';
import { inWallet, isWallet, type WalletLocation, walletAt } from '../ledger/locations.js';
import type { DifferenceKind } from '../ledger/model.js';
import type { OwnedWallet, WalletOwners } from '../wallets/owners.js';
import { Payouts } from '../withdrawals/departures/payouts.js';
import { Fences } from './fences.js';
import { ResumableScan } from './resumable-scan.js';

/** Reads of later and later blocks that must agree before the checker acts. */
const READINGS_TO_ACT = 3;
/** Changed or differing locations per round. */
const DUE_A_ROUND = 100;
/** Wallets per round that are checked in turn though nothing has happened to them. */
const TURNS_A_ROUND = 40;
const READ_AT_ONCE = 8;
const UNPROVED = 'its row is not as the service wrote it: keys restore';

/** What ledger and chain show for a wallet at one block. */
export interface Reading {
  readonly wallet: OwnedWallet;
  readonly location: WalletLocation;
  readonly kind: DifferenceKind | 'agrees';
  readonly block: number;
  readonly ledgerMicroUsdc: MicroUsdc;
  /** The part that may be on its way out. */
  readonly reservedMicroUsdc: MicroUsdc;
  readonly chainMicroUsdc: MicroUsdc;
}

/** A location whose ledger and chain are not known to agree, and the reason in words. */
export interface Difference {
  readonly wallet: OwnedWallet;
  readonly location: WalletLocation;
  readonly what: string;
}

/**
 * Compares the ledger's balances of wallets in one token with the chain's at the block up to which all deposits are booked. Less on the chain
 * than the ledger claims, beyond what is under way, fences that location; more is reported and fences nothing. It never corrects either
 * side. A round checks the wallets whose money has changed, those that differ, and some others in turn, so that its cost does not grow with
 * wallets at rest.
 */
export class ChainComparison {
  readonly #scan: ResumableScan;
  readonly #fences: Fences;
  readonly #payouts: Payouts;

  constructor(
    private readonly connection: Connection,
    private readonly ledger: Ledger,
    private readonly owners: WalletOwners,
    private readonly chain: Chain,
    private readonly logger: Logger,
    clock: Clock,
  ) {
    this.#payouts = new Payouts(connection, ledger, clock);
    this.#scan = new ResumableScan(connection);
    this.#fences = new Fences(ledger.books, logger);
  }

  /** Runs one round. */
  async check(): Promise<void> {
    const block = await this.#settledBlock();
    if (block === undefined) return;
    const due = await this.ledger.books.due(this.chain.token, DUE_A_ROUND);
    const changed = await this.owners.of(due.flatMap(({ _id }) => walletAt(_id)?.walletId ?? []));
    const inTurn = await this.#scan.next(this.#scanName, TURNS_A_ROUND, (after, limit) =>
      this.owners.after(after, limit),
    );
    const wallets = new Map([...inTurn, ...changed].map((wallet) => [this.#locationOf(wallet), wallet]));
    const books = new Map(due.flatMap((book) => (isWallet(book._id) ? [[book._id, book] as const] : [])));
    for (const location of books.keys())
      if (!wallets.has(location)) await this.#fences.fence(location, 'its row is missing: keys restore');
    for (const [location, { isProved }] of wallets) if (!isProved) await this.#fences.fence(location, UNPROVED);
    const { readings } = await this.#readAll([...wallets.values()], block);
    const differing = new Set<WalletLocation>();
    for (const reading of readings) {
      if (reading.kind !== 'agrees') differing.add(reading.location);
      await this.#note(reading);
    }
    const read = new Set(readings.map(({ location }) => location));
    for (const _id of new Set([...books.keys(), ...differing]))
      await this.ledger.books.looked(books.get(_id) ?? { _id }, differing.has(_id) || !read.has(_id));
  }

  /** Returns the locations whose ledger and chain differ now, or can't be compared. */
  async compare(): Promise<Difference[]> {
    const block = await this.#settledBlock();
    const found: Difference[] = [];
    if (block === undefined) return found;
    for (let after = ''; ; ) {
      const wallets = await this.owners.after(after, DUE_A_ROUND);
      const { readings, unread } = await this.#readAll(wallets, block);
      const differing = readings.filter(({ kind }) => kind !== 'agrees');
      found.push(...differing.map((reading) => ({ ...reading, what: describe(reading) })), ...unread);
      after = wallets.at(-1)?._id ?? '';
      if (wallets.length < DUE_A_ROUND) return found;
    }
  }

  /** Returns what ledger and chain show for a wallet now; undefined while no block is settled. */
  async read(walletId: string): Promise<Reading | undefined> {
    const [wallet] = await this.owners.of([walletId]);
    if (wallet === undefined) throw new Error(`there is no wallet ${walletId}`);
    if (!wallet.isProved) throw new Error(`${walletId}: ${UNPROVED}`);
    const block = await this.#settledBlock();
    return block === undefined ? undefined : this.#read(wallet, block);
  }

  /** Returns the newest block up to which every deposit is booked: later blocks may hold money that the ledger need not know yet. */
  async #settledBlock(): Promise<number | undefined> {
    const cursor = await chainCursorModel(this.connection).findById(tokenName(this.chain.token)).lean();
    return cursor === null || cursor.nextBlock === 0 ? undefined : cursor.nextBlock - 1;
  }

  get #scanName(): string {
    return `wallets ${tokenName(this.chain.token)}`;
  }

  #locationOf({ _id }: OwnedWallet): WalletLocation {
    return inWallet(_id, this.chain.token);
  }

  /** Reads the proved wallets; a failed read is reported and left to a later round. */
  async #readAll(
    wallets: readonly OwnedWallet[],
    block: number,
  ): Promise<{ readonly readings: Reading[]; readonly unread: Difference[] }> {
    const readings: Reading[] = [];
    const unread: Difference[] = wallets
      .filter(({ isProved }) => !isProved)
      .map((wallet) => ({ wallet, location: this.#locationOf(wallet), what: UNPROVED }));
    const proved = wallets.filter(({ isProved }) => isProved);
    for (let start = 0; start < proved.length; start += READ_AT_ONCE) {
      const piece = proved.slice(start, start + READ_AT_ONCE);
      const read = async (wallet: OwnedWallet) => {
        try {
          readings.push(await this.#read(wallet, block));
        } catch (error) {
          const what = `${this.chain.token.network} can not be read at block ${block}: ${reasonOf(error)}`;
          unread.push({ wallet, location: this.#locationOf(wallet), what });
          this.logger.warn({ err: error, block }, 'a wallet could not be compared with its chain');
        }
      };
      await Promise.all(piece.map(read));
    }
    return { readings, unread };
  }

  /**
   * Reads the chain first, then the ledger in one snapshot. Money that left the wallet by that block was reserved before, and is now either
   * still reserved or booked; deposits of later blocks are subtracted, and payouts that are not booked yet are added. So an honest ledger
   * never claims more than the chain held.
   */
  async #read(wallet: OwnedWallet, block: number): Promise<Reading> {
    const chainMicroUsdc = await this.chain.balanceAt(wallet.address, block);
    const location = this.#locationOf(wallet);
    const { ledgerMicroUsdc, reservedMicroUsdc } = await inTransaction(this.connection, async (session) => ({
      ledgerMicroUsdc:
        (await this.ledger.balance(location, session)) -
        (await this.#depositedAfter(wallet._id, block, session)) +
        (await this.#payouts.unbooked(wallet._id, this.chain.token, block, session)),
      reservedMicroUsdc: await this.ledger.reserved(location, session),
    }));
    const isShort = ledgerMicroUsdc - reservedMicroUsdc > chainMicroUsdc;
    const differs = chainMicroUsdc > ledgerMicroUsdc ? ('surplus' as const) : ('agrees' as const);
    const kind = isShort ? 'short' : differs;
    return { wallet, location, block, ledgerMicroUsdc, reservedMicroUsdc, chainMicroUsdc, kind };
  }

  async #depositedAfter(
    walletId: string,
    block: number,
    session: Parameters<Ledger['release']>[1],
  ): Promise<MicroUsdc> {
    const { network: chain, asset } = this.chain.token;
    const later = { chain, asset, status: 'confirmed', blockNumber: { $gt: block }, walletId } as const;
    const booked = { 'payout.isBooked': { $ne: false } };
    const deposits = await depositModel(this.connection)
      .find({ ...later, ...booked })
      .session(session)
      .lean();
    return deposits.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n);
  }

  async #note(reading: Reading): Promise<void> {
    const { location, kind, block } = reading;
    const readings = await this.ledger.books.note(location, kind, block);
    if (readings < READINGS_TO_ACT) return;
    if (kind === 'short') await this.#fences.fence(location, describe(reading));
    else if (readings === READINGS_TO_ACT)
      this.logger.error({ location, reason: describe(reading) }, 'the chain holds more than the ledger');
  }
}

/** Returns why a chain could not be read; the refusal that callers see says less than its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Returns a reading in words. */
function describe({ ledgerMicroUsdc, reservedMicroUsdc, chainMicroUsdc }: Reading): string {
  const underWay = reservedMicroUsdc === 0n ? '' : `, under way ${formatUsd(reservedMicroUsdc)}`;
  return `ledger ${formatUsd(ledgerMicroUsdc)}${underWay}, chain ${formatUsd(chainMicroUsdc)}`;
}
