import { z } from 'zod';
import { findOrder } from '../exchange/orders/lifecycle.js';
import { address } from '../exchange/wire.js';
import type { Venue } from '../venue.js';
import { fillMessages } from './fills.js';
import { type InfoHandler, infoHandler } from './handler.js';
import { requireFirstDex } from './listings.js';
import { portfolio } from './portfolio.js';
import { openOrder, openOrders, orderWithStatus } from './user-orders.js';
import { clearinghouseState, spotState } from './users.js';
import { webData2 } from './web-data.js';

const FILLS_MAX = 2_000;
const ORDERS_MAX = 2_000;
const TWAPS_MAX = 2_000;
const FUNDINGS_MAX = 500;
const LEDGER_MAX = 2_000;

const dex = z.string().nullish();
const instant = z.int().nonnegative();
const ofUser = z.object({ user: address, dex });
const ofTime = z.object({ user: address, startTime: instant, endTime: instant.nullish() });
/** Clients leave out the start where they want everything. */
const ofAnyTime = ofTime.extend({ startTime: instant.nullish().transform((time) => time ?? 0) });
const aggregation = { aggregateByTime: z.boolean().nullish() };
const id = z.union([z.int().nonnegative(), z.string().regex(/^0x[0-9a-fA-F]{32}$/)]);

/** Users' data: balances, positions, orders, fills, movements of money. */
export const accountHandlers: Readonly<Record<string, InfoHandler>> = {
  clearinghouseState: userHandler((user, { exchange }) => clearinghouseState(exchange.context(), user)),
  spotClearinghouseState: userHandler((user, { exchange }) => spotState(exchange.context(), user)),
  webData2: userHandler((user, venue) => webData2(venue, user)),
  portfolio: userHandler((user, { exchange }) => portfolio(exchange.context(), user)),
  openOrders: userHandler((user, { exchange, markets }) =>
    exchange.store
      .liveOrdersOf(user)
      .filter(({ status }) => status !== 'waiting')
      .map((order) => openOrder(markets, order)),
  ),
  frontendOpenOrders: userHandler((user, { exchange }) => openOrders(exchange.context(), user)),
  historicalOrders: userHandler((user, { exchange, markets }) =>
    exchange.store.latestOrdersOf(user, ORDERS_MAX).map((order) => orderWithStatus(markets, order)),
  ),
  orderStatus: infoHandler(z.object({ user: address, oid: id }), ({ user, oid }, { exchange, markets }) => {
    const order = findOrder(exchange, user, typeof oid === 'string' ? oid.toLowerCase() : oid);
    return order === undefined ? { status: 'unknownOid' } : { status: 'order', order: orderWithStatus(markets, order) };
  }),
  userFills: infoHandler(
    z.object({ user: address, ...aggregation }),
    ({ user, aggregateByTime }, { exchange, markets }) =>
      fillMessages(markets, exchange.store.latestEvents('fill', user, FILLS_MAX), aggregateByTime),
  ),
  userFillsByTime: infoHandler(
    ofTime.extend(aggregation),
    ({ user, startTime, endTime, aggregateByTime }, { exchange, markets, clock }) => {
      const fills = exchange.store.eventsBetween('fill', user, startTime, endTime ?? clock.nowMs(), FILLS_MAX);
      return fillMessages(markets, fills, aggregateByTime);
    },
  ),
  userTwapSliceFills: userHandler((user, { exchange }) =>
    documents(exchange.store.latestEvents('sliceFill', user, FILLS_MAX)),
  ),
  userTwapSliceFillsByTime: infoHandler(ofTime, ({ user, startTime, endTime }, { exchange, clock }) =>
    documents(exchange.store.eventsBetween('sliceFill', user, startTime, endTime ?? clock.nowMs(), FILLS_MAX)),
  ),
  twapHistory: userHandler((user, { exchange }) => documents(exchange.store.latestEvents('twap', user, TWAPS_MAX))),
  userFunding: infoHandler(ofAnyTime, ({ user, startTime, endTime }, { exchange, clock }) =>
    documents(exchange.store.eventsBetween('funding', user, startTime, endTime ?? clock.nowMs(), FUNDINGS_MAX)),
  ),
  userNonFundingLedgerUpdates: infoHandler(ofAnyTime, ({ user, startTime, endTime }, { exchange, clock }) =>
    documents(exchange.store.eventsBetween('ledger', user, startTime, endTime ?? clock.nowMs(), LEDGER_MAX)),
  ),
};

function userHandler(answer: (user: string, venue: Venue) => unknown): InfoHandler {
  return infoHandler(ofUser, (request, venue) => {
    requireFirstDex(request.dex);
    return answer(request.user, venue);
  });
}

function documents(events: readonly { readonly document: unknown }[]): unknown[] {
  return events.map(({ document }) => document);
}
