import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import type { Row } from '../../../simulation/index.js';
import { creditDeposit } from '../exchange/accounts/money.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Arrival, BridgeChain } from './chain.js';

const LOOK_INTERVAL_MS = 500;
/** Blocks per request for logs. */
const BLOCKS_MAX = 5_000n;
const PAYOUTS_AT_ONCE = 20;

interface Payout {
  readonly id: number;
  readonly destination: Address;
  readonly amountMicroUsdc: bigint;
  /** The number of the bridge's transaction that pays it, once it is fixed. */
  readonly chainNonce: number | undefined;
}

/**
 * Carries USDC between the chain and the exchange. Arrivals are credited from final blocks, in one transaction with the block number read
 * so far; a payout is paid by a transaction whose number is on disk before it is sent. So a kill at any line neither loses a deposit nor
 * pays or credits one twice.
 */
export class Bridge {
  readonly #exchange: Exchange;
  readonly #chain: BridgeChain;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #payoutDelayMs: number;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(exchange: Exchange, chain: BridgeChain, clock: Clock, logger: Logger, payoutDelayMs: number) {
    this.#exchange = exchange;
    this.#chain = chain;
    this.#clock = clock;
    this.#logger = logger;
    this.#payoutDelayMs = payoutDelayMs;
  }

  /** Polls the chain until it is closed. */
  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Credits the arrivals in blocks that became final since the last poll. */
  async creditArrivals(): Promise<void> {
    const { journal } = this.#exchange.store;
    const fromBlock = BigInt(journal.counter('bridge block')) + 1n;
    const finalBlock = await this.#chain.finalBlock();
    if (finalBlock < fromBlock) return;
    const toBlock = finalBlock < fromBlock + BLOCKS_MAX ? finalBlock : fromBlock + BLOCKS_MAX - 1n;
    const arrivals = await this.#chain.arrivals(fromBlock, toBlock);
    // Credits of one instant share its time and its hash, for all of their users.
    const hash = arrivals[0]?.transactionHash ?? '';
    this.#exchange.change((context) => {
      for (const arrival of arrivals) {
        const isNew = journal.run(
          'INSERT OR IGNORE INTO credits (transaction_hash, log_index) VALUES (?, ?)',
          arrival.transactionHash,
          arrival.logIndex,
        );
        if (isNew === 0) continue;
        const { from, amountMicroUsdc } = arrival;
        this.#report(arrival, creditDeposit(context, from, amountMicroUsdc, hash));
      }
      journal.setCounter('bridge block', Number(toBlock));
    });
  }

  /** Pays due payouts: each has its own transaction number, sent again until that number is used for good. */
  async payDue(): Promise<void> {
    const due = this.#due();
    if (due.length === 0) return;
    await this.#chain.provide(due.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n));
    const [sent, final] = await Promise.all([this.#chain.sentCount('pending'), this.#chain.sentCount('finalized')]);
    for (const payout of due) {
      const { chainNonce = this.#settleNonce(payout, sent) } = payout;
      if (chainNonce < final) this.#markPaid(payout);
      else if (chainNonce >= sent) await this.#chain.pay(payout.destination, payout.amountMicroUsdc, chainNonce);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failure: string | undefined;
    while (!signal.aborted) {
      try {
        await this.creditArrivals();
        await this.payDue();
        failure = undefined;
      } catch (error) {
        // Logged once per new reason: while the chain restarts the same one occurs twice per second.
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== failure) this.#logger.warn({ err: error }, 'the bridge cannot use its chain');
        failure = reason;
      }
      // Aborted: the loop ends by its condition.
      await this.#clock.sleep(LOOK_INTERVAL_MS, signal).catch(() => undefined);
    }
  }

  #due(): Payout[] {
    return this.#exchange.store.journal
      .all(
        'SELECT * FROM payouts WHERE paid = 0 AND requested_ms <= ? ORDER BY id LIMIT ?',
        this.#clock.nowMs() - this.#payoutDelayMs,
        PAYOUTS_AT_ONCE,
      )
      .map(payoutOf);
  }

  /** Returns the next number that neither the chain nor another payout has; it is on disk before anything is sent. */
  #settleNonce({ id }: Payout, sent: number): number {
    const { journal } = this.#exchange.store;
    return journal.transaction(() => {
      const row = journal.get('SELECT max(chain_nonce) AS newest FROM payouts');
      const newest = row?.['newest'];
      const nonce = Math.max(sent, newest === null || newest === undefined ? 0 : Number(newest) + 1);
      journal.run('UPDATE payouts SET chain_nonce = ? WHERE id = ?', nonce, id);
      return nonce;
    });
  }

  #markPaid({ id }: Payout): void {
    const { journal } = this.#exchange.store;
    journal.transaction(() => journal.run('UPDATE payouts SET paid = 1 WHERE id = ?', id));
    this.#logger.info({ payout: id }, 'the bridge paid a withdrawal');
  }

  #report({ from, amountMicroUsdc, transactionHash }: Arrival, credited: boolean): void {
    const fields = { from, amountMicroUsdc: amountMicroUsdc.toString(), transactionHash };
    if (credited) this.#logger.info(fields, 'the bridge credited a deposit');
    else this.#logger.warn(fields, 'a deposit below the minimum is lost');
  }
}

function payoutOf(row: Row): Payout {
  const { id, destination, amount_micro_usdc, chain_nonce } = row;
  return {
    id: Number(id),
    destination: String(destination) as Address,
    amountMicroUsdc: BigInt(Number(amount_micro_usdc)),
    chainNonce: chain_nonce === null ? undefined : Number(chain_nonce),
  };
}
