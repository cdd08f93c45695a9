import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gateway, startIdentity, type TestIdentity } from '../testing/identity.js';
import { listLegacyUsage, startOfDay } from './legacy-usage.js';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity('test_identity_legacy_usage');
});

afterAll(() => identity.close());

/** Uses an operation with a credential, as a gateway reports it. */
async function use(credential: { apiKey?: string; bearerToken?: string }, operation: string, requests: number) {
  const as = await identity.as(gateway);
  const { credentialId, grantId } = await identity.client.authenticate(credential, as);
  const lastRequestAtMs = identity.clock.nowMs();
  const usage = { credentialId, grantId, requests, lastRequestAtMs, legacyOperations: [{ operation, requests }] };
  await identity.client.authenticate({ ...credential, usage }, as);
  return credentialId;
}

async function listed(since?: string): Promise<string[]> {
  const lines: string[] = [];
  await listLegacyUsage(identity.store, identity.clock, startOfDay(since), (line) => void lines.push(line));
  return lines;
}

test('uses are listed with their account and key, those of a day on where one is named', async () => {
  const { accountId, apiKey, sessionToken } = await identity.signIn('legacy@example.com');
  const key = await use({ apiKey }, 'v1.backtesting.list', 3);
  identity.clock.advance(86_400_000);
  const session = await use({ bearerToken: sessionToken }, 'auth.keys.list', 1);

  const ofKey = `${accountId}: key ${key} "api-key": v1.backtesting.list, 3 requests, last used 2026-11-21T12:00:00.000Z`;
  const ofSession = `${accountId}: session ${session}: auth.keys.list, 1 requests, last used 2026-11-22T12:00:00.000Z`;
  expect(await listed()).toEqual([ofKey, ofSession, '2 uses']);
  expect(await listed('2026-11-22')).toEqual([ofSession, '1 uses']);
  expect(await listed('2026-11-23')).toEqual(['0 uses']);
});

test('a report that names an operation in another form, or one twice, is refused', async () => {
  const report = async (...operations: string[]) => {
    const legacyOperations = operations.map((operation) => ({ operation, requests: 1 }));
    const usage = { credentialId: 'key_1', grantId: 'grant_1', requests: 1, lastRequestAtMs: 0, legacyOperations };
    return identity.client.reportUsage({ usages: [usage] }, await identity.as(gateway));
  };
  await report('v1.a', 'v1.b');
  for (const names of [['V1.a'], [''], ['v1/a'], ['x'.repeat(65)], ['v1.a', 'v1.a']])
    await expect(report(...names)).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(report(...Array.from({ length: 129 }, (_, index) => `v1.${index}`))).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

describe('a day', () => {
  test.each(['yesterday', '2026-13-01', '2026-06-31', '20261128', '2026-11-28T00:00:00Z', ''])('is not %j', (text) => {
    expect(() => startOfDay(text)).toThrow('is no date');
  });

  test('begins at midnight UTC', () => {
    expect(startOfDay('2026-11-28')).toEqual(new Date(Date.UTC(2026, 10, 28)));
  });
});
