import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import fc from 'fast-check';
import { START_MS, TestDomain } from '../testing/domain.fixture.js';

const DAY_MS = 86_400_000;
const PROPERTY_MS_MAX = 300_000;
const wire = { a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } };
const resting = { status: 'ok', response: { type: 'order', data: { statuses: [{ resting: { oid: 7 } }] } } };
const refused = { status: 'err', response: 'Insufficient margin.' };
const leverage = { type: 'updateLeverage', asset: 0, isCross: true, leverage: 5 };
let domain: TestDomain;
let keys = 0;

beforeAll(async () => {
  domain = await TestDomain.start('mandates');
});

beforeEach(async () => {
  await domain.reset();
  keys = 0;
  domain.venue.behaviour = { answer: resting };
  domain.venue.info = ({ type, coin }) => {
    if (type === 'meta') return { universe: [{ name: 'BTC' }, { name: 'ETH' }] };
    if (type === 'allMids') return { BTC: '100', ETH: '10' };
    if (type === 'activeAssetData') return { leverage: { type: 'cross', value: coin === 'BTC' ? 20 : 3 } };
    return undefined;
  };
});

afterAll(() => domain.close());

function order(...orders: object[]) {
  return { type: 'order', grouping: 'na', orders: orders.length === 0 ? [wire] : orders };
}

function submit(mandate: Mandate, action: object = order(), idempotencyKey = `k${keys++}`) {
  return domain.submit(action, { mandate, idempotencyKey });
}

async function nothingDone() {
  expect([await domain.records(), domain.wallets.signed, domain.venue.sent]).toEqual([[], [], []]);
}

describe('beyond its limit nothing is signed, sent or recorded', () => {
  test.each<[string, Mandate, object, unknown, unknown]>([
    ['venues', { venues: ['lighter'] }, order(), ['hyperliquid'], ['lighter']],
    ['symbols', { symbols: ['ETH/USDC:USDC'] }, order(), ['BTC/USDC:USDC'], ['ETH/USDC:USDC']],
    ['symbols', { symbols: ['ETH/USDC:USDC'] }, order({ ...wire, a: 1 }, wire), ['BTC/USDC:USDC'], ['ETH/USDC:USDC']],
    ['symbols', { symbols: ['ETH/USDC:USDC'] }, order({ ...wire, r: true }), ['BTC/USDC:USDC'], ['ETH/USDC:USDC']],
    ['symbols', { symbols: ['ETH/USDC:USDC'] }, { type: 'scheduleCancel' }, null, ['ETH/USDC:USDC']],
    ['max_order_usd', { maxOrderUsd: '99.99' }, order(), 100, 99.99],
    ['max_order_usd', { maxOrderUsd: '99.99' }, order({ ...wire, s: '0.5' }, wire), 100, 99.99],
    ['max_order_usd', { maxOrderUsd: '99.99' }, order({ ...wire, p: '50' }), 100, 99.99],
    ['max_order_usd', { maxOrderUsd: '149.99' }, order({ ...wire, p: '150' }), 150, 149.99],
    ['max_order_usd', { maxOrderUsd: '99.99' }, order({ ...wire, a: 10_005 }), null, 99.99],
    ['max_daily_usd', { maxDailyUsd: '199.99' }, order(wire, wire), 200, 199.99],
    ['max_daily_usd', { maxDailyUsd: '199.99' }, order(wire, { ...wire, p: '10' }), 200, 199.99],
    ['max_leverage', { maxLeverage: 5 }, order(), 20, 5],
    ['max_leverage', { maxLeverage: 4 }, leverage, 5, 4],
    ['reduce_only', { reduceOnly: true }, order(), false, true],
    ['reduce_only', { reduceOnly: true }, leverage, false, true],
    [
      ...['expires_at', { expiresAtMs: START_MS }, order()],
      ...[new Date(START_MS).toISOString(), new Date(START_MS).toISOString()],
    ] as [string, Mandate, object, unknown, unknown],
  ])('%s: %j', async (limit, mandate, action, asked, allowed) => {
    await expect(submit(mandate, action)).rejects.toMatchObject({
      code: 'mandate_exceeded',
      details: { limit, asked, allowed },
    });
    await nothingDone();
  });

  test('of a mandate whose markets can not be read', async () => {
    domain.venue.info = () => undefined;
    await expect(submit({ maxOrderUsd: '100.00' })).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    await nothingDone();
  });
});

describe('within its limits an action is executed', () => {
  const whole: Mandate = {
    ...{ venues: ['hyperliquid'], symbols: ['BTC/USDC:USDC', 'ETH/USDC:USDC'], maxLeverage: 3 },
    ...{ maxOrderUsd: '100.00', maxDailyUsd: '100.00', expiresAtMs: START_MS + DAY_MS * 10 },
  };
  test.each<[string, Mandate, object]>([
    ['an order of exactly the limits', whole, order({ ...wire, a: 1 })],
    ['any order that only reduces, whatever it is worth', whole, order({ ...wire, s: '900', r: true })],
    ['one that only reduces, of a key that may only reduce', { reduceOnly: true }, order({ ...wire, r: true })],
    ['a cancel of a key that may only reduce', { reduceOnly: true }, { type: 'cancel', cancels: [{ a: 0, o: 1 }] }],
    ['a leverage that is allowed', { maxLeverage: 5 }, leverage],
  ])('%s', async (_what, mandate, action) => {
    expect((await submit(mandate, action)).record.status).toBe('succeeded');
  });

  test('of an account whose leverage was too high, once it has set an allowed one', async () => {
    await expect(submit({ maxLeverage: 5 })).rejects.toMatchObject({ code: 'mandate_exceeded' });
    await submit({ maxLeverage: 5 }, leverage);
    domain.venue.info = ({ type }) =>
      type === 'activeAssetData' ? { leverage: { value: 5 } } : type === 'allMids' ? { BTC: '100' } : undefined;
    expect((await submit({ maxLeverage: 5 })).record.status).toBe('succeeded');
  });
});

describe("a day's limit", () => {
  const mandate: Mandate = { maxDailyUsd: '250.00' };

  test('counts what was executed, and is whole again on the next UTC day', async () => {
    await submit(mandate);
    await submit(mandate);
    await expect(submit(mandate)).rejects.toMatchObject({
      details: { limit: 'max_daily_usd', asked: 300, allowed: 250 },
    });
    expect((await submit(mandate, order({ ...wire, s: '0.5' }))).record.status).toBe('succeeded');
    expect(await domain.records()).toHaveLength(3);
    domain.clock.advance(DAY_MS);
    expect((await submit(mandate)).record.status).toBe('succeeded');
  });

  test('counts a repeated key once, and answers it after the limit is reached and the mandate has ended', async () => {
    const ending = { ...mandate, expiresAtMs: domain.clock.nowMs() + 1_000 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(ending, order(wire, wire), 'same')));
    expect(new Set(answers.map(({ record }) => record._id)).size).toBe(1);
    expect((await submit(ending, order({ ...wire, s: '0.5' }))).record.status).toBe('succeeded');
    domain.clock.advance(1_000);
    expect((await submit(ending, order(wire, wire), 'same')).replayed).toBe(true);
    await expect(submit(ending)).rejects.toMatchObject({ details: { limit: 'expires_at' } });
  });

  test('counts neither what could not be signed nor what the venue refused, but what may have been sent', async () => {
    domain.wallets.beforeSigning = async () => {
      throw new PlatformError('execution_provider_unavailable');
    };
    await expect(submit(mandate, order(wire, wire))).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    domain.wallets.beforeSigning = async () => {};
    domain.venue.behaviour = { answer: refused };
    expect((await submit(mandate, order(wire, wire))).record.status).toBe('rejected');
    domain.venue.behaviour = 'hang_up';
    expect((await submit(mandate, order(wire, wire))).record.status).toBe('reconciling');
    await expect(submit(mandate)).rejects.toMatchObject({ details: { asked: 300 } });
  });

  test("is each key's own", async () => {
    await submit(mandate, order(wire, wire));
    const other = await domain.submit(order(wire, wire), { accountId: 'acc_2', mandate, idempotencyKey: 'other' });
    expect(other.record.status).toBe('succeeded');
  });

  test('lets no two orders at once take the same room', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 12 }, () => submit(mandate)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(domain.venue.sent).toHaveLength(2);
    for (const each of settled)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'mandate_exceeded' });
  });

  test(
    'is passed by no sequence of orders',
    async () => {
      const step = fc.record({
        size: fc.integer({ min: 1, max: 200 }),
        price: fc.integer({ min: 50, max: 150 }),
        isBuy: fc.boolean(),
        outcome: fc.constantFrom('accepted', 'accepted', 'accepted', 'refused', 'unknown', 'unsigned'),
        repeats: fc.boolean(),
        hours: fc.integer({ min: 0, max: 9 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          await domain.reset();
          const days = new Map<string, number>();
          for (const [index, { size, price, isBuy, outcome, repeats, hours }] of steps.entries()) {
            domain.clock.advance(hours * 3_600_000);
            const lots = size / 100;
            const action = order({ ...wire, b: isBuy, p: String(price), s: String(lots) });
            domain.wallets.beforeSigning = async () => {
              if (outcome === 'unsigned') throw new PlatformError('execution_provider_unavailable');
            };
            domain.venue.behaviour =
              outcome === 'unknown' ? 'hang_up' : { answer: outcome === 'refused' ? refused : resting };
            const day = domain.clock.now().toISOString().slice(0, 10);
            for (let turn = 0; turn < (repeats ? 2 : 1); turn += 1) {
              const before = domain.venue.sent.length;
              await submit(mandate, action, `p${index}`).catch(() => undefined);
              const worth = lots * Math.max(price, 100);
              const wasSent = domain.venue.sent.length > before && outcome !== 'refused';
              if (wasSent) days.set(day, (days.get(day) ?? 0) + worth);
            }
          }
          for (const worth of days.values()) expect(worth).toBeLessThanOrEqual(250.000001);
        }),
        { numRuns: 10 },
      );
    },
    PROPERTY_MS_MAX,
  );
});
