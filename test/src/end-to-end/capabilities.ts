import { frameworkIds, type VenueId, venueRow } from '@platform/venues/registry';
import type { Answer, Caller } from '../platform/caller.js';

/** The codes for a venue that a route does not support, or for a route that does not exist. */
const NOT_HERE = ['feature_not_available', 'venue_not_supported', 'native_action_unsupported', 'not_found'];
const RANGE = { from: '2020-01-01', to: '2020-01-02' };
const INTENT = {
  amount_usd: '0',
  destination_wallet: '0x1000000000000000000000000000000000000001',
  chain: 'arbitrum',
  asset_address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
};

/** Without one a live deployment is refused before its venue is looked at. */
const CAPITAL = { available_capital: 60 };

/** What an order is called at venues that have another word for it. */
const ORDER_TYPES: Readonly<Partial<Record<VenueId, string>>> = { lighter: 'create_order' };

/**
 * Returns what the routes support at a venue. Each one gets a request that it refuses anyway, so that nothing is done: it supports the
 * venue where the refusal is not about the venue.
 */
export async function capabilitiesByRoute(caller: Caller, venue: VenueId): Promise<Record<string, boolean>> {
  const post = async (path: string, body: object) =>
    worksWith(await caller.send('POST', path, body, { 'idempotency-key': crypto.randomUUID() }));
  const { frameworks } = venueRow(venue);
  const strategies = frameworkIds.map((framework) => ({
    ...{ framework, venue, code: 'x = ' },
    symbols: [frameworks[framework]?.example ?? 'none'],
  }));
  type Strategy = (typeof strategies)[number];
  const some = async (path: string, bodyOf: (strategy: Strategy) => object) => {
    for (const strategy of strategies) if (await post(path, bodyOf(strategy))) return true;
    return false;
  };
  const deployed = (mode: 'paper' | 'live') =>
    some('/runtime/deployments', ({ symbols, ...strategy }) => ({
      ...strategy,
      ...{ mode, name: `probe of ${venue}` },
      config: { exchange: { pair_whitelist: symbols }, instrument_ids: symbols, ...(mode === 'live' && CAPITAL) },
    }));
  return {
    context: worksWith(await caller.send('GET', `/context/candles?venue=${venue}&symbol=none&timeframe=1h`)),
    backtest: await some('/runtime/backtests', (strategy) => ({ ...strategy, config: {}, range: RANGE })),
    paper: await deployed('paper'),
    live: await deployed('live'),
    execution: await post('/runtime/executions', { venue, action: { type: ORDER_TYPES[venue] ?? 'order' } }),
    setup: await post(`/wallet/venues/${venue}/setup`, { amount_usd: '1' }),
    withdraw: await post('/wallet/withdraw/otp', { ...INTENT, source: venue }),
  };
}

function worksWith({ status, body }: Answer): boolean {
  const { code, details } = body.error;
  const refused: readonly { path?: string }[] = Array.isArray(details) ? details : [];
  return status < 500 && !NOT_HERE.includes(code) && !refused.some(({ path }) => path === 'venue' || path === 'source');
}
