import { z } from 'zod';
import { decimalText } from '../decimals.js';
import { latestTrades } from '../model/trades.js';
import { findMarket } from '../venue.js';
import { bookMessage, midPrices, tradeMessage } from '../wire.js';
import { type InfoHandler, infoHandler, marketOf } from './handler.js';
import { requireDex } from './listings.js';

const RECENT_TRADES = 10;

/** The aggregation parameters of a book request. */
export const aggregationFields = {
  nSigFigs: z.union([z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).nullish(),
  mantissa: z.union([z.literal(1), z.literal(2), z.literal(5)]).nullish(),
};

/** The current state of the markets. */
export const priceHandlers: Readonly<Record<string, InfoHandler>> = {
  allMids: infoHandler(z.object({ dex: z.string().nullish() }), ({ dex }, venue) =>
    midPrices({ markets: requireDex(venue, dex) }, venue.clock.nowMs()),
  ),
  l2Book: infoHandler(z.object({ coin: z.string(), ...aggregationFields }), ({ coin, nSigFigs, mantissa }, venue) => {
    const market = findMarket(venue, coin);
    return market === undefined ? null : bookMessage(market, venue.clock.nowMs(), { nSigFigs, mantissa });
  }),
  recentTrades: infoHandler(z.object({ coin: z.string() }), ({ coin }, venue) => {
    const market = marketOf(venue, coin);
    return latestTrades(market, venue.clock.nowMs(), RECENT_TRADES).map((trade) => tradeMessage(market, trade));
  }),
  predictedFundings: infoHandler(z.object({}), (_request, venue) =>
    [...venue.markets.values()].map((market) => {
      const { rate, timeMs } = market.nextFundingRate(venue.clock.nowMs());
      const nextFundingTime = timeMs - (timeMs % 3_600_000);
      return [
        market.perpetual.coin,
        [['HlPerp', { fundingRate: decimalText(rate), nextFundingTime, fundingIntervalHours: 1 }]],
      ];
    }),
  ),
};
