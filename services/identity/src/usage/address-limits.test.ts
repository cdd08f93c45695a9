import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AnonymousCaller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { AddressLimits } from './address-limits.js';

const LIMITS = { unauthenticated: 20, registration: 5 };
let store: Connection;
/** Two processes of the service. */
let processes: [AddressLimits, AddressLimits];

beforeAll(async () => {
  store = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_identity_address_limits');
});

beforeEach(async () => {
  await resetDatabase(store);
  processes = [new AddressLimits(store, systemClock, LIMITS), new AddressLimits(store, systemClock, LIMITS)];
  await Promise.all(processes.map((limits) => limits.initialize()));
});

afterAll(() => store.close());

/** Returns how many of `count` concurrent requests are admitted; they cycle through the addresses and both processes. */
async function admitted(count: number, ...addresses: readonly string[]) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const limits = processes[index % 2 === 0 ? 0 : 1];
      return limits.admit(addresses[Math.floor(index / 2) % addresses.length] ?? '');
    }),
  );
  return answers.filter((answer) => answer.admitted).length;
}

const from = (clientAddress: string): AnonymousCaller => ({ kind: 'anonymous', workload: 'gateway', clientAddress });

describe('an address', () => {
  test('is admitted exactly as often as the limit says, however many processes count', async () => {
    expect(await admitted(60, '192.0.2.1')).toBe(LIMITS.unauthenticated);
    expect(await admitted(2, '192.0.2.2')).toBe(2);
  });

  test('learns what is left and when its minute ends', async () => {
    const first = await processes[0].admit('192.0.2.1');
    expect(first).toMatchObject({ admitted: true, requestsPerMinute: 20, requestsLeft: 19 });
    expect(first.resetsAtMs - systemClock.nowMs()).toBeLessThanOrEqual(60_000);
    expect((await processes[1].admit('192.0.2.1')).requestsLeft).toBe(18);
  });

  test.each([
    ['written as IPv6', ['192.0.2.1', '::ffff:192.0.2.1'], 20],
    ['of a network that one client holds', ['2001:db8::1', '2001:db8:0:0:ffff::2'], 20],
    ['of a neighbouring network', ['2001:db8::1', '2001:db8:0:1::1'], 40],
  ])('%s', async (_case, addresses, expected) => {
    expect(await admitted(80, ...addresses)).toBe(expected);
  });
});

describe('codes', () => {
  test('are counted for the address of a caller without a credential, apart from other requests', async () => {
    for (let attempt = 0; attempt < LIMITS.registration; attempt += 1)
      await processes[attempt % 2 === 0 ? 0 : 1].countRegistration(from('192.0.2.1'));
    await expect(processes[1].countRegistration(from('192.0.2.1'))).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after_seconds: expect.any(Number) },
    });
    await processes[0].countRegistration(from('192.0.2.2'));
    expect((await processes[0].admit('192.0.2.1')).admitted).toBe(true);
  });

  test('are counted for the account of a caller who is signed in', async () => {
    const attempts = Array.from({ length: 8 }, () => processes[0].countRegistration(testUser('acc_1')));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.registration);
    await processes[0].countRegistration(testUser('acc_2'));
  });
});
