import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clearFaults, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { Customer } from './customer.js';

const EVIDENCE = ['--evidence', 'the venue was down until now', '--by', 'ada'];
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('a setup is reconciled after half a minute, and the venue has faults', {
    SETUP_RECONCILIATION_SECONDS: '30',
  });
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Ends the minutes that the venue may take for a credit. */
function passCreditTime() {
  const now = new Date();
  return withStore(platform, 'wallet', (store) =>
    store.collection('setups').updateMany({ step: 'credit' }, { $set: { deadlineAt: now, dueAt: now } }),
  );
}

test('a setup that nobody can prove waits with its money until an operator has it looked up again', async () => {
  const customer = await Customer.register(platform, 'reconciled');
  await Customer.fund(platform, [customer], 200);
  await injectFault(platform, { kind: 'down', count: 100_000 });
  const setUp = () =>
    customer.caller.send(
      'POST',
      '/wallet/venues/hyperliquid/setup',
      { amount_usd: '60' },
      { 'idempotency-key': randomUUID() },
    );
  expect((await setUp()).status).toBe(202);
  await customer.wallet(({ venues }) => venues.hyperliquid.operation?.step === 'credit');
  await passCreditTime();
  const waiting = await customer.wallet(
    ({ venues }) => venues.hyperliquid.operation?.status === 'reconciliation_required',
  );
  const { operation } = waiting.body.venues.hyperliquid;
  expect(operation).toMatchObject({ step: 'credit', error: { code: 'credit_unproven' } });
  const listed = await operate(platform, 'setup', 'list');
  expect(listed).toEqual({
    code: 1,
    output: expect.stringMatching(new RegExp(`^${operation.id} of .*\n1 setups wait\n$`)),
  });

  await clearFaults(platform);
  const refused = await setUp();
  expect([refused.status, refused.body.error.code]).toEqual([409, 'venue_setup_in_progress']);

  expect(await operate(platform, 'setup', 'resume', operation.id, ...EVIDENCE)).toMatchObject({ code: 0 });
  const { body } = await customer.wallet(({ venues }) => venues.hyperliquid.operation.status === 'completed');
  expect(body.balance).toMatchObject({ held_usd: 140, allocated: [{ venue: 'hyperliquid', balance_usd: 60 }] });
  expect(await operate(platform, 'setup', 'list')).toEqual({ code: 0, output: '0 setups wait\n' });
  const again = await operate(platform, 'setup', 'resume', operation.id, ...EVIDENCE);
  expect(again).toEqual({ code: 1, output: expect.stringMatching(/can not be resumed: it is completed/) });
  expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
  expect(await operate(platform, 'executions', 'list')).toEqual({ code: 0, output: '0 executions wait\n' });
}, 240_000);
