import type { FastifyInstance } from 'fastify';
import type { Event, Market } from '../model/market.js';
import { notFound } from '../refusal.js';
import type { Universe } from '../universe.js';
import { type Entry, keysetPage, offsetPage } from './listing.js';
import { listQuery } from './query.js';
import { search } from './search.js';
import { eventStanding, gammaEvent, gammaMarket } from './wire.js';

/** The lists by offset are deprecated at the real venue, with these headers. */
const DEPRECATED = (successor: string) => ({
  deprecation: 'true',
  sunset: 'Fri, 01 May 2026 00:00:00 GMT',
  warning: `299 - "use ${successor}"`,
});

/** Registers Gamma: the markets and events. */
export function gammaRoutes(universe: Universe): (app: FastifyInstance) => Promise<void> {
  const market = (found: Market) => gammaMarket(found, universe);
  const event = (found: Event) => gammaEvent(found, universe);
  return async (app) => {
    app.get('/status', async () => 'OK');
    app.get('/markets', async ({ query }, reply) => {
      reply.headers(DEPRECATED('/markets/keyset'));
      return offsetPage(marketEntries(universe), listQuery(query)).map(market);
    });
    app.get('/markets/keyset', async ({ query }) => {
      const { items, ...next } = keysetPage(marketEntries(universe), listQuery(query));
      return { markets: items.map(market), ...next };
    });
    app.get<{ Params: { id: string } }>('/markets/:id', async ({ params }) =>
      market(found('id', universe.markets(), ({ id }) => id === params.id)),
    );
    app.get<{ Params: { slug: string } }>('/markets/slug/:slug', async ({ params }) =>
      market(found('slug', universe.markets(), ({ slug }) => slug === params.slug)),
    );
    app.get('/events', async ({ query }, reply) => {
      reply.headers(DEPRECATED('/events/keyset'));
      return offsetPage(eventEntries(universe), listQuery(query)).map(event);
    });
    app.get('/events/keyset', async ({ query }) => {
      const { items, ...next } = keysetPage(eventEntries(universe), listQuery(query));
      return { events: items.map(event), ...next };
    });
    app.get<{ Params: { id: string } }>('/events/:id', async ({ params }) =>
      event(found('id', universe.events(), ({ id }) => id === params.id)),
    );
    app.get<{ Params: { slug: string } }>('/events/slug/:slug', async ({ params }) =>
      event(found('slug', universe.events(), ({ slug }) => slug === params.slug)),
    );
    app.get('/public-search', async ({ query }) => search(query, universe));
  };
}

function found<Item>(what: string, items: readonly Item[], isIt: (item: Item) => boolean): Item {
  const item = items.find(isIt);
  if (item === undefined) throw notFound(what);
  return item;
}

function marketEntries(universe: Universe): Entry<Market>[] {
  return universe.markets().map((market) => {
    const { id, slug, conditionId, tokenIds, startMs, endMs, closesAtMs } = market;
    const { closed, volume, volume24h } = universe.standingOf(market);
    return {
      ...{ item: market, id, tokenIds, startMs, endMs, closed, volume },
      slugs: [slug],
      conditionIds: [conditionId],
      active: market.isActive,
      archived: market.isArchived,
      orders: {
        ...{ volume, volumeNum: volume, volume24hr: volume24h },
        ...{ startDate: startMs, createdAt: startMs, endDate: endMs ?? Number.MAX_SAFE_INTEGER },
        closedTime: closesAtMs ?? Number.MAX_SAFE_INTEGER,
        liquidityNum: market.dailyVolume,
      },
    };
  });
}

function eventEntries(universe: Universe): Entry<Event>[] {
  return universe.events().map((event) => {
    const { closed, archived, active, volume24h, startMs } = eventStanding(event, universe);
    return {
      ...{ item: event, id: event.id, closed, archived, active, startMs, volume: volume24h },
      endMs: event.markets[0]?.endMs,
      slugs: [event.slug],
      conditionIds: event.markets.map(({ conditionId }) => conditionId),
      tokenIds: event.markets.flatMap(({ tokenIds }) => tokenIds),
      orders: { volume: volume24h, volume24hr: volume24h, startDate: startMs, createdAt: startMs },
    };
  });
}
