import type { Clock, IdSource } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { payersOn } from '@platform/venues/wallet';
import type { mongo } from 'mongoose';
import type { Token } from '../chains/token.js';
import type { Transfer, TransferLog } from '../chains/transfers.js';
import type { Ledger } from '../ledger/ledger.js';
import type { WalletOwner } from '../wallets/owners.js';
import { bookingOf } from './booking.js';
import { type DepositRecord, depositModel } from './model.js';
import type { PayoutClaims } from './payout-claims.js';
import { depositStatuses, nextDepositStatus } from './states.js';

const WRITTEN_AT_ONCE = 1_000;
const unconfirmed = depositStatuses.filter((status) => status !== 'confirmed');

/** A transfer to one of our wallets. */
export interface OwnedTransfer extends Transfer {
  readonly owner: WalletOwner;
}

type Known = Pick<DepositRecord, 'transferKey' | 'status' | 'blockNumber' | 'amountMicroUsdc'>;

/** Writes the deposits of a token: each transfer once, however often and by however many processes it is seen. */
export class DepositStore {
  readonly #deposits: ReturnType<typeof depositModel>;
  /** The fields that every deposit of the token has. */
  readonly #own: Pick<DepositRecord, 'chain' | 'asset'>;
  readonly #payers: ReturnType<typeof payersOn>;

  constructor(
    private readonly connection: Connection,
    private readonly ledger: Ledger,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    token: Token,
    private readonly payouts: PayoutClaims,
  ) {
    this.#payers = payersOn(token.network);
    this.#deposits = depositModel(connection);
    this.#own = { chain: token.network, asset: token.asset };
  }

  /** Returns the transfers that aren't confirmed. */
  async unconfirmed(transfers: readonly OwnedTransfer[]): Promise<OwnedTransfer[]> {
    const keys = transfers.map(({ key }) => key);
    const confirmed = await this.#deposits
      .find({ ...this.#own, transferKey: { $in: keys }, status: 'confirmed' }, { _id: 0, transferKey: 1 })
      .lean();
    const done = new Set(confirmed.map(({ transferKey }) => transferKey));
    return transfers.filter(({ key }) => !done.has(key));
  }

  /** Writes transfers that are new or have changed their block; the rest costs one read. */
  async observe(transfers: readonly OwnedTransfer[]): Promise<void> {
    for (let start = 0; start < transfers.length; start += WRITTEN_AT_ONCE) {
      const some = transfers.slice(start, start + WRITTEN_AT_ONCE);
      const known = new Map((await this.#known(some)).map((each) => [each.transferKey, each]));
      const writes = some.flatMap((transfer) => this.#seeing(transfer, known.get(transfer.key)));
      // Bypasses mongoose, which would take longer than the store does.
      const collection = this.connection.collection<DepositRecord>(this.#deposits.collection.name);
      if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
    }
  }

  /** Confirms these transfers, and books them unless they are payouts that withdrawals wait for; returns the newly confirmed deposits. */
  async confirm(transferKeys: readonly string[], session: ClientSession): Promise<DepositRecord[]> {
    const deposits = await this.#deposits
      .find({ ...this.#own, transferKey: { $in: transferKeys }, status: { $in: unconfirmed } })
      .session(session)
      .lean<DepositRecord[]>();
    if (deposits.length === 0) return [];
    const decided = { status: nextDepositStatus('observed', 'finalise'), confirmedAt: this.clock.now() };
    await this.#deposits.updateMany({ _id: { $in: deposits.map(({ _id }) => _id) } }, decided, { session });
    const own: DepositRecord[] = [];
    for (const deposit of deposits) if (!(await this.payouts.claim(deposit, session))) own.push(deposit);
    await this.ledger.postAll(own.map(bookingOf), session);
    return own.map((deposit) => ({ ...deposit, ...decided }));
  }

  /**
   * Settles deposits that were seen up to a final block, but that the reads up to that block don't show. Each is looked up by its
   * transaction before it counts as failed; returns those that are in one of the blocks after all.
   */
  async vanished(to: bigint, shown: readonly OwnedTransfer[], log: TransferLog): Promise<OwnedTransfer[]> {
    const missing = await this.#deposits
      .find({
        ...{ ...this.#own, status: 'observed', blockNumber: { $lte: Number(to) } },
        transferKey: { $nin: shown.map(({ key }) => key) },
      })
      .lean<DepositRecord[]>();
    const found: OwnedTransfer[] = [];
    for (const { _id, transferKey, txHash, accountId, walletId } of missing) {
      const there = (await log.ofTransaction(txHash)).find(({ key }) => key === transferKey);
      if (there !== undefined) found.push({ ...there, owner: { accountId, walletId } });
      else
        await this.#deposits.updateOne(
          { _id, status: 'observed' },
          { status: nextDepositStatus('observed', 'vanish') },
        );
    }
    await this.observe(found);
    return found.filter(({ blockNumber }) => blockNumber <= to);
  }

  #known(transfers: readonly Transfer[]): Promise<Known[]> {
    const keys = transfers.map(({ key }) => key);
    return this.#deposits
      .find(
        { ...this.#own, transferKey: { $in: keys } },
        { transferKey: 1, status: 1, blockNumber: 1, amountMicroUsdc: 1 },
      )
      .lean<Known[]>();
  }

  #seeing(transfer: OwnedTransfer, known: Known | undefined): mongo.AnyBulkWriteOperation<DepositRecord>[] {
    const { key: transferKey, txHash, amountMicroUsdc, owner } = transfer;
    const blockNumber = Number(transfer.blockNumber);
    const filter = { ...this.#own, transferKey };
    if (known === undefined) {
      const venue = this.#payers.get(transfer.from);
      const paid = { ...owner, txHash, amountMicroUsdc, ...(venue !== undefined && { venue }) };
      const first = { _id: this.ids.next('dep'), ...paid, createdAt: this.clock.now() };
      const update = { $setOnInsert: { ...first, status: 'observed' as const, blockNumber } };
      return [{ updateOne: { filter, update, upsert: true } }];
    }
    const isSame =
      known.blockNumber === blockNumber && known.amountMicroUsdc === amountMicroUsdc && known.status !== 'failed';
    if (isSame || known.status === 'confirmed') return [];
    const update = { $set: { status: nextDepositStatus(known.status, 'see'), blockNumber, amountMicroUsdc } };
    return [{ updateOne: { filter: { ...filter, status: known.status }, update } }];
  }
}
