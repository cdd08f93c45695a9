import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { VenueCustomer } from '../executions/venue-customer.js';
import { type Answer, Caller, send } from '../platform/caller.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { LIGHTER, resting, taking, takingPrice, WITHOUT_LIMITS } from './customer.js';
import { executionsOf, recordsOf } from './records.js';

/** What callers are told who ask for what can't be done at Lighter, or while the venue is in trouble: all of it by REST. */

const TEST_MS = 240_000;
const ADDRESS = `0x${'1'.repeat(40)}`;
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

const codeOf = ({ status, body }: Answer) => [status, body?.error?.code];

/** Submits an action, and returns its record once its outcome is known. */
async function settled(action: object): Promise<Answer['body']> {
  const { status, body } = await customer.submit(action);
  expect([status, body]).toEqual([202, expect.objectContaining({ status: 'reconciling', venue: 'lighter' })]);
  return customer.settled(body.id);
}

describe('a setup is refused', () => {
  test.each<[number, string, () => Promise<Answer>]>([
    [400, 'bad_request', () => customer.requestSetup('49.99')],
    [400, 'bad_request', () => customer.requestSetup('60.0000001')],
    [400, 'idempotency_key_required', () => customer.requestSetup('60', '')],
    [409, 'insufficient_held_balance', () => customer.requestSetup('10000')],
    [
      403,
      'account_not_owned',
      () =>
        customer.caller.send(
          'POST',
          '/wallet/venues/lighter/setup',
          { amount_usd: '60', account_address: ADDRESS },
          { 'idempotency-key': randomUUID() },
        ),
    ],
  ])('%d %s', async (status, code, ask) => {
    expect(codeOf(await ask())).toEqual([status, code]);
  });

  test(
    'while another one is under way, and under its key with another amount',
    async () => {
      await injectFault(platform, { venue: 'lighter', kind: 'slow_bridge', seconds: 15 });
      const key = randomUUID();
      expect((await customer.requestSetup('50', key)).status).toBe(202);
      const again = await customer.requestSetup('50', key);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(codeOf(await customer.requestSetup('51', key))).toEqual([409, 'idempotency_key_conflict']);
      expect(codeOf(await customer.requestSetup('50'))).toEqual([409, 'venue_setup_in_progress']);
      await clearFaults(platform);
      const { body } = await until(
        'the setup',
        () => customer.caller.send('GET', '/wallet'),
        (answer) => answer.body.venues?.lighter.operation?.status === 'completed',
      );
      expect(body.venues.lighter.balance_usd).toBe(550);
    },
    TEST_MS,
  );

  test(
    'of a wallet that has no address there yet, while the venue is away',
    async () => {
      const fresh = await VenueCustomer.register(platform, 'lighter', 'lighter-fresh');
      await injectFault(platform, { venue: 'lighter', kind: 'down' });
      expect(codeOf(await fresh.requestSetup('60'))).toEqual([502, 'wallet_upstream_unavailable']);
    },
    TEST_MS,
  );
});

describe('an execution is refused', () => {
  test.each<[number, string, () => object]>([
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
  ])(
    '%d %s',
    async (status, code, action) => {
      const answer = await customer.submit(action());
      expect([codeOf(answer), answer.body]).toEqual([[status, code], answer.body]);
      if (code !== 'exchange_rejected') return;
      const { execution_id: id, exchange_error: error } = answer.body.error.details;
      const record = (await customer.caller.send('GET', `/runtime/executions/${id}`)).body;
      expect(record).toMatchObject({ status: 'rejected', venue: 'lighter', result: { exchange_error: error } });
    },
    TEST_MS,
  );

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

  test(
    'for what is beside the action, for its key and for its caller',
    async () => {
      const submit = (caller: Caller, more: object, key: string = randomUUID()) =>
        caller.send(
          'POST',
          '/runtime/executions',
          { venue: 'lighter', action: resting(), ...more },
          { 'idempotency-key': key },
        );
      const { caller } = customer;
      expect(codeOf(await submit(caller, { code: 'x' }))).toEqual([400, 'validation_failed']);
      expect(codeOf(await submit(caller, { action: {} }))).toEqual([400, 'validation_failed']);
      expect(codeOf(await submit(caller, { account_address: ADDRESS }))).toEqual([403, 'account_not_owned']);
      expect(codeOf(await submit(caller, {}, ''))).toEqual([400, 'idempotency_key_required']);
      expect(codeOf(await caller.send('GET', '/runtime/executions/exe_none'))).toEqual([404, 'execution_not_found']);
      const key = randomUUID();
      const { body } = await submit(caller, {}, key);
      expect(codeOf(await submit(caller, { action: resting({ base_amount: 2_000 }) }, key))).toEqual([
        409,
        'idempotency_key_conflict',
      ]);
      expect((await customer.settled(body.id)).status).toBe('succeeded');
      const fresh = await Caller.register(platform, 'lighter-not-set-up@example.com');
      const notReady = await submit(fresh, {});
      expect([codeOf(notReady), notReady.body.error.details.venue]).toEqual([[409, 'account_not_ready'], 'lighter']);
      const withKey = async (wanted: object) => {
        const { body } = await caller.sendAsSession('POST', '/account/keys', wanted);
        const headers = { 'x-api-key': body.api_key, 'idempotency-key': randomUUID() };
        const request = { headers, body: { venue: 'lighter', action: resting() } };
        return codeOf(await send(caller.baseUrl, 'POST', '/runtime/executions', request));
      };
      expect(await withKey({ permissions: ['read'] })).toEqual([403, 'insufficient_permissions']);
      expect(await withKey({ mandate: { venues: ['hyperliquid'] } })).toEqual([403, 'mandate_exceeded']);
      // A tenth of an ether is worth more, whatever its limit.
      expect(await withKey({ mandate: { max_order_usd: '100' } })).toEqual([403, 'mandate_exceeded']);
    },
    TEST_MS,
  );

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
