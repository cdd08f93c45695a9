// Why: docs/decisions/wallet/deposits.md
import type { Clock, IdSource } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Hash } from 'viem';
import { type Token, tokenName } from '../chains/token.js';
import type { Reading, TransferLog } from '../chains/transfers.js';
import type { Ledger } from '../ledger/ledger.js';
import type { WalletOwners } from '../wallets/owners.js';
import { DepositStore, type OwnedTransfer } from './deposit-store.js';
import { chainCursorModel, type DepositRecord } from './model.js';
import type { PayoutClaims } from './payout-claims.js';

/** Deposits booked per transaction. */
const BOOKED_AT_ONCE = 200;
/** Deposits booked before the chain is read again: newer deposits may be larger. */
const BOOKED_A_PASS = 2_000;
/** Transfers to our wallets that are read before any is booked. */
const READ_A_PASS = 20_000;
/** Newest blocks without a transfer that are read again at little cost: the node that answered may not have had them. */
const READ_AGAIN = 2_000n;

/** How far this process has read beyond the settled blocks, and the last transfer found there, which identifies the chain's branch. */
interface Seen {
  readonly block: bigint;
  readonly transfer: { readonly blockNumber: bigint; readonly blockHash: Hash } | undefined;
}

/** Settled blocks that were read again. */
export interface Rescanned {
  /** The last of these blocks. */
  readonly to: bigint;
  /** The deposits that were booked only now. */
  readonly missed: readonly DepositRecord[];
}

/** The result of reading blocks, and the transfers to our wallets in them. */
interface OwnedReading extends Reading {
  readonly owned: readonly OwnedTransfer[];
}

/**
 * Watches deposits of a token to the wallets. A transfer is observed in any block, and confirmed in a final one together with its movement
 * in the ledger. The cursor holds the block up to which all is settled. Only the cursor outlives the process, and it passes a block only
 * when its transfers were certainly read. So the watcher may die at any point and may run in several processes at once.
 */
export class DepositWatcher {
  readonly #book: DepositStore;
  readonly #cursors: ReturnType<typeof chainCursorModel>;
  #seen: Seen | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly token: Token,
    private readonly transfers: TransferLog,
    private readonly owners: WalletOwners,
    ledger: Ledger,
    payouts: PayoutClaims,
    ids: IdSource,
    clock: Clock,
    /** The first block of a watcher without a stored cursor; `undefined`: the newest final block. */
    private readonly fromBlock: number | undefined,
  ) {
    this.#book = new DepositStore(connection, ledger, ids, clock, token, payouts);
    this.#cursors = chainCursorModel(connection);
  }

  /** Reads the chain to its end: settles final blocks, then observes up to the newest block. */
  async advance(): Promise<void> {
    for (;;) {
      const { latest, final } = await this.transfers.heads();
      const settledTo = await this.#settle(final);
      if (settledTo < final) continue;
      return this.#observe(latest, settledTo);
    }
  }

  /**
   * Reads settled blocks again from one on, as many as one read covers, and books missed deposits; returns them with the last block read,
   * undefined when none is left. Safe to run at any time and to repeat: a transfer is booked once, however often it is seen. Throws
   * `wallet_upstream_unavailable` when the chain can't be read.
   */
  async rescan(fromBlock: bigint): Promise<Rescanned | undefined> {
    const cursor = await this.#cursors
      .findById(tokenName(this.token))
      .orFail(new Error('no block is settled yet'))
      .lean();
    if (fromBlock >= BigInt(cursor.nextBlock)) return undefined;
    const { to, owned } = await this.#own(await this.transfers.readAll(fromBlock, BigInt(cursor.nextBlock) - 1n));
    return { to, missed: await this.#confirm(owned) };
  }

  /** Moves the cursor past blocks whose deposits are booked; returns the last settled block. */
  async #settle(final: bigint): Promise<bigint> {
    const from = BigInt(await this.#nextBlock(final));
    const readings = await this.#read(from, final);
    const last = readings.at(-1);
    if (last === undefined) return from - 1n;
    const owned = readings.flatMap((reading) => reading.owned);
    const open = await this.#book.unconfirmed(owned);
    await this.#confirm(largestFirst(open).slice(0, BOOKED_A_PASS));
    if (open.length > BOOKED_A_PASS) return from - 1n;
    await this.#confirm(await this.#book.vanished(last.to, owned, this.transfers));
    killPoint('deposit.after_confirmed');
    // Another process may be further ahead.
    await this.#cursors.updateOne(
      { _id: tokenName(this.token), nextBlock: Number(from) },
      { nextBlock: Number(last.to) + 1 },
    );
    return last.to;
  }

  async #read(from: bigint, final: bigint): Promise<OwnedReading[]> {
    const readings: OwnedReading[] = [];
    let count = 0;
    for (let next = from; next <= final && count < READ_A_PASS; ) {
      const reading = await this.#own(await this.transfers.readAll(next, final));
      readings.push(reading);
      count += reading.owned.length;
      next = reading.to + 1n;
    }
    return readings;
  }

  async #confirm(owned: readonly OwnedTransfer[]): Promise<DepositRecord[]> {
    const confirmed: DepositRecord[] = [];
    for (let start = 0; start < owned.length; start += BOOKED_AT_ONCE) {
      const some = owned.slice(start, start + BOOKED_AT_ONCE);
      await this.#book.observe(some);
      killPoint('deposit.after_observed');
      const keys = some.map(({ key }) => key);
      confirmed.push(...(await inTransaction(this.connection, (session) => this.#book.confirm(keys, session))));
    }
    return confirmed;
  }

  async #observe(latest: bigint, settledTo: bigint): Promise<void> {
    const seen = await this.#standing();
    let from = (seen !== undefined && seen.block > settledTo ? seen.block : settledTo) + 1n;
    while (from <= latest) {
      const reading = await this.#own(await this.transfers.read(from, latest));
      await this.#book.observe(largestFirst(reading.owned));
      this.#note(reading);
      from = reading.to + 1n;
    }
  }

  /** Returns what was observed, unless the chain has reverted it. */
  async #standing(): Promise<Seen | undefined> {
    const { transfer } = this.#seen ?? {};
    if (transfer === undefined) return this.#seen;
    const hash = await this.transfers.hashOf(transfer.blockNumber);
    // A node without the block shows nothing about it.
    return hash === undefined || hash === transfer.blockHash ? this.#seen : undefined;
  }

  #note({ to, seenTo, transfers }: Reading): void {
    const certain = seenTo ?? this.#seen?.block ?? 0n;
    const old = to - READ_AGAIN;
    this.#seen = { block: certain > old ? certain : old, transfer: transfers.at(-1) ?? this.#seen?.transfer };
  }

  async #own(reading: Reading): Promise<OwnedReading> {
    // After the blocks were read: a wallet that was paid in one of them was created before.
    const owners = await this.owners.at(reading.transfers.map(({ to }) => to));
    const owned = reading.transfers.flatMap((transfer) => {
      const owner = owners.get(transfer.to);
      return owner === undefined ? [] : [{ ...transfer, owner }];
    });
    return { ...reading, owned };
  }

  async #nextBlock(final: bigint): Promise<number> {
    const first = this.fromBlock ?? Number(final);
    const cursor = await this.#cursors
      .findOneAndUpdate(
        { _id: tokenName(this.token) },
        { $setOnInsert: { nextBlock: first } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean();
    return cursor.nextBlock;
  }
}

/** Sorts the largest transfers first, so that dust delays no other deposit. */
function largestFirst(transfers: readonly OwnedTransfer[]): OwnedTransfer[] {
  return transfers.toSorted((left, right) => Number(right.amountMicroUsdc - left.amountMicroUsdc));
}
