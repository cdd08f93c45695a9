import { formatUsd } from '@platform/kit/money';
import { z } from 'zod';
import type { OpenOrder, Position } from '../../trading-accounts/index.js';
import { canonicalSymbol, isCanonicalSymbol } from '../codec/index.js';
import { microUsdc } from './amounts.js';

/** An account's positions and orders in the venue's form. Prices and sizes stay the venue's own decimal texts. */

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string');
const NO_TRIGGER = '0.0';

const position = z
  .object({
    coin: z.string().min(1),
    szi: decimal,
    entryPx: decimal.nullish(),
    positionValue: microUsdc,
    unrealizedPnl: microUsdc,
    marginUsed: microUsdc,
    liquidationPx: decimal.nullish(),
    leverage: z.object({ type: z.enum(['cross', 'isolated']), value: z.number().positive() }),
  })
  .transform(({ coin, szi, leverage, ...shown }): Position => {
    const isShort = szi.startsWith('-');
    return {
      symbol: symbolOf(coin),
      side: isShort ? 'short' : 'long',
      size: isShort ? szi.slice(1) : szi,
      sizeUsd: formatUsd(shown.positionValue),
      entryPrice: shown.entryPx ?? undefined,
      unrealizedPnlUsd: formatUsd(shown.unrealizedPnl),
      marginUsedUsd: formatUsd(shown.marginUsed),
      liquidationPrice: shown.liquidationPx ?? undefined,
      marginMode: leverage.type,
      leverage: leverage.value,
    };
  });

/** The positions in an answer of `clearinghouseState`. */
export const assetPositions = z.array(z.object({ position })).transform((all) => all.map(({ position: each }) => each));

/** Answer of `clearinghouseState`: the positions. */
export const positions = z.object({ assetPositions }).transform((state) => state.assetPositions);

/** Answer of `frontendOpenOrders`: the orders that rest or wait for their trigger. */
export const openOrders = z.array(
  z
    .object({
      coin: z.string().min(1),
      oid: z.union([z.int(), z.string()]),
      cloid: z.string().nullish(),
      side: z.enum(['B', 'A']),
      orderType: z.string().min(1),
      limitPx: decimal,
      isTrigger: z.boolean(),
      triggerPx: decimal,
      sz: decimal,
      origSz: decimal,
      reduceOnly: z.boolean(),
      timestamp: z.int().nonnegative(),
    })
    .transform(
      (order): OpenOrder => ({
        id: String(order.oid),
        clientOrderId: order.cloid ?? undefined,
        symbol: symbolOf(order.coin),
        side: order.side === 'B' ? 'buy' : 'sell',
        type: order.orderType,
        limitPrice: order.limitPx,
        triggerPrice: order.isTrigger && order.triggerPx !== NO_TRIGGER ? order.triggerPx : undefined,
        size: order.sz,
        originalSize: order.origSz,
        reduceOnly: order.reduceOnly,
        createdAtMs: order.timestamp,
      }),
    ),
);

/** Spot markets, such as `@107`, have no canonical symbol. */
function symbolOf(coin: string): string {
  const symbol = canonicalSymbol(coin);
  return isCanonicalSymbol(symbol) ? symbol : coin;
}
