/** What became of a key: its withdrawal, or nothing for good. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { isSampling } from '@platform/kit/sampling';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { openDomain } from '../../domain.js';
import { walletHandlers } from '../../server.js';
import { StageCustomer } from '../../testing/customer.js';
import { newAddress, openStage, type Stage } from '../../testing/stage.js';
import { closeVenues } from '../../testing/venue.js';
import type { WithdrawalRequest } from '../intent.js';

const HELD = 100_000_000n;
const CENT = 10_000n;
/** Races of an account: no more withdrawals may be open at once. */
const RACES_EACH = 20;
const RACES = isSampling ? 60 : 1_000;
let stage: Stage;
let customer: StageCustomer;
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_recover');
});

beforeEach(() => {
  count += 1;
  customer = new StageCustomer(stage, `acc_${count}`);
});

afterAll(() => stage.close());

const refusal = (code: string) => expect.objectContaining({ code });
const cancelled = refusal('withdrawal_request_cancelled');

describe('a key with a withdrawal', () => {
  test('gives it unchanged, in every spelling and state, and is not fenced by that', async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const proof = await customer.prove(key);
    const { withdrawal } = await customer.withdraw(key, proof);
    for (const spelling of [key, key.toUpperCase(), key.replaceAll('-', ''), `{${key}}`, `urn:uuid:${key}`])
      expect(await customer.recover(spelling)).toEqual({ requestId: key, withdrawal });
    await stage.round();
    expect(await customer.recover(key)).toMatchObject({ withdrawal: { id: withdrawal?.id, status: 'confirmed' } });
    expect(await customer.withdraw(key, proof)).toMatchObject({ replayed: true });
    expect(await stage.balance(customer.destination)).toBe(60_000_000n);
  });

  test("is another account's own: there it is fenced, and the withdrawal stays", async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const { withdrawal } = await customer.withdraw(key, await customer.prove(key));
    const other = new StageCustomer(stage, `${customer.accountId}_other`);
    expect(await other.recover(key)).toEqual({ requestId: key });
    expect(await customer.recover(key)).toMatchObject({ withdrawal: { id: withdrawal?.id } });
  });
});

describe('a key without one', () => {
  test('is fenced for good: whatever comes later with it is cancelled, and moves nothing', async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const proof = await customer.prove(key);
    await customer.authorize(key, proof);
    for (let time = 0; time < 2; time += 1) expect(await customer.recover(key)).toEqual({ requestId: key });
    await expect(customer.withdraw(`{${key.toUpperCase()}}`, proof)).rejects.toEqual(cancelled);
    await expect(customer.withdraw(key, proof, customer.wanted({ amountUsd: '1.00' }))).rejects.toEqual(cancelled);
    await expect(customer.authorize(key, proof)).rejects.toEqual(cancelled);
    await expect(customer.sendCode(key)).rejects.toEqual(cancelled);
    await expect(customer.replay(key)).rejects.toEqual(cancelled);
    expect(await stage.booked(customer.accountId)).toEqual({ balance: HELD, reserved: 0n });
    const fresh = randomUUID();
    stage.clock.advance(60_000);
    await expect(customer.withdraw(fresh, await customer.prove(fresh))).resolves.toMatchObject({ replayed: false });
  });

  test('needs to be one: a missing or malformed key is refused', async () => {
    for (const key of ['', 'not-a-uuid'])
      await expect(customer.recover(key)).rejects.toEqual(refusal('idempotency_key_required'));
  });

  test('is fenced for the amount-only body too, whatever text it is', async () => {
    await stage.fund(customer.accountId, HELD);
    stage.logins.loginWallets.set(customer.accountId, customer.destination);
    const off = walletHandlers({ ...stage.domain, withdrawalOtp: false, clock: stage.clock });
    const [caller, key] = [stage.as(customer.accountId), 'any key'];
    expect(await off.RecoverWithdrawal({ idempotencyKey: key }, caller)).toEqual({ requestId: key });
    const request = { idempotencyKey: key, amountUsd: '5.00', replayOnly: false };
    await expect(off.CreateWithdrawal(request, caller)).rejects.toEqual(cancelled);
    await expect(off.AuthorizeWithdrawal(request, caller)).rejects.toEqual(refusal('not_found'));
  });
});

test(`in ${RACES} races of withdraw and recover, from two processes, each key has one outcome, and fences hold`, async () => {
  const other = await openDomain({ ...stage.options, owner: 'another' });
  const route = { source: 'arbitrum', chain: 'arbitrum', assetAddress: tokenRow(usdcOn('arbitrum')).address } as const;
  const outcomes = { existing: 0, cancelled: 0 };
  /** How long the latest acceptance took: within that time the two may meet. */
  let acceptedInMs = 0;

  async function withdraw(request: WithdrawalRequest): Promise<string> {
    const startedAtMs = performance.now();
    try {
      const { withdrawal, replayed } = await stage.domain.withdrawals.accept(request, undefined);
      if (!replayed) acceptedInMs = performance.now() - startedAtMs;
      return withdrawal._id;
    } catch (error) {
      if (error instanceof PlatformError) return error.code;
      throw error;
    }
  }

  async function recover({ accountId, key }: WithdrawalRequest): Promise<string> {
    const found = await other.withdrawals.recover(accountId, key);
    return found === 'cancelled' ? found : found._id;
  }

  /** Returns what the account holds for the request afterwards. `moment`: when the recovery begins, from 0, at once, to 2, after it. */
  async function race(accountId: string, moment: number): Promise<bigint> {
    const intent = { ...route, amountMicroUsdc: CENT, destinationWallet: newAddress() };
    const request = { accountId, key: randomUUID(), intent };
    const late = wait(acceptedInMs * moment).then(() => recover(request));
    const [withdrawn, recovered] = await Promise.all([withdraw(request), late]);
    const isCancelled = recovered === 'cancelled';
    expect(withdrawn).toBe(isCancelled ? 'withdrawal_request_cancelled' : recovered);
    expect([await withdraw(request), await recover(request)]).toEqual([withdrawn, recovered]);
    outcomes[isCancelled ? 'cancelled' : 'existing'] += 1;
    return isCancelled ? 0n : CENT;
  }

  async function raceAll(accountId: string): Promise<void> {
    await stage.fund(accountId, BigInt(RACES_EACH) * CENT);
    let held = 0n;
    for (let each = 0; each < RACES_EACH; each += 1) held += await race(accountId, (2 * each) / (RACES_EACH - 1));
    expect((await stage.booked(accountId)).reserved).toBe(held);
  }

  await stage.fund('acc_alone', CENT);
  const intent = { ...route, amountMicroUsdc: CENT, destinationWallet: newAddress() };
  expect(await withdraw({ accountId: 'acc_alone', key: randomUUID(), intent })).toMatch(/^wd_/);
  for (let account = 0; account < RACES / RACES_EACH; account += 1) await raceAll(`acc_race_${account}`);
  expect(outcomes.existing).toBeGreaterThan(0);
  expect(outcomes.cancelled).toBeGreaterThan(0);
  expect(outcomes.existing + outcomes.cancelled).toBe(RACES);
  await closeVenues(other.openVenues);
}, 900_000);
