import type { Clock, IdSource } from '@platform/clock';
import { killPoint } from '@platform/kill-points';
import { type ClientSession, type Connection, inTransaction } from '@platform/mongo';
import type { Address } from 'viem';
import type { Transfer, TransferLog } from '../chains/transfers.js';
import type { Ledger } from '../ledger/ledger.js';
import { external, inWallet } from '../ledger/locations.js';
import type { WalletOwner, WalletOwners } from '../wallets/owners.js';
import { chainCursorModel, type DepositRecord, depositModel } from './model.js';
import { type DepositEvent, nextDepositStatus } from './states.js';

const NETWORK = 'arbitrum';
const BLOCKS_A_PASS = 2_000n;

/**
 * Sees what comes to the wallets on Arbitrum. It reads from the first unsettled block to the newest: a transfer is observed
 * in any block and confirmed in a final one, together with the movement in the ledger and with the cursor, in one transaction. So
 * it can die anywhere and be run by several processes at once, and each transfer is booked once.
 */
export class DepositWatcher {
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #cursors: ReturnType<typeof chainCursorModel>;

  constructor(
    private readonly connection: Connection,
    private readonly transfers: TransferLog,
    private readonly owners: WalletOwners,
    private readonly ledger: Ledger,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    /** Where a watcher without a past begins; `undefined`: at the newest final block. */
    private readonly fromBlock: number | undefined,
  ) {
    this.#deposits = depositModel(connection);
    this.#cursors = chainCursorModel(connection);
  }

  /** Reads the chain until there is nothing more to read. */
  async advance(): Promise<void> {
    while (await this.#pass());
  }

  /** One range of blocks; gives whether there are more. */
  async #pass(): Promise<boolean> {
    const { latest, final } = await this.transfers.heads();
    const from = BigInt(await this.#nextBlock(final));
    if (from > latest) return false;
    const to = from + BLOCKS_A_PASS - 1n < latest ? from + BLOCKS_A_PASS - 1n : latest;
    // After the newest block was read: a wallet paid in a block up to it was made, hence is in the list, before.
    const owners = await this.owners.all();
    const received = await this.transfers.received([...owners.keys()], from, to);
    for (const transfer of received) await this.#observe(transfer, owners);
    killPoint('deposit.after_observed');
    const settledTo = to < final ? to : final;
    if (settledTo >= from) await this.#settle(received, from, settledTo);
    killPoint('deposit.after_confirmed');
    return to < latest;
  }

  async #nextBlock(final: bigint): Promise<number> {
    const first = this.fromBlock ?? Number(final);
    const cursor = await this.#cursors
      .findOneAndUpdate(
        { _id: NETWORK },
        { $setOnInsert: { nextBlock: first } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean();
    return cursor.nextBlock;
  }

  async #observe(transfer: Transfer, owners: ReadonlyMap<Address, WalletOwner>): Promise<void> {
    const { key: transferKey, txHash, to, amountMicroUsdc } = transfer;
    const owner = owners.get(to);
    if (owner === undefined) throw new Error(`${to} was asked for and belongs to nobody`);
    const now = this.clock.now();
    const first = { _id: this.ids.next('dep'), ...owner, txHash, amountMicroUsdc, createdAt: now };
    const blockNumber = Number(transfer.blockNumber);
    const filter = { chain: NETWORK, transferKey } as const;
    const seen = await this.#deposits.findOneAndUpdate(
      filter,
      { $setOnInsert: { ...first, status: 'observed', blockNumber } },
      { upsert: true, returnDocument: 'after' },
    );
    if (seen.blockNumber !== blockNumber || seen.status === 'failed')
      await this.#deposits.updateOne(
        { ...filter, status: seen.status },
        { status: nextDepositStatus(seen.status, 'see'), blockNumber, amountMicroUsdc },
      );
  }

  /** Decides all up to a final block, whose content can't change any more. */
  async #settle(received: readonly Transfer[], from: bigint, settledTo: bigint): Promise<void> {
    const final = received.filter(({ blockNumber }) => blockNumber <= settledTo);
    const keys = final.map(({ key }) => key);
    await inTransaction(this.connection, async (session) => {
      const moved = await this.#cursors.updateOne(
        { _id: NETWORK, nextBlock: Number(from) },
        { nextBlock: Number(settledTo) + 1 },
        { session },
      );
      // Another process has settled these blocks.
      if (moved.modifiedCount === 0) return;
      for (const deposit of await this.#deposits.find({ chain: NETWORK, transferKey: { $in: keys } }).session(session))
        await this.#decide(deposit.toObject<DepositRecord>(), 'finalise', session);
      const vanished = { chain: NETWORK, status: 'observed', blockNumber: { $lte: Number(settledTo) } } as const;
      for (const deposit of await this.#deposits.find({ ...vanished, transferKey: { $nin: keys } }).session(session))
        await this.#decide(deposit.toObject<DepositRecord>(), 'vanish', session);
    });
  }

  async #decide(deposit: DepositRecord, event: DepositEvent, session: ClientSession): Promise<void> {
    const { _id, accountId, walletId, amountMicroUsdc } = deposit;
    const status = nextDepositStatus(deposit.status, event);
    const confirmed = status === 'confirmed' && deposit.status !== 'confirmed';
    const facts = confirmed ? { status, confirmedAt: this.clock.now() } : { status };
    await this.#deposits.updateOne({ _id }, facts, { session });
    if (!confirmed) return;
    const postings = [
      { location: external(NETWORK), amountMicroUsdc: -amountMicroUsdc },
      { location: inWallet(walletId, NETWORK), amountMicroUsdc },
    ];
    const cause = { kind: 'deposit', id: _id } as const;
    await this.ledger.post({ accountId, walletId, cause, step: 'confirm', postings }, session);
  }
}
