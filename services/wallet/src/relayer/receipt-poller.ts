import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type ChainTransactionRecord, chainTransactionModel } from './model.js';
import type { ChainLook, RelayChain } from './relay-chain.js';

/** How long a read serves transactions that it has not served yet. */
const ROUND_MS = 1_000;
/** Maximum transactions per look-up. */
const TRANSACTIONS_MAX = 500;

interface Round {
  readonly startedAtMs: number;
  readonly look: ChainLook;
  /** The ids of transactions in the read that it has not served yet. */
  readonly unserved: Map<string, number>;
}

/**
 * Polls the chain for all open transactions together: one batch of calls per round, however many transactions there are. A round serves
 * each transaction once; a transaction that polls again, or was signed again since, begins the next round.
 */
export class ReceiptPoller {
  readonly #transactions: ReturnType<typeof chainTransactionModel>;
  #newest: Promise<Round> | undefined;

  constructor(
    connection: Connection,
    private readonly chain: RelayChain,
    private readonly clock: Clock,
  ) {
    this.#transactions = chainTransactionModel(connection);
  }

  /** Returns the chain's state of a signed transaction. Throws `wallet_upstream_unavailable`. */
  async of(record: ChainTransactionRecord): Promise<ChainLook> {
    for (;;) {
      const newest = this.#newest;
      // The caller that began the round receives its failure.
      const round = await newest?.catch(() => undefined);
      if (round !== undefined && this.#serves(round, record)) return round.look;
      if (this.#newest !== newest) continue;
      this.#newest = this.#begin(record);
      const begun = await this.#newest;
      begun.unserved.delete(record._id);
      return begun.look;
    }
  }

  #serves({ startedAtMs, unserved }: Round, { _id, attempts }: ChainTransactionRecord): boolean {
    if (this.clock.nowMs() - startedAtMs >= ROUND_MS || unserved.get(_id) !== attempts.length) return false;
    return unserved.delete(_id);
  }

  /** Reads for all transactions that are due within the round. */
  async #begin(record: ChainTransactionRecord): Promise<Round> {
    const startedAtMs = this.clock.nowMs();
    const soon = await this.#transactions
      .find({
        chain: this.chain.network,
        state: { $in: ['signed', 'included'] },
        dueAt: { $lt: new Date(startedAtMs + ROUND_MS) },
      })
      .sort({ dueAt: 1 })
      .limit(TRANSACTIONS_MAX)
      .lean<ChainTransactionRecord[]>();
    const open = [record, ...soon.filter(({ _id }) => _id !== record._id)];
    const versions = open.flatMap(({ attempts, former = [] }) => [...attempts, ...former]);
    const relayers = new Set(open.flatMap(({ relayer }) => relayer ?? []));
    const look = await this.chain.look([...new Set(versions.map(({ hash }) => hash))], [...relayers]);
    return { startedAtMs, look, unserved: new Map(open.map(({ _id, attempts }) => [_id, attempts.length])) };
  }
}
