import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mandate } from '@platform/keys/mandates';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  emptyDatabase,
  NO_BOTS,
  NO_MARKET_FACTS,
  NOTHING_LIVE,
  openDatabase,
} from '../../domain.fixture.js';
import type { ProxiedBot } from '../../live/venue-proxies.js';
import type { VenueStanding } from '../../live/wallet.js';
import { toDeploymentMessage } from '../messages.js';

/** Live deployments and the mandates of the keys that make, start and change them. */

const START_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const OWNER = 'acc_1';
const CAPITAL_USD = 60;
const BTC = 'BTC/USDC:USDC';
const MARKET = {
  ...{ alias: BTC, symbol: BTC, coin: 'BTC', kind: 'perpetual' as const },
  ...{ sizeDecimals: 5, tickSize: '1', maxLeverage: 40, markPrice: '100' },
};
const inDays = (days: number) => new Date(START_MS + days * DAY_MS);
const textIn = (days: number) => inDays(days).toISOString();

let connection: Connection;
let clock: ManualClock;
let domain: Awaited<ReturnType<typeof buildDomain>>;
/** The bots that a proxy was last told of. */
let served: readonly ProxiedBot[];
let setups: string[];
let names = 0;

beforeAll(async () => {
  connection = await openDatabase('live_mandates');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(START_MS);
  [served, setups] = [[], []];
  const setup = { id: 'vs_1', status: 'completed', step: 'done' } as const;
  const standing: VenueStanding = {
    ...{ address: '0x1', equityUsd: CAPITAL_USD, positions: [] },
    ...{ agent: 'none', agentIssuedAtMs: null },
  };
  domain = await buildDomain(connection, {
    clock,
    bots: {
      ...{ runner: NO_BOTS, botLimits: { memoryBytes: 2 ** 30 }, marketsOf: async () => [MARKET] },
      marketFactsOf: NO_MARKET_FACTS,
      live: {
        isOn: true,
        wallet: {
          setUp: async ({ deploymentId }) => {
            setups.push(deploymentId);
            return setup;
          },
          standing: async () => standing,
          release: async () => {},
        },
        proxies: {
          ...NOTHING_LIVE.proxies,
          serve: async (_place, bots) => {
            served = bots;
          },
          keyOf: async () => '0x1',
        },
      },
    },
  });
});

afterAll(() => connection.close());

async function create(mandate?: Mandate, fields: { readonly aliveUntilMs?: number } = {}) {
  names += 1;
  const request = {
    ...{ framework: 'freqtrade', venue: 'hyperliquid', mode: 'live', name: `live ${names}`, code: 'x = 1' },
    configJson: JSON.stringify({ exchange: { pair_whitelist: [BTC] }, available_capital: CAPITAL_USD }),
    ...fields,
  };
  const call = { accountId: OWNER, requestId: 'req_1', mandate };
  return (await domain.deployments.creation.create(request, call)).deployment;
}

const start = (id: string, mandate?: Mandate, aliveUntil?: Date | null) =>
  domain.deployments.lifecycle.start(OWNER, id, { aliveUntil }, mandate);
const patch = (id: string, aliveUntil: Date | null, mandate?: Mandate) =>
  domain.deployments.lifecycle.patch(OWNER, id, { aliveUntil }, mandate);
const exceeded = (limit: string, asked: unknown, allowed: unknown) => ({
  code: 'mandate_exceeded',
  details: { limit, asked, allowed },
});

/** The highest leverage that the proxy lets the bot of a deployment set. */
async function servedLeverage(id: string): Promise<number | undefined> {
  await domain.deployments.live.botOf(await domain.deployments.store.get(OWNER, id));
  return served.find(({ deploymentId }) => deploymentId === id)?.maximumLeverage;
}

describe('is not created, and its money does not move, by a key', () => {
  test.each<[string, Mandate, unknown, unknown]>([
    ['venues', { venues: ['lighter'] }, ['hyperliquid'], ['lighter']],
    ['symbols', { symbols: ['ETH/USDC:USDC'] }, [BTC], ['ETH/USDC:USDC']],
    ['max_order_usd', { maxOrderUsd: '59.99' }, CAPITAL_USD, 59.99],
    ['max_daily_usd', { maxDailyUsd: '1000000.00' }, null, 1_000_000],
    ['reduce_only', { reduceOnly: true }, false, true],
    ['expires_at', { expiresAtMs: START_MS }, textIn(0), textIn(0)],
  ])('whose limit is %s: %j', async (limit, mandate, asked, allowed) => {
    await expect(create(mandate)).rejects.toMatchObject(exceeded(limit, asked, allowed));
    expect([await domain.deployments.store.kept(OWNER), setups]).toEqual([[], []]);
  });

  test('that ends before the deployment would', async () => {
    const asked = create({ expiresAtMs: inDays(1).getTime() }, { aliveUntilMs: inDays(2).getTime() });
    await expect(asked).rejects.toMatchObject(exceeded('expires_at', textIn(2), textIn(1)));
    expect([await domain.deployments.store.kept(OWNER), setups]).toEqual([[], []]);
  });
});

describe('keeps the limits of the key that made it', () => {
  test('as they were then', async () => {
    const mandate = {
      ...{ venues: ['hyperliquid'], symbols: [BTC], maxOrderUsd: '500.00', maxLeverage: 5 },
      expiresAtMs: inDays(3).getTime(),
    };
    const { _id } = await create(mandate);
    const kept = await domain.deployments.store.get(OWNER, _id);
    expect(kept.mandate).toEqual(mandate);
    const shown = { maxOrderUsd: '500.00', maxLeverage: 5, expiresAtMs: mandate.expiresAtMs };
    expect(toDeploymentMessage(kept).mandate).toEqual(shown);
    expect((await start(_id, mandate)).status).toBe('starting');
  });

  test('and ends with them where it has no earlier end', async () => {
    const mandate = { expiresAtMs: inDays(3).getTime() };
    expect((await create(mandate)).aliveUntil).toEqual(inDays(3));
    expect((await create(mandate, { aliveUntilMs: inDays(1).getTime() })).aliveUntil).toEqual(inDays(1));
  });

  test.each<[string, Mandate | undefined, number]>([
    ['that of its market without a mandate', undefined, 40],
    ['that of the mandate', { maxLeverage: 5 }, 5],
    ['that of its market where the mandate allows more', { maxLeverage: 45 }, 40],
    ['what one order of all its capital may be worth', { maxLeverage: 20, maxOrderUsd: '200.00' }, 3],
    ['none where an order may be worth its capital', { maxOrderUsd: '60.00' }, 1],
  ])('its bot may set a leverage up to %s', async (_what, mandate, leverage) => {
    const { _id } = await create(mandate);
    await start(_id);
    expect(await servedLeverage(_id)).toBe(leverage);
  });

  test('also where a session starts or changes it', async () => {
    const { _id } = await create({ expiresAtMs: inDays(3).getTime() });
    const beyond = exceeded('expires_at', null, textIn(3));
    await expect(start(_id, undefined, null)).rejects.toMatchObject(beyond);
    await expect(patch(_id, null)).rejects.toMatchObject(beyond);
    await expect(patch(_id, inDays(4))).rejects.toMatchObject(exceeded('expires_at', textIn(4), textIn(3)));
    expect((await patch(_id, inDays(2))).aliveUntil).toEqual(inDays(2));
    clock.advance(3 * DAY_MS);
    await expect(start(_id)).rejects.toMatchObject(exceeded('expires_at', textIn(3), textIn(3)));
  });
});

describe('is not started by a key', () => {
  const own: Mandate = { maxOrderUsd: '500.00', maxLeverage: 5, expiresAtMs: inDays(3).getTime() };

  test.each<[string, Mandate, unknown, unknown]>([
    ['max_order_usd', { maxOrderUsd: '499.99' }, 500, 499.99],
    ['max_daily_usd', { maxDailyUsd: '1000.00' }, null, 1_000],
    ['max_leverage', { maxLeverage: 4 }, 5, 4],
    ['reduce_only', { reduceOnly: true }, false, true],
    ['expires_at', { expiresAtMs: inDays(2).getTime() }, textIn(3), textIn(2)],
  ])('with a narrower %s than its own', async (limit, mandate, asked, allowed) => {
    const { _id } = await create(own);
    setups = [];
    await expect(start(_id, mandate)).rejects.toMatchObject(exceeded(limit, asked, allowed));
    const { status, mandate: kept } = await domain.deployments.store.get(OWNER, _id);
    expect([status, kept, setups]).toEqual(['created', own, []]);
  });

  test.each<[string, Mandate, unknown, unknown]>([
    ['max_order_usd', { maxOrderUsd: '500.00' }, null, 500],
    ['max_leverage', { maxLeverage: 50 }, null, 50],
    ['expires_at', { expiresAtMs: inDays(2).getTime() }, null, textIn(2)],
  ])('with a %s where it has none', async (limit, mandate, asked, allowed) => {
    const { _id } = await create();
    await expect(start(_id, mandate)).rejects.toMatchObject(exceeded(limit, asked, allowed));
    expect((await start(_id)).status).toBe('starting');
  });

  test('beyond whose end it would run, but is where it ends in time', async () => {
    const { _id } = await create();
    const mandate = { expiresAtMs: inDays(2).getTime() };
    await expect(start(_id, mandate, inDays(3))).rejects.toMatchObject(exceeded('expires_at', textIn(3), textIn(2)));
    expect((await start(_id, mandate, inDays(1))).aliveUntil).toEqual(inDays(1));
    await expect(patch(_id, inDays(3), mandate)).rejects.toMatchObject(exceeded('expires_at', textIn(3), textIn(2)));
    expect((await patch(_id, inDays(3))).aliveUntil).toEqual(inDays(3));
  });
});
