import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Address } from 'viem';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Customer } from '../money/customer.js';
import { type Resting, restingOrder } from '../platform/venue.js';
import type { Retrying } from './retrying.js';

const READ_EVERY_MS = 500;
const ORDER_EVERY_MS = 5_000;
const WITHDRAW_EVERY_MS = 15_000;
const BACKTEST_EVERY_MS = 12_000;
const WITHDRAWN_USD = '2';

const READS = [
  '/account',
  '/wallet',
  '/wallet/deposits',
  '/context/markets?venue=hyperliquid',
  '/context/candles?venue=hyperliquid&symbol=BTC-PERP.HYPERLIQUID&timeframe=1h',
  '/runtime/deployments',
  '/runtime/backtests',
];

/** What clients do all the time, by REST alone, each request retried once. */
export class Load {
  /** What was accepted. */
  readonly executions: string[] = [];
  readonly withdrawals: { readonly customer: Customer; readonly id: string }[] = [];
  readonly backtests: string[] = [];
  /** Orders that were sent, whatever came of them. */
  orders = 0;

  constructor(
    private readonly requests: Retrying,
    private readonly stopping: AbortSignal,
  ) {}

  /** Reads everything that a dashboard shows, over and over. */
  read({ caller }: Customer): Promise<void> {
    return this.#again(READ_EVERY_MS, async (round) => {
      await this.requests.send(caller, 'GET', READS[round % READS.length] ?? '/wallet');
    });
  }

  /** Places orders that rest. */
  trade({ caller }: Customer, market: Resting): Promise<void> {
    return this.#again(ORDER_EVERY_MS, async () => {
      this.orders += 1;
      const body = { venue: 'hyperliquid', action: restingOrder(market) };
      const answer = await this.requests.send(caller, 'POST', '/runtime/executions', body, randomUUID());
      if (answer?.status === 202 || answer?.status === 200 || answer?.status === 201)
        this.executions.push(answer.body.id);
    });
  }

  /** Has one customer after the other withdraw a little to an address. */
  withdraw(customers: readonly Customer[], destination: Address): Promise<void> {
    return this.#again(WITHDRAW_EVERY_MS, async (round) => {
      const customer = customers[round];
      if (customer === undefined) return;
      const { key, body } = await customer.authorize(WITHDRAWN_USD, destination);
      const answer = await this.requests.send(customer.caller, 'POST', '/wallet/withdraw', body, key);
      if (answer?.status === 202) this.withdrawals.push({ customer, id: answer.body.id });
    });
  }

  /** Runs a strategy, over and over. */
  backtest({ caller }: Customer): Promise<void> {
    return this.#again(BACKTEST_EVERY_MS, async () => {
      const answer = await this.requests.send(caller, 'POST', '/runtime/backtests', backtestRequest(), randomUUID());
      if (answer?.status === 202) this.backtests.push(answer.body.id);
    });
  }

  async #again(everyMs: number, work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.stopping.aborted; round += 1) {
      await work(round);
      await wait(everyMs, undefined, { signal: this.stopping }).catch(() => undefined);
    }
  }
}
