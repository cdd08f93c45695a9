// Why: docs/decisions/wallet/relayer.md
import type { Address } from 'viem';
import { offersTooLittle } from './gas/fees.js';
import { chainTransactionModel } from './model.js';
import type { RelayerParts } from './parts.js';

/** By then a block has what was broadcast, as a rule. */
const LATE_AFTER_MS = 3_000;
/** Maximum transactions per round. */
const TRANSACTIONS_MAX = 100;

/**
 * Broadcasts again, in the order of their nonces, what was signed and is in no block. A node that stood still, or whose price was higher for
 * a while, has dropped it, and one missing nonce holds up every later one. The transactions' own turns come ever more rarely, and in any
 * order.
 */
export class Rebroadcasts {
  readonly #transactions: ReturnType<typeof chainTransactionModel>;

  constructor(private readonly parts: Pick<RelayerParts, 'connection' | 'chain' | 'seals' | 'account' | 'clock'>) {
    this.#transactions = chainTransactionModel(parts.connection);
  }

  /**
   * Broadcasts the lowest nonce without a block, and the later ones once the node takes it: then it had lost it. Gives those that offer less
   * than the chain asks their turns now: these sign them again. Safe to repeat. Throws `wallet_upstream_unavailable`.
   */
  async run(): Promise<void> {
    const { chain, account } = this.parts;
    if (!(await this.#isAnyLate(account.address))) return;
    const { usedNonces, baseFeePerGas } = await chain.position(account.address);
    const open = await this.#signedFrom(usedNonces);
    const dear = open.filter(({ version }) => offersTooLittle(version, baseFeePerGas));
    await this.#giveTurns(dear);
    const [lowest, ...later] = open.map(({ version }) => version.rawTransaction);
    if (lowest === undefined || dear[0] === open[0]) return;
    const isTaken = await chain.broadcast(lowest).then(
      () => true,
      // It has it, or asks for more: the later ones have to wait.
      () => false,
    );
    if (isTaken && later.length > 0) await chain.broadcastTogether(later);
  }

  async #isAnyLate(relayer: Address): Promise<boolean> {
    const before = new Date(this.parts.clock.nowMs() - LATE_AFTER_MS);
    const late = { ...this.#signedBy(relayer), 'attempts.signedAt': { $lt: before } };
    return (await this.#transactions.exists(late)) !== null;
  }

  /** Returns the transactions with these nonces and above that no block is known to have, with their newest versions, by nonce. */
  async #signedFrom(nonce: number) {
    const { account, seals } = this.parts;
    const records = await this.#transactions
      .find({ ...this.#signedBy(account.address), nonce: { $gte: nonce } })
      .sort({ nonce: 1 })
      .limit(TRANSACTIONS_MAX)
      .lean();
    return records.flatMap((record) => {
      const version = record.attempts.at(-1);
      return version === undefined || !seals.isSealed(record) ? [] : [{ _id: record._id, version }];
    });
  }

  async #giveTurns(transactions: readonly { readonly _id: string }[]): Promise<void> {
    if (transactions.length === 0) return;
    const ids = transactions.map(({ _id }) => _id);
    await this.#transactions.updateMany(
      { _id: { $in: ids }, state: 'signed' },
      { $min: { dueAt: this.parts.clock.now() } },
    );
  }

  #signedBy(relayer: Address) {
    return { chain: this.parts.chain.network, relayer, state: 'signed' as const };
  }
}
