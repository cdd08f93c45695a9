import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@platform/keys/tokens/testing';
import type { Mandate } from '@platform/protos/identity';
import { gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

let identity: TestIdentity;
let owner: Awaited<ReturnType<TestIdentity['signIn']>>;

beforeAll(async () => {
  identity = await startIdentity('test_identity_mandates');
  owner = await identity.signIn('owner@example.com');
});

afterAll(() => identity.close());

const none: Mandate = { venues: [], symbols: [], reduceOnly: false };

async function mint(mandate: Mandate) {
  const request = { name: '', permissions: ['trade'], mandate };
  return identity.client.createApiKey(request, await identity.as(owner.session));
}

async function authenticate(apiKey: string) {
  return identity.client.authenticate({ apiKey }, await identity.as(gateway));
}

const whole = (): Mandate => ({
  venues: ['hyperliquid'],
  symbols: ['BTC/USDC:USDC'],
  maxOrderUsd: '500.00',
  maxDailyUsd: '2000.50',
  maxLeverage: 5,
  reduceOnly: true,
  expiresAtMs: identity.clock.nowMs() + 1_000,
});

test('a mandate is shown with its key and to the gateway as it was set, amounts in one spelling', async () => {
  const { apiKey, keyId } = await mint({ ...whole(), maxOrderUsd: '500', maxDailyUsd: '2000.500' });
  expect((await authenticate(apiKey)).mandate).toEqual(whole());
  const { keys } = await identity.client.listApiKeys({}, await identity.as(owner.session));
  expect(keys.find(({ id }) => id === keyId)?.mandate).toEqual(whole());
  expect(keys.filter(({ id }) => id !== keyId).map(({ mandate }) => mandate ?? undefined)).toEqual([undefined]);
});

test('an account shows the mandate of the key that asks, and none to a session', async () => {
  const key = testUser(owner.accountId, { mandate: { maxOrderUsd: '500.00' } });
  const { account } = await identity.client.getAccount({}, await identity.as(key));
  expect(account?.mandate).toEqual({ ...none, maxOrderUsd: '500.00' });
  const seen = await identity.client.getAccount({}, await identity.as(owner.session));
  expect(seen.account?.mandate ?? undefined).toBeUndefined();
});

describe('is refused with the name of the field', () => {
  test.each<[Partial<Mandate>, string]>([
    [{}, 'mandate'],
    [{ venues: ['nyse'] }, 'mandate.venues.0'],
    [{ venues: ['hyperliquid', 'hyperliquid'] }, 'mandate.venues'],
    [{ symbols: [''] }, 'mandate.symbols.0'],
    [{ symbols: Array.from({ length: 51 }, (_, index) => `C${index}/USDC:USDC`) }, 'mandate.symbols'],
    [{ maxOrderUsd: '0' }, 'mandate.max_order_usd'],
    [{ maxOrderUsd: '-5' }, 'mandate.max_order_usd'],
    [{ maxDailyUsd: '1e9' }, 'mandate.max_daily_usd'],
    [{ maxDailyUsd: '10000000000' }, 'mandate.max_daily_usd'],
    [{ maxLeverage: 0 }, 'mandate.max_leverage'],
    [{ maxLeverage: 1_001 }, 'mandate.max_leverage'],
    [{ expiresAtMs: 1 }, 'mandate.expires_at'],
  ])('%j', async (given, path) => {
    await expect(mint({ ...none, ...given })).rejects.toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });
});

test('a key with a mandate mints no key', async () => {
  const key = testUser(owner.accountId, { mandate: { reduceOnly: true } });
  const request = { name: '', permissions: ['all'] };
  await expect(identity.client.createApiKey(request, await identity.as(key))).rejects.toMatchObject({
    code: 'unauthorized',
  });
});

test.each<[string, object]>([
  ['widened', { $set: { 'mandate.maxOrderUsd': '9999.00' } }],
  ['partly removed', { $unset: { 'mandate.reduceOnly': 1 } }],
  ['removed', { $unset: { mandate: 1 } }],
])('a key whose mandate was %s in the database opens nothing', async (_what, update) => {
  const { apiKey, keyId } = await mint(whole());
  await authenticate(apiKey);
  await identity.store.collection<{ _id: string }>('api_keys').updateOne({ _id: keyId }, update);
  await expect(authenticate(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
});
