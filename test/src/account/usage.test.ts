import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

/** The gateway's counts are stored within seconds; a busy machine may need longer. */
const STORED_MS_MAX = 60_000;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let platform: Platform;
let caller: Caller;
/** The count before the requests of the tests. */
let stored: number;

beforeAll(async () => {
  platform = await Platform.start('it is stopped and started again');
  caller = await Caller.register(platform, 'usage@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Sends so many requests with the key, at once. */
async function use(requests: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: requests }, () => caller.send('GET', '/account')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}

/** The only key as the list shows it; reading it counts for the session, not for the key. */
async function listedKey() {
  const { body } = await caller.sendAsSession('GET', '/account/keys');
  expect(body.keys).toHaveLength(1);
  return body.keys[0];
}

async function untilStored(requests: number) {
  const giveUpAtMs = performance.now() + STORED_MS_MAX;
  for (;;) {
    const key = await listedKey();
    if (key.requests_today >= requests || performance.now() > giveUpAtMs) return key;
    await wait(100);
  }
}

describe('what a key is used for', () => {
  test('is shown by the key within seconds, without a write a request', async () => {
    expect(await listedKey()).toMatchObject({ last_used_at: null, requests_today: 0 });
    await use(1);
    stored = (await untilStored(1)).requests_today;
    const usedAtMs = Date.now();
    await use(7);
    const key = await untilStored(stored + 7);
    expect(key.requests_today).toBe(stored + 7);
    expect(key.last_used_at).toMatch(TIMESTAMP);
    expect(Date.parse(key.last_used_at)).toBeGreaterThanOrEqual(usedAtMs);
    expect(Date.parse(key.last_used_at)).toBeLessThanOrEqual(Date.now());
  });

  test('is stored to the last request when the platform is stopped', async () => {
    await use(11);
    expect(await platform.stop()).toBe(0);
    await platform.startSupervisor();
    const { base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
    caller = new Caller(baseUrl, graphqlUrl, caller.email, caller.apiKey, caller.sessionToken, caller.accountId);
    expect((await listedKey()).requests_today).toBe(stored + 18);
  }, 180_000);
});

describe('an account', () => {
  const limits = {
    requests_per_minute: 600,
    concurrent_backtests: 2,
    running_deployments: 5,
    backtest_processor_seconds: 3_600,
    stored_bytes: 2 ** 31,
  };
  const usage = {
    requests_today: expect.any(Number),
    running_backtests: 0,
    running_deployments: 0,
    backtest_processor_seconds: 0,
    stored_bytes: 0,
  };

  test('shows its plan, limits and usage', async () => {
    const { body } = await caller.send('GET', '/account');
    expect(body).toEqual({
      account: {
        id: caller.accountId,
        email: caller.email,
        login_type: 'email',
        mandate: null,
        plan: { name: 'standard' },
        limits,
        usage,
        created_at: expect.stringMatching(TIMESTAMP),
      },
    });
    expect(body.account.usage.requests_today).toBeGreaterThanOrEqual(stored + 18);
  });

  test('shows its usage beside its limits, and when the day ends', async () => {
    const { body } = await caller.send('GET', '/account/usage');
    expect(body).toEqual({ usage, limits, resets_at: expect.stringMatching(/T00:00:00\.000Z$/) });
    expect(Date.parse(body.resets_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  test('keeps in the graph what it has beside a feature that is off', async () => {
    const { body } = await caller.query('{ account { id wallet { address withdrawalPolicy { mode } } } }');
    const wallet = { address: expect.stringMatching(/^0x/), withdrawalPolicy: null };
    expect(body.data).toEqual({ account: { id: caller.accountId, wallet } });
    expect(body.errors).toMatchObject([
      { path: ['account', 'wallet', 'withdrawalPolicy'], extensions: { code: 'not_found' } },
    ]);
  });
});
