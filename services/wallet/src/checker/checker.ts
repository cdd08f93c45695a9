// Why: docs/decisions/wallet/ledger-checks.md
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { Logger } from '@platform/observability/logging';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Chain } from '../chains/chain.js';
import { chainCursorModel, depositModel } from '../deposits/model.js';
import type { Ledger } from '../ledger/ledger.js';
import { inWallet } from '../ledger/locations.js';
import type { DifferenceKind } from '../ledger/model.js';
import type { OwnedWallet, WalletOwners } from '../wallets/owners.js';
import { type Inconsistency, Obligations } from './obligations.js';
import { ResumableScan } from './resumable-scan.js';

const NETWORK = 'arbitrum';
/** Reads of later and later blocks that must agree before the checker acts. */
const READINGS_TO_ACT = 3;
/** Changed or differing wallets per round. */
const DUE_A_ROUND = 100;
/** Wallets per round that are checked in turn though nothing has happened to them. */
const TURNS_A_ROUND = 40;
/** Balances per round that are summed again. */
const SUMS_A_ROUND = 40;
const READ_AT_ONCE = 8;
const UNPROVED = 'its row is not as the service wrote it: keys restore';

/** What ledger and chain show for a wallet at one block. */
export interface Reading {
  readonly wallet: OwnedWallet;
  readonly kind: DifferenceKind | 'agrees';
  readonly block: number;
  readonly ledgerMicroUsdc: MicroUsdc;
  /** The part that may be on its way out. */
  readonly reservedMicroUsdc: MicroUsdc;
  readonly chainMicroUsdc: MicroUsdc;
}

/** A wallet whose ledger and chain are not known to agree, and the reason in words. */
export interface Difference {
  readonly wallet: OwnedWallet;
  readonly what: string;
}

/**
 * Compares the ledger's balances of wallets with the chain's at the block up to which all deposits are booked. Less on the chain than the
 * ledger claims, beyond what is under way, fences a wallet; more is reported and fences no wallet. The checker never corrects either side.
 * A round checks the wallets whose money has changed, those that differ, and some others in turn, so that its cost does not grow with
 * wallets at rest.
 */
export class LedgerChecker {
  readonly #scan: ResumableScan;
  readonly #obligations: Obligations;

  constructor(
    private readonly connection: Connection,
    private readonly ledger: Ledger,
    private readonly owners: WalletOwners,
    private readonly chain: Chain,
    private readonly logger: Logger,
  ) {
    this.#scan = new ResumableScan(connection);
    this.#obligations = new Obligations(connection, this.#scan);
  }

  /** Runs one round. */
  async check(): Promise<void> {
    const block = await this.#settledBlock();
    if (block !== undefined) await this.#checkWallets(block);
    for (const { walletId, what } of await this.#obligations.check()) await this.#fence(walletId, what);
    for (const { walletId, what } of await this.#audit()) await this.#fence(walletId, what);
  }

  /** Returns the wallets whose ledger and chain differ now, or can't be compared. */
  async compare(): Promise<Difference[]> {
    const block = await this.#settledBlock();
    const found: Difference[] = [];
    if (block === undefined) return found;
    for (let after = ''; ; ) {
      const wallets = await this.owners.after(after, DUE_A_ROUND);
      const { readings, unread } = await this.#readAll(wallets, block);
      const differing = readings.filter(({ kind }) => kind !== 'agrees');
      found.push(...differing.map((reading) => ({ wallet: reading.wallet, what: describe(reading) })), ...unread);
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

  /**
   * Returns everything that no comparison with the chain shows: balances that differ from the sum of their movements, and holdings without
   * an operation.
   */
  async inconsistencies(): Promise<string[]> {
    const found = [...(await this.#obligations.checkAll())];
    for (let after = ''; ; ) {
      const { rows, wrong } = await this.#auditAfter(after, SUMS_A_ROUND);
      found.push(...wrong);
      after = rows.at(-1)?._id ?? '';
      if (rows.length < SUMS_A_ROUND) return found.map(({ what }) => what);
    }
  }

  /** Returns the newest block up to which every deposit is booked: later blocks may hold money that the ledger need not know yet. */
  async #settledBlock(): Promise<number | undefined> {
    const cursor = await chainCursorModel(this.connection).findById(NETWORK).lean();
    return cursor === null || cursor.nextBlock === 0 ? undefined : cursor.nextBlock - 1;
  }

  async #checkWallets(block: number): Promise<void> {
    const due = await this.ledger.books.due(DUE_A_ROUND);
    const changed = await this.owners.of(due.map(({ _id }) => _id));
    const inTurn = await this.#scan.next('wallets', TURNS_A_ROUND, (after, limit) => this.owners.after(after, limit));
    const wallets = new Map([...inTurn, ...changed].map((wallet) => [wallet._id, wallet]));
    for (const { _id } of due) if (!wallets.has(_id)) await this.#fence(_id, 'its row is missing: keys restore');
    for (const { _id, isProved } of wallets.values()) if (!isProved) await this.#fence(_id, UNPROVED);
    const { readings } = await this.#readAll([...wallets.values()], block);
    const differing = new Set<string>();
    for (const reading of readings) {
      if (reading.kind !== 'agrees') differing.add(reading.wallet._id);
      await this.#note(reading);
    }
    const books = new Map(due.map((book) => [book._id, book]));
    const read = new Set(readings.map(({ wallet }) => wallet._id));
    for (const _id of new Set([...books.keys(), ...differing]))
      await this.ledger.books.looked(books.get(_id) ?? { _id, version: 0 }, differing.has(_id) || !read.has(_id));
  }

  /** Reads the proved wallets; a failed read is reported and left to a later round. */
  async #readAll(
    wallets: readonly OwnedWallet[],
    block: number,
  ): Promise<{ readonly readings: Reading[]; readonly unread: Difference[] }> {
    const readings: Reading[] = [];
    const unread: Difference[] = wallets
      .filter(({ isProved }) => !isProved)
      .map((wallet) => ({ wallet, what: UNPROVED }));
    const proved = wallets.filter(({ isProved }) => isProved);
    for (let start = 0; start < proved.length; start += READ_AT_ONCE) {
      const piece = proved.slice(start, start + READ_AT_ONCE);
      const read = async (wallet: OwnedWallet) => {
        try {
          readings.push(await this.#read(wallet, block));
        } catch (error) {
          unread.push({ wallet, what: `${NETWORK} can not be read at block ${block}: ${reasonOf(error)}` });
          this.logger.warn({ err: error, block }, 'a wallet could not be compared with its chain');
        }
      };
      await Promise.all(piece.map(read));
    }
    return { readings, unread };
  }

  /**
   * Reads the chain first, then the ledger in one snapshot. Money that left the wallet by that block was reserved before, and is now either
   * still reserved or booked; deposits of later blocks are subtracted. So an honest ledger never claims more than the chain held.
   */
  async #read(wallet: OwnedWallet, block: number): Promise<Reading> {
    const chainMicroUsdc = await this.chain.usdcBalanceAt(wallet.address, block);
    const location = inWallet(wallet._id, NETWORK);
    const { ledgerMicroUsdc, reservedMicroUsdc } = await inTransaction(this.connection, async (session) => ({
      ledgerMicroUsdc:
        (await this.ledger.balance(location, session)) - (await this.#depositedAfter(wallet._id, block, session)),
      reservedMicroUsdc: await this.ledger.reserved(location, session),
    }));
    const isShort = ledgerMicroUsdc - reservedMicroUsdc > chainMicroUsdc;
    const differs = chainMicroUsdc > ledgerMicroUsdc ? ('surplus' as const) : ('agrees' as const);
    return { wallet, block, ledgerMicroUsdc, reservedMicroUsdc, chainMicroUsdc, kind: isShort ? 'short' : differs };
  }

  async #depositedAfter(
    walletId: string,
    block: number,
    session: Parameters<Ledger['release']>[1],
  ): Promise<MicroUsdc> {
    const later = { chain: NETWORK, status: 'confirmed', blockNumber: { $gt: block }, walletId } as const;
    const deposits = await depositModel(this.connection).find(later).session(session).lean();
    return deposits.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n);
  }

  async #note(reading: Reading): Promise<void> {
    const { wallet, kind, block } = reading;
    const readings = await this.ledger.books.note(wallet._id, kind, block);
    if (readings < READINGS_TO_ACT) return;
    if (kind === 'short') await this.#fence(wallet._id, describe(reading));
    else if (readings === READINGS_TO_ACT)
      this.logger.error({ walletId: wallet._id, reason: describe(reading) }, 'the chain holds more than the ledger');
  }

  async #fence(walletId: string | undefined, reason: string): Promise<void> {
    if (walletId === undefined) this.logger.error({ reason }, 'the ledger contradicts itself');
    else if (await this.ledger.books.fence(walletId, reason))
      this.logger.error({ walletId, reason }, 'the wallet is fenced: its ledger disagrees with the chain or itself');
  }

  async #audit(): Promise<Inconsistency[]> {
    const found: Inconsistency[] = [];
    await this.#scan.next('balances', SUMS_A_ROUND, async (after, limit) => {
      const { rows, wrong } = await this.#auditAfter(after, limit);
      found.push(...wrong);
      return rows;
    });
    return found;
  }

  /** Sums some balances again, with row and movements in one snapshot. */
  async #auditAfter(after: string, limit: number) {
    return inTransaction(this.connection, async (session) => {
      const { balances } = this.ledger;
      const rows = await balances.after(after, limit, session);
      const wrong: Inconsistency[] = [];
      for (const { _id: location, amountMicroUsdc } of rows) {
        const sum = await balances.sum(location, session);
        if (sum === amountMicroUsdc) continue;
        const what = `${location} holds ${formatUsd(amountMicroUsdc)}, its movements come to ${formatUsd(sum)}`;
        wrong.push({ walletId: /^(?:wallet|venue):([^:]+):/.exec(location)?.[1], what });
      }
      return { rows, wrong };
    });
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
