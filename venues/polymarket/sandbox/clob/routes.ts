import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { baseFeeOf, type Market } from '../model/market.js';
import { clobError } from '../refusal.js';
import type { Universe } from '../universe.js';
import type { Venue } from '../venue.js';
import { bookOf, exact, middleOf, type Quote, quoteOf } from './book.js';
import { pricesHistory } from './history.js';
import { clobMarket, clobPage, marketDetails, simplifiedMarket } from './markets.js';
import { tradingRoutes } from './trading.js';

/** The time, in milliseconds since the epoch, exclusive, up to which the points of an answer were recorded at the real venue. */
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';
/** The version of orders that the venue accepts. */
const ORDER_VERSION = 2;
const TOKENS_MAX = 500;

const tokenQuery = z.object({ token_id: z.string().min(1) });
const side = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['BUY', 'SELL']));
const priceQuery = tokenQuery.extend({ side });
const tokensBody = z.array(tokenQuery.extend({ side: side.optional() })).max(TOKENS_MAX);
const cursorQuery = z.object({ next_cursor: z.string().optional() });

/** Registers the CLOB: its public reads, and what is done for an account. */
export function clobRoutes(venue: Venue, onChange: () => void): (app: FastifyInstance) => Promise<void> {
  const { universe } = venue;
  return async (app) => {
    app.get('/', async () => 'OK');
    app.get('/ok', async (_request, reply) => reply.type('application/json').send('"OK"'));
    app.get('/version', async () => ({ version: ORDER_VERSION }));
    app.get('/time', async (_request, reply) =>
      reply.type('application/json').send(String(Math.floor(universe.nowMs / 1_000))),
    );
    marketRoutes(app, universe);
    tokenRoutes(app, venue);
    tradingRoutes(app, venue, onChange);
    app.get('/prices-history', async ({ query }, reply) => {
      const { history, recordedUntilMs } = pricesHistory(query, universe);
      if (recordedUntilMs !== undefined) reply.header(RECORDED_UNTIL_HEADER, recordedUntilMs);
      return { history };
    });
  };
}

function marketRoutes(app: FastifyInstance, universe: Universe): void {
  const whole = (market: Market) => clobMarket(market, universe);
  const simple = (market: Market) => simplifiedMarket(market, universe);
  /** Returns the traded markets with liquidity rewards: one in two. */
  const sampled = () =>
    universe.markets().filter((market) => universe.standingOf(market).acceptingOrders && Number(market.id) % 2 === 0);
  const list = (path: string, markets: () => Market[], show: (market: Market) => object) =>
    app.get(path, async ({ query }) => clobPage(markets(), parsed(cursorQuery, query).next_cursor, show));
  list('/markets', () => universe.markets(), whole);
  list('/simplified-markets', () => universe.markets(), simple);
  list('/sampling-markets', sampled, whole);
  list('/sampling-simplified-markets', sampled, simple);
  app.get<{ Params: { id: string } }>('/markets/:id', async ({ params }) =>
    whole(known(universe.condition(params.id))),
  );
  app.get<{ Params: { id: string } }>('/clob-markets/:id', async ({ params }) =>
    marketDetails(known(universe.condition(params.id))),
  );
  app.get<{ Params: { token: string } }>('/markets-by-token/:token', async ({ params }) => {
    const { conditionId, tokenIds } = known(universe.token(params.token)?.market);
    return { condition_id: conditionId, primary_token_id: tokenIds[0], secondary_token_id: tokenIds[1] };
  });
}

function tokenRoutes(app: FastifyInstance, venue: Venue): void {
  const quote = (query: unknown) => quoteOf(parsed(tokenQuery, query).token_id, venue);
  const reads: Readonly<Record<string, (quote: Quote) => object>> = {
    '/book': (asked) => bookOf(asked, venue.universe.nowMs),
    '/midpoint': (asked) => ({ mid: String(middleOf(asked)) }),
    '/spread': ({ bid, ask }) => ({ spread: String(exact(ask - bid)) }),
    '/tick-size': ({ market }) => ({ minimum_tick_size: market.tickSize }),
    '/neg-risk': ({ market }) => ({ neg_risk: market.event.negRisk }),
    '/fee-rate': ({ market }) => ({ base_fee: baseFeeOf(market) }),
    '/last-trade-price': ({ bid }) => ({ price: String(bid), side: 'SELL' }),
  };
  for (const [path, read] of Object.entries(reads)) app.get(path, async ({ query }) => read(quote(query)));
  app.get('/price', async ({ query }) => {
    const asked = parsed(priceQuery, query);
    return { price: priceAt(quoteOf(asked.token_id, venue), asked.side) };
  });
  manyTokenRoutes(app, venue);
}

/** Registers the reads of many tokens at once, which leave out tokens without a book. */
function manyTokenRoutes(app: FastifyInstance, venue: Venue): void {
  const { universe } = venue;
  const many = (path: string, answer: (quotes: readonly (Quote & { side: 'BUY' | 'SELL' | undefined })[]) => unknown) =>
    app.post(path, async ({ body }) => {
      const asked = parsed(tokensBody, body);
      return answer(
        asked.flatMap(({ token_id, side }) => {
          const market = universe.token(token_id)?.market;
          const isQuoted = market !== undefined && !universe.standingOf(market).closed;
          return isQuoted ? [{ ...quoteOf(token_id, venue), side }] : [];
        }),
      );
    });
  const byToken = (show: (quote: Quote) => string) => (quotes: readonly Quote[]) =>
    Object.fromEntries(quotes.map((each) => [each.tokenId, show(each)]));
  many('/books', (quotes) => quotes.map((each) => bookOf(each, universe.nowMs)));
  many(
    '/midpoints',
    byToken((each) => String(middleOf(each))),
  );
  many(
    '/spreads',
    byToken(({ bid, ask }) => String(exact(ask - bid))),
  );
  many('/prices', (quotes) => {
    const prices = new Map<string, Record<string, string>>();
    for (const each of quotes) {
      const side = each.side ?? 'BUY';
      prices.set(each.tokenId, { ...prices.get(each.tokenId), [side]: priceAt(each, side) });
    }
    return Object.fromEntries(prices);
  });
  many('/last-trades-prices', (quotes) =>
    quotes.map(({ tokenId, bid }) => ({ token_id: tokenId, price: String(bid), side: 'SELL' })),
  );
}

/** Returns the best price on a side of the book: the side `BUY` is the bids. */
function priceAt({ bid, ask }: Quote, side: 'BUY' | 'SELL'): string {
  return String(side === 'BUY' ? bid : ask);
}

function known(market: Market | undefined): Market {
  if (market === undefined) throw clobError(404, 'market not found');
  return market;
}

function parsed<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw clobError(400, `Invalid ${result.error.issues[0]?.path.join('.') || 'payload'}`);
}
