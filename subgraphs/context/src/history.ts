import { PlatformError } from '@platform/errors';
import type { ContextContext, MarketKey } from './context.js';
import { toCandlePage, toFundingPage } from './mapping.js';
import type { CandlePage, CandlesArguments, FundingPage, HistoryArguments } from './schema/history.js';

const ROWS_DEFAULT = 500;

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

function requestOf({ venue, symbol }: MarketKey, { from, to, ...page }: HistoryArguments) {
  return { venue, symbol, fromMs: from?.getTime(), toMs: to?.getTime(), ...pageOf(page) };
}

/** Returns the page arguments of the service. Throws `invalid_request` when the arguments of both directions are mixed. */
function pageOf({ first, after, last, before }: Omit<HistoryArguments, 'from' | 'to'>) {
  // A variable that is given may be null.
  const newestFirst = last != null;
  if (newestFirst && first != null) throw refused('last', 'excludes first');
  if (newestFirst && after != null) throw refused('after', 'goes with first; last takes before');
  if (!newestFirst && before != null) throw refused('before', 'goes with last; first takes after');
  const cursor = (newestFirst ? before : after) ?? undefined;
  return { limit: last ?? first ?? ROWS_DEFAULT, cursor, newestFirst };
}

function refused(path: string, message: string): PlatformError {
  return new PlatformError('invalid_request', { details: [{ path, message }] });
}
