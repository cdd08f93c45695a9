import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Draws, keyOfName, keyWith } from '../../simulation/index.js';
import type { Market } from './model/market.js';
import { clobError } from './refusal.js';
import type { Universe } from './universe.js';

const MINUTE_MS = 60_000;
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 10_000;
const OFFSET_MAX = 10_000;
/** One of this many minutes has a trade, and without a market this many of the most traded ones are shown. */
const TRADE_EVERY_MINUTES = 4;
const MARKETS_SHOWN = 20;

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const fields = z.object({ market: z.string().optional(), limit: count.optional(), offset: count.optional() });

interface Trade {
  readonly timestamp: number;
  readonly [field: string]: unknown;
}

/** Registers the data API's trades, the newest first: generated from the prices. */
export function dataRoutes(universe: Universe): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/', async () => ({ data: 'OK' }));
    app.get('/trades', async ({ query }) => {
      const parsed = fields.safeParse(query);
      if (!parsed.success) throw clobError(400, `invalid ${parsed.error.issues[0]?.path.join('.')}`);
      const { market, limit = LIMIT_DEFAULT, offset = 0 } = parsed.data;
      if (offset > OFFSET_MAX) throw clobError(400, `max historical trades offset of ${OFFSET_MAX} exceeded`);
      const needed = offset + Math.min(limit, LIMIT_MAX);
      const trades = marketsOf(market, universe).flatMap((each) => tradesOf(each, needed, universe.nowMs));
      return trades.sort((left, right) => right.timestamp - left.timestamp).slice(offset, needed);
    });
  };
}

/** Returns the markets named by their condition ids, or the most traded ones. */
function marketsOf(named: string | undefined, universe: Universe): Market[] {
  if (named !== undefined) return named.split(',').flatMap((id) => universe.condition(id) ?? []);
  const open = universe.markets().filter((market) => universe.standingOf(market).acceptingOrders);
  return open.sort((left, right) => right.dailyVolume - left.dailyVolume).slice(0, MARKETS_SHOWN);
}

function tradesOf(market: Market, needed: number, nowMs: number): Trade[] {
  const key = keyOfName(1, `trades of ${market.conditionId}`);
  const trades: Trade[] = [];
  const endMs = Math.min(nowMs, market.closesAtMs ?? nowMs);
  for (let minute = Math.floor(endMs / MINUTE_MS) - 1; trades.length < needed; minute -= 1) {
    if (minute * MINUTE_MS < market.startMs) break;
    const draws = new Draws(keyWith(key, minute));
    if (draws.uniform() * TRADE_EVERY_MINUTES >= 1) continue;
    const outcome = Math.floor(draws.uniform() * market.outcomes.length);
    const hash = createHash('sha256').update(`${market.conditionId} ${minute}`).digest('hex');
    trades.push({
      proxyWallet: `0x${hash.slice(0, 40)}`,
      side: draws.uniform() < 0.5 ? 'BUY' : 'SELL',
      asset: market.tokenIds[outcome],
      conditionId: market.conditionId,
      size: Math.round(100 * Math.exp(3 + 1.5 * draws.normal())) / 100,
      price: market.prices.at(outcome, minute * MINUTE_MS),
      timestamp: minute * 60 + Math.floor(60 * draws.uniform()),
      title: market.question,
      slug: market.slug,
      eventSlug: market.event.slug,
      outcome: market.outcomes[outcome],
      outcomeIndex: outcome,
      name: '',
      pseudonym: 'Simulated',
      transactionHash: `0x${hash}`,
    });
  }
  return trades;
}
