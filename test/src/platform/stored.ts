import { daysAgo } from '../end-to-end/strategies.js';
import type { Answer, Caller } from './caller.js';
import { until } from './wait.js';

const HOUR_MS = 3_600_000;

/**
 * Waits until a perpetual of Hyperliquid has the funding of all days that are over: a platform that has just started collects
 * candles first, and the oldest rows before the newest.
 */
export async function untilFundingIsStored(caller: Caller, symbol: string): Promise<void> {
  const ask = async () => (await caller.send('GET', `/context/datasets?venue=hyperliquid&symbol=${symbol}`)).body;
  const isStored = ({ datasets: [market] }: Answer['body']) =>
    Date.parse(market?.tables.funding_1h?.to) >= Date.parse(daysAgo(0)) - HOUR_MS;
  await until(`the funding of ${symbol}`, ask, isStored);
}

/** Waits until a backtest is accepted: its data is stored by then. */
export async function untilAccepted(caller: Caller, request: object): Promise<void> {
  const create = () => caller.send('POST', '/runtime/backtests', request);
  await until('a backtest to be accepted', create, ({ status }) => status === 202);
}
