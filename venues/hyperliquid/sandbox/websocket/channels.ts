import { z } from 'zod';
import { aggregationFields } from '../info/prices.js';
import { INTERVALS } from '../interval.js';
import type { Market } from '../market.js';
import { allDexes, findMarket, marketsOfDex } from '../venue.js';
import { assetContext, assetContexts, bestPricesMessage, bookMessage, midPrices } from '../wire.js';
import { candleFeed, type Feed, tradeFeed } from './feeds.js';
import type { Subscription } from './subscription.js';
import { userSubscriptions } from './user-channels.js';

const FAST_BOOK_LEVELS = 5;
const coin = z.string();

const allMids = z.object({ type: z.literal('allMids'), dex: z.string().nullish() }).transform(
  ({ type, dex }): Subscription => ({
    channel: type,
    echo: dex ? { type, dex } : { type },
    ofUser: false,
    open: (venue) => {
      const markets = marketsOfDex(venue, dex);
      return markets && ((nowMs) => [{ mids: midPrices({ markets }, nowMs) }]);
    },
  }),
);

const candle = z
  .object({ type: z.literal('candle'), coin, interval: z.enum(INTERVALS) })
  .transform((echo) => ofMarket(echo, (market) => candleFeed(market, echo.interval)));

const l2Book = z
  .object({ type: z.literal('l2Book'), coin, ...aggregationFields, fast: z.boolean().optional() })
  .transform(({ nSigFigs = null, mantissa = null, fast, ...rest }) => {
    const echo = { ...rest, nSigFigs, mantissa, ...(fast === undefined ? {} : { fast }) };
    return ofMarket(echo, (market) => (nowMs) => [
      fast ? { ...bookMessage(market, nowMs, echo, FAST_BOOK_LEVELS), fast } : bookMessage(market, nowMs, echo),
    ]);
  });

const trades = z.object({ type: z.literal('trades'), coin }).transform((echo) => ofMarket(echo, tradeFeed));

const bbo = z
  .object({ type: z.literal('bbo'), coin })
  .transform((echo) => ofMarket(echo, (market) => (nowMs) => [bestPricesMessage(market, nowMs)]));

const activeAssetCtx = z
  .object({ type: z.literal('activeAssetCtx'), coin })
  .transform((echo) => ofMarket(echo, (market) => (nowMs) => [{ coin: echo.coin, ctx: assetContext(market, nowMs) }]));

const assetCtxs = z.object({ type: z.literal('assetCtxs'), dex: z.string().nullish() }).transform(
  ({ type, dex }): Subscription => ({
    channel: type,
    echo: { type, dex: dex ?? '' },
    ofUser: false,
    open: (venue) => {
      const markets = marketsOfDex(venue, dex);
      return markets && ((nowMs) => [{ dex: dex ?? '', ctxs: assetContexts({ markets }, nowMs) }]);
    },
  }),
);

const allDexsAssetCtxs = z.object({ type: z.literal('allDexsAssetCtxs') }).transform(
  (echo): Subscription => ({
    channel: echo.type,
    echo,
    ofUser: false,
    open: (venue) => (nowMs) => [
      { ctxs: allDexes(venue).map(([dex, markets]) => [dex, assetContexts({ markets }, nowMs)]) },
    ],
  }),
);

/** Every subscription the venue knows, by its `type`. */
export const subscriptionSchema: z.ZodType<Subscription> = z.union([
  allMids,
  candle,
  l2Book,
  trades,
  bbo,
  activeAssetCtx,
  assetCtxs,
  allDexsAssetCtxs,
  ...userSubscriptions,
]);

function ofMarket(
  echo: { readonly type: string; readonly coin: string; readonly [field: string]: unknown },
  feed: (market: Market) => Feed,
): Subscription {
  return {
    channel: echo.type,
    echo,
    ofUser: false,
    open: (venue) => {
      const market = findMarket(venue, echo.coin);
      return market === undefined ? undefined : feed(market);
    },
  };
}
