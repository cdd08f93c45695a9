import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type Arrival, type BridgeChain, Payouts, Repeated, readArrivals } from '../../../simulation/money/index.js';
import { creditDeposit } from '../exchange/accounts/money.js';
import type { Exchange } from '../exchange/exchange.js';
import { BRIDGE_ADDRESS } from './chain.js';

const LOOK_INTERVAL_MS = 500;

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
  readonly #payouts: Payouts;
  #running: Repeated | undefined;

  constructor(exchange: Exchange, chain: BridgeChain, clock: Clock, logger: Logger, payoutDelayMs: number) {
    this.#exchange = exchange;
    this.#chain = chain;
    this.#clock = clock;
    this.#logger = logger;
    const { journal } = exchange.store;
    const delayMs = () => payoutDelayMs;
    this.#payouts = new Payouts({ journal, table: 'payouts', chain, delayMs, clock, logger });
  }

  /** Polls the chain until it is closed. */
  start(): void {
    const work = async () => {
      await this.creditArrivals();
      await this.payDue();
    };
    this.#running = new Repeated(work, {
      ...{ pauseMs: LOOK_INTERVAL_MS, warning: 'the bridge cannot use its chain' },
      ...{ clock: this.#clock, logger: this.#logger },
    });
  }

  async close(): Promise<void> {
    await this.#running?.close();
  }

  /** Credits the arrivals in blocks that became final since the last poll. */
  async creditArrivals(): Promise<void> {
    const { journal } = this.#exchange.store;
    const read = await readArrivals({ journal, chain: this.#chain, counter: 'bridge block', to: BRIDGE_ADDRESS });
    if (read === undefined) return;
    // Credits of one instant share its time and its hash, for all of their users.
    const hash = read.arrivals[0]?.transactionHash ?? '';
    this.#exchange.change((context) => {
      for (const arrival of read.take()) {
        const { from, amountMicroUsdc } = arrival;
        this.#report(arrival, creditDeposit(context, from, amountMicroUsdc, hash));
      }
    });
  }

  /** Pays due payouts. */
  payDue(): Promise<void> {
    return this.#payouts.payDue();
  }

  #report({ from, amountMicroUsdc, transactionHash }: Arrival, credited: boolean): void {
    const fields = { from, amountMicroUsdc: amountMicroUsdc.toString(), transactionHash };
    if (credited) this.#logger.info(fields, 'the bridge credited a deposit');
    else this.#logger.warn(fields, 'a deposit below the minimum is lost');
  }
}
