import { ask } from '../../../graph/use-query.js';
import { PAGE_SIZE, type TradeSource } from '../trades/all-trades.js';
import { SharedTradesDocument, type SharedTradesQuery } from './generated/documents.js';

/** Readers without an account share few requests a minute by their address: these are forty of them. */
export const SHARED_TRADES_MAX = 20_000;

type SharedTrade = NonNullable<SharedTradesQuery['backtestResultFile']>['trades']['nodes'][number];

/** The trades that a link leads to. */
export function sharedTradesOf(token: string): TradeSource<SharedTrade> {
  return { id: token, tradesMax: SHARED_TRADES_MAX, read: readPage };
}

async function readPage(token: string, after: string | null) {
  const { data, problem } = await ask(SharedTradesDocument, { token, first: PAGE_SIZE, after });
  return problem === undefined ? { page: data.backtestResultFile?.trades } : { problem };
}
