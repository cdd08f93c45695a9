import { beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { testUser } from '@platform/keys/tokens/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Authenticator } from './authenticator.js';
import { readCredential } from './credential.js';
import type { Grant, GrantUsage } from './grant.js';
import { UsageReports } from './usage-reports.js';
import { startUsageWorker } from './usage-worker.js';

const START_MS = Date.UTC(2026, 10, 21, 12);
const logger = createLogger({ process: 'test', level: 'silent' });

let clock: ManualClock;
let asked: { digest: string; usage: GrantUsage | undefined }[];
let reported: GrantUsage[];
let answer: () => Promise<Grant>;
let reports: UsageReports;
let authenticator: Authenticator;

beforeEach(() => {
  clock = new ManualClock(START_MS);
  asked = [];
  reported = [];
  answer = async () => granted(100);
  const identity = {
    authenticate: async ({ digest }: { digest: string }, usage: GrantUsage | undefined) => {
      asked.push({ digest, usage });
      return answer();
    },
    admitUnauthenticated: () => Promise.reject(new Error('not asked')),
    reportUsage: async (usages: readonly GrantUsage[]) => void reported.push(...usages),
  };
  reports = new UsageReports(identity, logger);
  authenticator = new Authenticator(identity, reports, clock);
});

function granted(allowance: number): Grant {
  const grantId = allowance > 0 ? { grantId: `g${asked.length}` } : {};
  return {
    caller: testUser('acc_1'),
    ...grantId,
    allowance,
    resetsAtMs: START_MS + 60_000,
    requestsPerMinute: 600,
    requestsLeft: 7,
  };
}

async function pass(secret = 'k', legacyOperation?: string) {
  const credential = readCredential({ 'x-api-key': secret });
  if (credential === undefined) throw new Error('no credential');
  return authenticator.authenticate(credential, 'r1', legacyOperation);
}

const refused = () => Promise.reject(new PlatformError('unauthorized'));

describe('answers', () => {
  test('serve every request of two seconds, and requests at the same time wait for one', async () => {
    await Promise.all(Array.from({ length: 50 }, () => pass()));
    clock.advance(1_999);
    await pass();
    expect(asked).toHaveLength(1);
  });

  test('end after two seconds, so that a revoked key stops passing', async () => {
    await pass();
    answer = refused;
    clock.advance(2_000);
    await expect(pass()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('that refuse are kept two seconds as well', async () => {
    answer = refused;
    await expect(pass()).rejects.toMatchObject({ code: 'unauthorized' });
    clock.advance(1_999);
    await expect(pass()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(asked).toHaveLength(1);
    answer = async () => granted(1);
    clock.advance(1);
    await expect(pass()).resolves.toMatchObject({ caller: { accountId: 'acc_1' } });
  });

  test('of one credential say nothing about another', async () => {
    await pass('a');
    answer = refused;
    await expect(pass('b')).rejects.toMatchObject({ code: 'unauthorized' });
    await pass('a');
  });

  test('that fail are not kept, and reach everybody who waited', async () => {
    answer = () => Promise.reject(new PlatformError('service_unavailable'));
    const outcomes = await Promise.allSettled([pass(), pass()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    answer = async () => granted(1);
    await pass();
    expect(asked).toHaveLength(2);
  });
});

describe('allowances', () => {
  test('let exactly as many requests pass as were granted', async () => {
    answer = async () => (asked.length === 1 ? granted(3) : granted(0));
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => pass()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(pass()).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 60 } });
    expect(asked).toHaveLength(2);
  });

  test('say what is left of the minute, here and elsewhere', async () => {
    answer = async () => granted(3);
    expect((await pass()).rateLimit).toEqual({
      policy: 'credential',
      requestsPerMinute: 600,
      requestsLeft: 9,
      resetsAtMs: START_MS + 60_000,
    });
    expect((await pass()).rateLimit.requestsLeft).toBe(8);
  });

  test('are reported with the next question', async () => {
    answer = async () => granted(2);
    for (let request = 0; request < 5; request += 1) await pass();
    expect(asked.map(({ usage }) => usage?.requests)).toEqual([undefined, 2, 2]);
    expect(asked[1]?.usage).toEqual({
      credentialId: 'key_acc_1',
      grantId: 'g1',
      requests: 2,
      lastRequestAtMs: START_MS,
      legacyOperations: [],
    });
  });

  test('are reported with the operations of the older surface, also of requests that waited', async () => {
    answer = async () => granted(10);
    await Promise.all([pass('k', 'v1.a'), pass('k', 'v1.b'), pass('k'), pass('k', 'v1.a')]);
    clock.advance(2_000);
    await pass('k', 'v1.b');
    expect(asked[1]?.usage).toMatchObject({
      requests: 4,
      legacyOperations: [
        { operation: 'v1.a', requests: 2 },
        { operation: 'v1.b', requests: 1 },
      ],
    });
  });

  test('name at most 128 operations of the older surface, and all requests for them', async () => {
    answer = async () => granted(1_000);
    for (let index = 0; index < 300; index += 1) await pass('k', `v1.${index % 150}`);
    clock.advance(2_000);
    await pass();
    const operations = asked[1]?.usage?.legacyOperations ?? [];
    expect(operations).toHaveLength(128);
    expect(operations.at(-1)).toEqual({ operation: 'other', requests: 46 });
  });

  test('of a credential that is not presented again are reported within seconds', async () => {
    const worker = startUsageWorker(authenticator, reports, clock, logger);
    await pass();
    await pass();
    clock.advance(2_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported.map(({ requests }) => requests)).toEqual([2]);
    await worker.close();
    expect(reported).toHaveLength(1);
  });

  test('are all reported on a graceful stop', async () => {
    const worker = startUsageWorker(authenticator, reports, clock, logger);
    await Promise.all([pass('a'), pass('b'), pass('b')]);
    await worker.close();
    expect(reported.map(({ requests }) => requests).sort()).toEqual([1, 2]);
  });

  test('whose report was lost are reported again', async () => {
    await pass();
    answer = () => Promise.reject(new PlatformError('deadline_exceeded'));
    clock.advance(2_000);
    await expect(pass()).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await reports.flush();
    expect(reported.map(({ grantId, requests }) => [grantId, requests])).toEqual([['g1', 1]]);
  });
});

describe('credentials', () => {
  test.each([
    [{}, undefined],
    [{ 'x-api-key': '' }, undefined],
    [{ authorization: 'Bearer abc' }, 'bearer_token'],
    [{ authorization: 'Bearer tps_abc' }, 'bearer_token'],
    [{ authorization: 'Bearer tp_abc' }, 'api_key'],
    [{ authorization: 'bearer abc', 'x-api-key': 'k' }, 'api_key'],
  ])('%j presents %s', (headers, type) => {
    expect(readCredential(headers)?.type).toBe(type);
  });

  test.each([['Basic abc'], ['Bearer'], ['Bearer a b'], [`Bearer ${'x'.repeat(5_000)}`]])(
    'authorization %.20s is unauthorized',
    (authorization) => {
      expect(() => readCredential({ authorization })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    },
  );

  test('a key and a token of the same text are not the same credential', () => {
    const digests = [{ 'x-api-key': 'abc' }, { authorization: 'Bearer abc' }].map(
      (headers) => readCredential(headers)?.digest,
    );
    expect(new Set(digests).size).toBe(2);
  });
});
