import { z } from 'zod';
import { address } from '../exchange/wire.js';
import { fillMessages } from '../info/fills.js';
import type { StoredEvent } from '../store/store.js';
import type { Venue } from '../venue.js';
import {
  allDexsClearinghouseStateFeed,
  clearinghouseStateFeed,
  notificationFeed,
  openOrdersFeed,
  spotStateFeed,
  twapStatesFeed,
  webData2Feed,
  webData3Feed,
} from './account-feeds.js';
import type { Feed } from './feeds.js';
import type { Subscription } from './subscription.js';
import {
  activeAssetDataFeed,
  eventsFeed,
  fundingMessage,
  historicalOrdersFeed,
  orderUpdatesFeed,
  userEventsFeed,
} from './user-feeds.js';

const documentsOf = (events: readonly StoredEvent[]) => events.map(({ document }) => document);

const orderUpdates = ofUser('orderUpdates', orderUpdatesFeed);
const userEvents = ofUser('userEvents', userEventsFeed, 'user');
const userFundings = ofUser('userFundings', (venue, user) =>
  eventsFeed(venue, user, 'funding', 'fundings', (events) => events.map(fundingMessage)),
);
const userNonFundingLedgerUpdates = ofUser('userNonFundingLedgerUpdates', (venue, user) =>
  eventsFeed(venue, user, 'ledger', 'nonFundingLedgerUpdates', documentsOf),
);

const notification = ofUser('notification', notificationFeed);
const webData2 = ofUser('webData2', webData2Feed);
const webData3 = ofUser('webData3', webData3Feed);
const allDexsClearinghouseState = ofUser('allDexsClearinghouseState', allDexsClearinghouseStateFeed);
const userHistoricalOrders = ofUser('userHistoricalOrders', historicalOrdersFeed);
const clearinghouseState = ofDex('clearinghouseState', clearinghouseStateFeed);
const openOrders = ofDex('openOrders', openOrdersFeed);

const userTwapHistory = ofUser('userTwapHistory', (venue, user) =>
  eventsFeed(venue, user, 'twap', 'history', documentsOf),
);
const userTwapSliceFills = ofUser('userTwapSliceFills', (venue, user) =>
  eventsFeed(venue, user, 'sliceFill', 'twapSliceFills', documentsOf),
);
const twapStates = ofDex('twapStates', twapStatesFeed);

const userFills = z
  .object({ type: z.literal('userFills'), user: address, aggregateByTime: z.boolean().nullish() })
  .transform(({ type, user, aggregateByTime }): Subscription => {
    const open = (venue: Venue) =>
      eventsFeed(venue, user, 'fill', 'fills', (fills) => fillMessages(venue.markets, fills, aggregateByTime));
    return { channel: type, echo: { type, user, aggregateByTime: aggregateByTime ?? false }, ofUser: true, open };
  });

const spotState = z
  .object({
    type: z.literal('spotState'),
    user: address,
    isPortfolioMargin: z.boolean().optional(),
    ignorePortfolioMargin: z.boolean().optional(),
  })
  .transform((echo): Subscription => {
    const open = (venue: Venue) => spotStateFeed(venue, echo.user);
    return { channel: echo.type, echo, ofUser: true, open };
  });

const activeAssetData = z
  .object({ type: z.literal('activeAssetData'), user: address, coin: z.string() })
  .transform((echo): Subscription => {
    const open = (venue: Venue) => activeAssetDataFeed(venue, echo.user, echo.coin);
    return { channel: echo.type, echo, ofUser: true, open };
  });

/** The subscriptions that concern a user. */
export const userSubscriptions = [
  orderUpdates,
  userEvents,
  userFills,
  userFundings,
  userNonFundingLedgerUpdates,
  activeAssetData,
  notification,
  webData2,
  clearinghouseState,
  spotState,
  openOrders,
  userTwapHistory,
  userTwapSliceFills,
  twapStates,
  webData3,
  allDexsClearinghouseState,
  userHistoricalOrders,
] as const;

function ofUser<Type extends string>(
  type: Type,
  open: (venue: Venue, user: string) => Feed | undefined,
  channel: string = type,
) {
  return z.object({ type: z.literal(type), user: address }).transform(
    ({ user }): Subscription => ({
      channel,
      echo: { type, user },
      ofUser: true,
      open: (venue) => open(venue, user),
    }),
  );
}

/**
 * Returns the subscription to a user's state at a dex, of which only the venue's own exists; the venue repeats its name where it was left
 * out.
 */
function ofDex<Type extends string>(type: Type, open: (venue: Venue, user: string) => Feed) {
  return z.object({ type: z.literal(type), user: address, dex: z.string().nullish() }).transform(
    ({ user, dex }): Subscription => ({
      channel: type,
      echo: { type, user, dex: dex ?? '' },
      ofUser: true,
      open: (venue) => (dex ? undefined : open(venue, user)),
    }),
  );
}
