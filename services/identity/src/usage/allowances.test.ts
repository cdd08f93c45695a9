import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { type Allowance, Allowances } from './allowances.js';
import { LegacyUsage } from './legacy-usage.js';

const MINUTE_MS = 60_000;
const LIMIT = 600;
const midnight = Date.UTC(2026, 10, 22);
let store: Connection;
let clock: ManualClock;
let allowances: Allowances;
let legacyUsage: LegacyUsage;
let credential: { id: string; accountId: string };
let credentials = 0;

beforeAll(async () => {
  store = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_identity_allowances');
  await resetDatabase(store);
});

beforeEach(async () => {
  clock = new ManualClock(midnight - 12 * 60 * MINUTE_MS + 1_000);
  legacyUsage = new LegacyUsage(store, clock);
  await legacyUsage.initialize();
  allowances = new Allowances(store, legacyUsage, clock, createIdSource(clock, systemRandom), LIMIT);
  credentials += 1;
  credential = { id: `key_${credentials}`, accountId: `acc_${credentials}` };
});

afterAll(() => store.close());

/** Reports requests, and how many of them were for which operation of the older surface. */
async function report({ grantId = '' }: Allowance, requests: number, legacy: Record<string, number> = {}) {
  const legacyOperations = Object.entries(legacy).map(([operation, times]) => ({ operation, requests: times }));
  const lastRequestAtMs = clock.nowMs();
  await allowances.report([{ credentialId: credential.id, grantId, requests, lastRequestAtMs, legacyOperations }]);
}

/** What the credential has used of the older surface: requests by operation. */
async function legacyUses(since = new Date(0)) {
  const uses = await legacyUsage.usedSince(since);
  const own = uses.filter(({ credentialId }) => credentialId === credential.id);
  return Object.fromEntries(own.map(({ operation, requests }) => [operation, requests]));
}

async function requestsToday() {
  return (await allowances.of([credential.id])).get(credential.id)?.requestsToday;
}

/** Takes grants until nothing is left; returns the number of granted requests. */
async function drain(): Promise<number> {
  for (let total = 0; ; ) {
    const { requests } = await allowances.grant(credential);
    if (requests === 0) return total;
    total += requests;
  }
}

describe('grants', () => {
  test('never exceed the limit together, however many gateways take them at once', async () => {
    const granted = await Promise.all(Array.from({ length: 50 }, () => allowances.grant(credential)));
    expect(granted.reduce((sum, { requests }) => sum + requests, 0)).toBe(LIMIT);
    expect(granted.at(-1)).toMatchObject({ requestsPerMinute: LIMIT });
    await expect(allowances.grant(credential)).resolves.toEqual({
      requests: 0,
      requestsLeft: 0,
      resetsAtMs: midnight - 12 * 60 * MINUTE_MS + MINUTE_MS,
      requestsPerMinute: LIMIT,
    });
  });

  test('that end unspent are granted again', async () => {
    const first = await allowances.grant(credential);
    await report(first, 1);
    expect(await drain()).toBe(LIMIT - 1);
  });

  test('start again with the minute, whatever is still held of the last', async () => {
    await drain();
    clock.advance(MINUTE_MS);
    expect(await drain()).toBe(LIMIT);
  });

  test('of one credential leave another alone', async () => {
    await drain();
    expect((await allowances.grant({ id: 'key_other', accountId: credential.accountId })).requests).toBeGreaterThan(0);
  });
});

describe('reports', () => {
  test('count once, however often they are sent, and no more than was granted', async () => {
    const grant = await allowances.grant(credential);
    await Promise.all(Array.from({ length: 5 }, () => report(grant, 7)));
    expect(await requestsToday()).toBe(7);
    const other = await allowances.grant(credential);
    await report(other, 1_000_000);
    expect(await requestsToday()).toBe(7 + other.requests);
  });

  test('of a minute that has passed count for the day, not against the new minute', async () => {
    const grant = await allowances.grant(credential);
    clock.advance(MINUTE_MS);
    const next = await allowances.grant(credential);
    await report(grant, 5);
    expect(await requestsToday()).toBe(5);
    await report(next, 0);
    expect(await drain()).toBe(LIMIT);
  });

  test('of yesterday do not count for today', async () => {
    const grant = await allowances.grant(credential);
    clock.advance(midnight - clock.nowMs());
    const today = await allowances.grant(credential);
    await report(grant, 5);
    await report(today, 2);
    expect(await requestsToday()).toBe(2);
    expect(await allowances.ofAccount(credential.accountId)).toEqual({
      requestsToday: 2,
      resetsAtMs: midnight + 86_400_000,
    });
  });

  test('say when the credential was last used, never in the future', async () => {
    const grant = await allowances.grant(credential);
    clock.advance(500);
    await allowances.report([
      {
        credentialId: credential.id,
        grantId: grant.grantId ?? '',
        requests: 1,
        lastRequestAtMs: clock.nowMs() + MINUTE_MS,
        legacyOperations: [],
      },
    ]);
    expect((await allowances.of([credential.id])).get(credential.id)?.lastUsedAt).toEqual(clock.now());
  });

  test('add up over the credentials of an account', async () => {
    await report(await allowances.grant(credential), 3);
    const { accountId, id } = credential;
    credential = { id: `${id}_b`, accountId };
    await report(await allowances.grant(credential), 4);
    expect((await allowances.ofAccount(accountId)).requestsToday).toBe(7);
  });
});

test('yesterday is over at midnight for a credential that nobody used since', async () => {
  await report(await allowances.grant(credential), 3);
  clock.advance(midnight - clock.nowMs());
  expect(await requestsToday()).toBe(0);
  expect((await allowances.ofAccount(credential.accountId)).requestsToday).toBe(0);
});

describe('use of the older surface', () => {
  const LIST = 'v1.backtesting.list';

  test('adds up by operation, once, however often a report is sent', async () => {
    const first = await allowances.grant(credential);
    await Promise.all(Array.from({ length: 5 }, () => report(first, 7, { [LIST]: 3, 'auth.keys.list': 1 })));
    await report(await allowances.grant(credential), 2, { [LIST]: 2 });
    await report(await allowances.grant(credential), 4);
    expect(await legacyUses()).toEqual({ 'auth.keys.list': 1, [LIST]: 5 });
    expect(await requestsToday()).toBe(13);
  });

  test('of grants that end at the same moment adds up', async () => {
    const grants = await Promise.all(Array.from({ length: 6 }, () => allowances.grant(credential)));
    await Promise.all(grants.map((grant) => report(grant, 2, { [LIST]: 2 })));
    expect(await legacyUses()).toEqual({ [LIST]: 12 });
  });

  test('is no more than was granted, and nothing without an open grant', async () => {
    const grant = await allowances.grant(credential);
    await report(grant, 1_000_000, { [LIST]: 1_000_000 });
    await report({ ...grant, grantId: 'grant_unknown' }, 5, { [LIST]: 5 });
    expect(await legacyUses()).toEqual({ [LIST]: grant.requests });
  });

  test('names the account and the last time, by which it is found and forgotten', async () => {
    const usedAt = clock.now();
    await report(await allowances.grant(credential), 1, { [LIST]: 1 });
    const [use] = (await legacyUsage.usedSince(usedAt)).filter(({ credentialId }) => credentialId === credential.id);
    expect(use).toEqual({
      credentialId: credential.id,
      accountId: credential.accountId,
      operation: LIST,
      requests: 1,
      lastUsedAt: usedAt,
    });
    expect(await legacyUses(new Date(usedAt.getTime() + 1))).toEqual({});
    clock.advance(400 * 86_400_000 - 1);
    await legacyUsage.sweep();
    expect(await legacyUses()).toEqual({ [LIST]: 1 });
    clock.advance(1);
    await legacyUsage.sweep();
    expect(await legacyUses()).toEqual({});
  });
});
