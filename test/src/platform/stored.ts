import type { Answer, Caller } from './caller.js';
import { until } from './wait.js';

/** Waits until backtests on a perpetual of Hyperliquid have their funding: a platform that has just started collects candles first. */
export async function untilFundingIsStored(caller: Caller, symbol: string): Promise<void> {
  const ask = async () => (await caller.send('GET', `/context/datasets?venue=hyperliquid&symbol=${symbol}`)).body;
  const isStored = ({ datasets: [market] }: Answer['body']) => market?.tables.funding_1h !== undefined;
  await until(`the funding of ${symbol}`, ask, isStored);
}
