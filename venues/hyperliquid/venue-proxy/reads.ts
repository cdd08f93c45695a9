import type { Address } from 'viem';
import { z } from 'zod';

/** Reads of markets, which concern no account. */
const MARKET_READS: ReadonlySet<string> = new Set([
  'allMids',
  'candleSnapshot',
  'exchangeStatus',
  'fundingHistory',
  'l2Book',
  'meta',
  'metaAndAssetCtxs',
  'perpDexs',
  'predictedFundings',
  'recentTrades',
  'spotMeta',
  'spotMetaAndAssetCtxs',
]);

/** Reads of an account, which name it as `user`. */
const ACCOUNT_READS: ReadonlySet<string> = new Set([
  'activeAssetData',
  'clearinghouseState',
  'frontendOpenOrders',
  'historicalOrders',
  'maxBuilderFee',
  'openOrders',
  'orderStatus',
  'spotClearinghouseState',
  'userAbstraction',
  'userDexAbstraction',
  'userFees',
  'userFills',
  'userFillsByTime',
  'userFunding',
  'userNonFundingLedgerUpdates',
  'userRateLimit',
  'userRole',
]);

/** Channels of the WebSocket about markets, and about an account. */
const MARKET_CHANNELS: ReadonlySet<string> = new Set([
  'activeAssetCtx',
  'allMids',
  'bbo',
  'candle',
  'l2Book',
  'trades',
]);
const ACCOUNT_CHANNELS: ReadonlySet<string> = new Set([
  'activeAssetData',
  'orderUpdates',
  'userEvents',
  'userFills',
  'userFundings',
  'userNonFundingLedgerUpdates',
  'webData2',
]);

/** A read of `POST /info`, or a subscription of the WebSocket. */
export const readSchema = z.looseObject({ type: z.string().max(64), user: z.string().max(64).optional() });
type Read = z.output<typeof readSchema>;

/** Returns whether a bot may read this: known reads of markets, or of its own account. */
export function mayRead(read: Read, account: Address): boolean {
  return isPermitted(read, account, MARKET_READS, ACCOUNT_READS);
}

/** Returns whether a bot may subscribe to this. */
export function maySubscribe(subscription: Read, account: Address): boolean {
  return isPermitted(subscription, account, MARKET_CHANNELS, ACCOUNT_CHANNELS);
}

function isPermitted(
  { type, user }: Read,
  account: Address,
  ofMarkets: ReadonlySet<string>,
  ofAccounts: ReadonlySet<string>,
): boolean {
  if (user === undefined) return ofMarkets.has(type);
  return (ofMarkets.has(type) || ofAccounts.has(type)) && user.toLowerCase() === account;
}
