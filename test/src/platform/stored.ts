import type { Answer, Caller } from './caller.js';
import { until } from './wait.js';

const DAY_MS = 86_400_000;

/**
 * Waits until a perpetual of Hyperliquid has the funding of all days that are over: a platform that has just started collects
 * candles first, and the oldest rows before the newest.
 */
export async function untilFundingIsStored(caller: Caller, symbol: string): Promise<void> {
  const ask = async () => (await caller.send('GET', `/context/datasets?venue=hyperliquid&symbol=${symbol}`)).body;
  const isStored = ({ datasets: [market] }: Answer['body']) =>
    Date.parse(market?.tables.funding_1h?.to) >= Date.now() - (Date.now() % DAY_MS) - DAY_MS / 24;
  await until(`the funding of ${symbol}`, ask, isStored);
}
