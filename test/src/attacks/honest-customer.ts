import { setTimeout as sleep } from 'node:timers/promises';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Answer } from '../platform/caller.js';
import type { Trader } from '../platform/traders.js';

const PACE_MS = 1_000;
const BACKTEST_MS_MAX = 300_000;

/** One request of the honest customer. */
export interface Sample {
  readonly what: string;
  readonly status: number;
  readonly durationMs: number;
  /** The code of an error answer. */
  readonly body?: unknown;
}

/** A customer who reads, orders and backtests while others attack; once per second, as a dashboard does. */
export class HonestCustomer {
  constructor(
    private readonly trader: Trader,
    private readonly backtestId: string,
  ) {}

  /** With a finished backtest to read. */
  static async arrive(trader: Trader): Promise<HonestCustomer> {
    const id = await submitBacktest(trader);
    const { status } = await trader.caller.untilEnded(id);
    if (status !== 'finished') throw new Error(`the honest backtest ended as ${status}`);
    return new HonestCustomer(trader, id);
  }

  /**
   * Runs until the signal, with one backtest beside; returns every request, how the backtest ended, and after how long. `onBacktestEnd` is
   * called as soon as it has ended.
   */
  async goOn(
    signal: AbortSignal,
    onBacktestEnd = () => {},
  ): Promise<{ samples: Sample[]; backtest: Answer['body']; backtestMs: number }> {
    const samples: Sample[] = [];
    const running = this.#backtest();
    // Its end is reported when the requests are over.
    running.then(onBacktestEnd, () => undefined);
    while (!signal.aborted) {
      const round = Object.entries(this.#round()).map(([what, ask]) => sample(what, ask));
      samples.push(...(await Promise.all(round)));
      await sleep(PACE_MS);
    }
    return { samples, ...(await running) };
  }

  async #backtest(): Promise<{ backtest: Answer['body']; backtestMs: number }> {
    const startedAtMs = performance.now();
    const backtest = await this.trader.caller.untilEnded(await submitBacktest(this.trader), BACKTEST_MS_MAX);
    return { backtest, backtestMs: performance.now() - startedAtMs };
  }

  #round(): Record<string, () => Promise<Answer>> {
    const { caller } = this.trader;
    const candles = new URLSearchParams({
      venue: 'hyperliquid',
      symbol: 'BTC/USDC:USDC',
      timeframe: '1h',
      limit: '200',
    });
    return {
      'its backtest': () => caller.send('GET', `/runtime/backtests/${this.backtestId}`),
      'its backtests': () => caller.send('GET', '/runtime/backtests?limit=10'),
      candles: () => caller.send('GET', `/context/candles?${candles}`),
      'a query': () =>
        caller.query('{ account { id } markets(query: "hyperliquid", first: 20) { edges { node { symbol } } } }'),
      'an order': () => this.trader.submit(this.trader.order()),
    };
  }
}

async function submitBacktest(trader: Trader): Promise<string> {
  const { status, body } = await trader.caller.send('POST', '/runtime/backtests', backtestRequest());
  if (status !== 202) throw new Error(`the honest backtest was refused: ${JSON.stringify(body)}`);
  return body.id;
}

async function sample(what: string, ask: () => Promise<Answer>): Promise<Sample> {
  const startedAtMs = performance.now();
  try {
    const { status, body } = await ask();
    const durationMs = performance.now() - startedAtMs;
    return { what, status, durationMs, ...(status < 300 && body?.errors === undefined ? {} : { body }) };
  } catch (error) {
    return { what, status: 0, durationMs: performance.now() - startedAtMs, body: String(error) };
  }
}
