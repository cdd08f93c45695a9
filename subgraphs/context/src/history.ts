import type { ContextContext, MarketKey } from './context.js';
import { toCandlePage, toFundingPage } from './mapping.js';
import type { CandlePage, CandlesArguments, FundingPage, HistoryArguments } from './schema/history.js';

/** A page of a market's candles. */
export async function readCandles(
  key: MarketKey,
  { timeframe, ...window }: CandlesArguments,
  { client, call }: ContextContext,
): Promise<CandlePage> {
  return toCandlePage(await client.listCandles({ ...requestOf(key, window), timeframe }, call));
}

/** A page of a market's funding. */
export async function readFunding(
  key: MarketKey,
  window: HistoryArguments,
  { client, call }: ContextContext,
): Promise<FundingPage> {
  return toFundingPage(await client.listFunding(requestOf(key, window), call));
}

function requestOf({ venue, symbol }: MarketKey, { from, to, first, after }: HistoryArguments) {
  return { venue, symbol, fromMs: from?.getTime(), toMs: to?.getTime(), limit: first, cursor: after };
}
