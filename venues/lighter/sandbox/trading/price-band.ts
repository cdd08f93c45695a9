import type { Order, Transaction } from '../../transactions/index.js';
import { markPrice } from '../accounts/margin.js';
import type { Market } from '../market.js';
import { tooFarFromMark } from '../refusal.js';

/** How far beyond the mark price a limit order may take, in percent. */
const BAND_PERCENT = 5n;
const WHOLE = 100n;

/**
 * Refuses a limit order whose price was likely a slip: one to sell further below the mark price, or to buy further above it, than the band. What
 * waits for a better price is not meant, nor are orders to the market. Source: the venue's list of errors, and issue 79 of its Python client.
 */
export function checkPrices(transaction: Transaction, markets: ReadonlyMap<number, Market>, nowMs: number): void {
  for (const { type, isAsk, price, marketIndex } of ordersOf(transaction)) {
    const market = markets.get(marketIndex);
    if (market === undefined || type !== 'limit') continue;
    const mark = markPrice(market, nowMs);
    const limit = BigInt(price) * WHOLE;
    const isFar = isAsk ? limit < mark * (WHOLE - BAND_PERCENT) : limit > mark * (WHOLE + BAND_PERCENT);
    if (isFar) throw tooFarFromMark();
  }
}

function ordersOf(transaction: Transaction): readonly Order[] {
  if (transaction.kind === 'createOrder') return [transaction.order];
  return transaction.kind === 'createGroupedOrders' ? transaction.orders : [];
}
