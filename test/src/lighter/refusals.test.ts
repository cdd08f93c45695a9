import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { codeOf, testRefusedActions, testRefusedExecutions, testRefusedSetups } from '../executions/refusals.js';
import { VenueCustomer } from '../executions/venue-customer.js';
import type { Answer } from '../platform/caller.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { LIGHTER, resting, taking, takingPrice, WITHOUT_LIMITS } from './customer.js';
import { executionsOf, recordsOf } from './records.js';

/** What callers are told who ask for what can't be done at Lighter, or while the venue is in trouble: all of it by REST. */

const TEST_MS = 240_000;
let platform: Platform;
let customer: VenueCustomer;

beforeAll(async () => {
  platform = await Platform.start('its Lighter is in trouble', {
    ...WITHOUT_LIMITS,
    EXECUTION_RECONCILIATION_SECONDS: '15',
  });
  const [first] = await VenueCustomer.open(platform, LIGHTER, ['lighter-refused'], { paidUsd: 600, usedUsd: 500 });
  customer = first!;
}, 420_000);

afterEach(() => clearFaults(platform));
afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const parts = () => ({ platform, customer });

/** Submits an action, and returns its record once its outcome is known. */
async function settled(action: object): Promise<Answer['body']> {
  const { status, body } = await customer.submit(action);
  expect([status, body]).toEqual([202, expect.objectContaining({ status: 'reconciling', venue: 'lighter' })]);
  return customer.settled(body.id);
}

describe('a setup is refused', () => {
  testRefusedSetups(parts, { bridgeSeconds: 15, balanceUsd: 550 });
});

describe('an execution is refused', () => {
  testRefusedActions(parts, [
    [400, 'native_action_invalid', () => resting({ integrator_account_index: 1 })],
    [400, 'native_action_invalid', () => resting({ base_amount: 1.5 })],
    [400, 'native_action_invalid', () => resting({ base_amount: '18446744073709551616' })],
    [400, 'native_action_invalid', () => resting({ order_type: 7 })],
    [400, 'native_action_invalid', () => resting({ time_in_force: 0, order_expiry: 5 })],
    [400, 'native_action_invalid', () => resting({ order_type: 2 })],
    [400, 'native_action_invalid', () => ({ ...resting(), type: 'cancel_order' })],
    [400, 'native_action_invalid', () => ({ type: 'update_leverage', market_index: 0, margin_mode: 0, leverage: 2.5 })],
    [400, 'server_owned_field', () => resting({ signature: '0x' })],
    [400, 'server_owned_field', () => resting({ nonce: 5 })],
    [422, 'native_action_unsupported', () => resting({ type: 'withdraw' })],
    [422, 'native_action_unsupported', () => resting({ type: 'transfer' })],
    [422, 'native_action_unsupported', () => resting({ type: 'change_api_key' })],
    [422, 'native_action_unsupported', () => resting({ type: 'create_sub_account' })],
    // The venue's API refuses these, and uses no nonce.
    [422, 'exchange_rejected', () => resting({ base_amount: 1 })],
    [422, 'exchange_rejected', () => resting({ market_index: 28 })],
    [422, 'exchange_rejected', () => resting({ market_index: 99 })],
    [422, 'exchange_rejected', () => resting({ price: 900_000 })],
  ]);

  test.each<[string, () => object | Promise<object>]>([
    [
      'would take, though it is post-only',
      async () => resting({ price: await takingPrice(platform), time_in_force: 2 }),
    ],
    ['only reduces, and nothing is there', () => taking({ is_ask: true, avg_execution_price: 100, reduce_only: true })],
    ['needs more margin than there is', () => taking({ base_amount: 100_000_000 })],
    ['cancels what is not there', () => ({ type: 'cancel_order', market_index: 0, order_index: '281474976710655' })],
  ])(
    'by the sequencer: it %s, and the next one goes on',
    async (_what, action) => {
      const record = await settled(await action());
      expect(record).toMatchObject({ status: 'rejected', result: { exchange_error: expect.any(Object) } });
      expect((await settled(resting())).status).toBe('succeeded');
    },
    TEST_MS,
  );

  testRefusedExecutions(parts, () => ({
    ...{ action: resting(), otherAction: resting({ base_amount: 2_000 }), answered: 'reconciling' },
    // A tenth of an ether is worth more, whatever its limit.
    tooSmallLimit: '100',
  }));

  test(
    'while the venue is away: nothing was signed, and the key is free',
    async () => {
      const { accountId } = customer.caller;
      const before = [...(await executionsOf(platform, accountId)).keys()];
      const key = randomUUID();
      await injectFault(platform, { venue: 'lighter', kind: 'down' });
      expect(codeOf(await customer.submit(resting(), key))).toEqual([503, 'execution_provider_unavailable']);
      await clearFaults(platform);
      const { status, body } = await customer.submit(resting(), key);
      expect(status).toBe(202);
      expect((await customer.settled(body.id)).status).toBe('succeeded');
      const after = [...(await executionsOf(platform, accountId)).keys()];
      expect(after.filter((id) => !before.includes(id))).toEqual([body.id]);
    },
    TEST_MS,
  );
});

describe('while the venue is in trouble', () => {
  test(
    'what was taken though its answer was lost is found by its hash, once',
    async () => {
      await injectFault(platform, { venue: 'lighter', kind: 'disconnect', when: 'after_accept' });
      const record = await settled(resting({ base_amount: 1_500 }));
      expect(record.status).toBe('succeeded');
      const { identity } = (await executionsOf(platform, customer.caller.accountId)).get(record.id)!;
      const { transactions, nextNonce } = recordsOf(platform, customer.address);
      expect(transactions.filter(({ hash }) => `0x${hash.replace(/^0x/, '')}` === identity?.actionHash)).toHaveLength(
        1,
      );
      expect(nextNonce).toBe(identity!.nonce + 1);
    },
    TEST_MS,
  );

  test(
    'a rejection by the sequencer uses a nonce, too many requests use none, and the next action goes on',
    async () => {
      const before = recordsOf(platform, customer.address).nextNonce;
      await injectFault(platform, { venue: 'lighter', kind: 'transaction_rejected' });
      expect((await settled(resting())).status).toBe('rejected');
      await injectFault(platform, { venue: 'lighter', kind: 'rate_limit' });
      expect(codeOf(await customer.submit(resting()))).toEqual([422, 'exchange_rejected']);
      expect((await settled(resting())).status).toBe('succeeded');
      expect(recordsOf(platform, customer.address).nextNonce).toBe(before + 2);
    },
    TEST_MS,
  );
});
