import { formatUnits } from 'viem';
import { z } from 'zod';
import type { OpenOrder } from '../../trading-accounts/index.js';
import { type ClobOrder, canonicalSymbol, unitsOf } from '../codec/index.js';

const DECIMALS = 6;
/** The venue lists orders without an expiry by this type. */
const orderType = z.object({ order_type: z.string().min(1).catch('GTC') });

/** Returns an open order of the CLOB as the wallet shows it. */
export function openOrderOf(order: ClobOrder): OpenOrder {
  const { id, asset_id: tokenId, side, price, original_size: originalSize, size_matched: matched } = order;
  const open = unitsOf(originalSize) - (matched === '' ? 0n : unitsOf(matched));
  return {
    ...{ id, clientOrderId: undefined, symbol: canonicalSymbol(tokenId), side: side === 'BUY' ? 'buy' : 'sell' },
    type: orderType.parse(order).order_type,
    ...{ limitPrice: price, triggerPrice: undefined, size: formatUnits(open, DECIMALS), originalSize },
    reduceOnly: false,
    createdAtMs: order.created_at * 1_000,
  };
}
