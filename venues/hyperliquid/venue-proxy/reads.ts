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

/** How long bots share the answers to reads that change rarely: the lists of what is traded, and how the account is kept. */
const LISTS_MS = 60_000;
const LISTS: ReadonlySet<string> = new Set([
  ...['meta', 'perpDexs', 'spotMeta', 'maxBuilderFee', 'userAbstraction', 'userDexAbstraction', 'userFees', 'userRole'],
]);
/** Those with the latest price of each market in them. */
const PRICED_LISTS_MS = 5_000;
const PRICED_LISTS: ReadonlySet<string> = new Set(['metaAndAssetCtxs', 'spotMetaAndAssetCtxs']);
/** All others. */
const STATE_MS = 1_000;

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

/** Returns how old an answer to a read of this type may be that another bot of the account asked for. */
export function sharedForMs(type: string): number {
  if (LISTS.has(type)) return LISTS_MS;
  return PRICED_LISTS.has(type) ? PRICED_LISTS_MS : STATE_MS;
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
