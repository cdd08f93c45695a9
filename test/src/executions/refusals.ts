import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Answer, Caller, send } from '../platform/caller.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { VenueCustomer } from './venue-customer.js';

/** What callers are told who ask for what can't be done, at whatever venue. */

const TEST_MS = 240_000;

/** A platform, and a customer who is set up at the venue. */
type Parts = () => { readonly platform: Platform; readonly customer: VenueCustomer };

/** An address that is nobody's. */
export const ADDRESS = `0x${'1'.repeat(40)}`;

/** The status and the code of a refusal. */
export const codeOf = ({ status, body }: Answer) => [status, body?.error?.code];

/** Tests of setups; one of 50 USD is carried out, behind which the venue shows a balance. */
export function testRefusedSetups(
  parts: Parts,
  { bridgeSeconds, balanceUsd }: { readonly bridgeSeconds: number; readonly balanceUsd: number },
): void {
  const ask = (amountUsd: string, key?: string) => parts().customer.requestSetup(amountUsd, key);

  test.each<[number, string, () => Promise<Answer>]>([
    [400, 'bad_request', () => ask('49.99')],
    [400, 'bad_request', () => ask('60.0000001')],
    [400, 'bad_request', () => ask('1e2')],
    [400, 'idempotency_key_required', () => ask('60', '')],
    [409, 'insufficient_held_balance', () => ask('10000')],
    [403, 'account_not_owned', () => requestForeignSetup(parts().customer)],
  ])('%d %s', async (status, code, asking) => {
    expect(codeOf(await asking())).toEqual([status, code]);
  });

  test(
    'while another one is under way, and under its key with another amount',
    async () => {
      const { platform, customer } = parts();
      await injectFault(platform, { venue: customer.venue, kind: 'slow_bridge', seconds: bridgeSeconds });
      const key = randomUUID();
      expect((await ask('50', key)).status).toBe(202);
      const again = await ask('50', key);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(codeOf(await ask('51', key))).toEqual([409, 'idempotency_key_conflict']);
      expect(codeOf(await ask('50'))).toEqual([409, 'venue_setup_in_progress']);
      await clearFaults(platform);
      const { body } = await until(
        'the setup',
        () => customer.caller.send('GET', '/wallet'),
        (answer) => answer.body.venues?.[customer.venue].operation?.status === 'completed',
      );
      expect(body.venues[customer.venue].balance_usd).toBe(balanceUsd);
    },
    TEST_MS,
  );

  test(
    'of a wallet that has no address there yet, while the venue is away',
    async () => {
      const { platform, customer } = parts();
      const { venue } = customer;
      const fresh = await VenueCustomer.register(platform, venue, `${venue}-fresh`);
      await injectFault(platform, { venue, kind: 'down' });
      expect(codeOf(await fresh.requestSetup('60'))).toEqual([502, 'wallet_upstream_unavailable']);
    },
    TEST_MS,
  );
}

function requestForeignSetup({ caller, venue }: VenueCustomer): Promise<Answer> {
  const request = { amount_usd: '60', account_address: ADDRESS };
  return caller.send('POST', `/wallet/venues/${venue}/setup`, request, { 'idempotency-key': randomUUID() });
}

/** Tests of actions that are not carried out, each with the status and the code of its refusal. */
export function testRefusedActions(parts: Parts, refusals: [number, string, () => object][]): void {
  test.each(refusals)(
    '%d %s',
    async (status, code, action) => {
      const { customer } = parts();
      const answer = await customer.submit(action());
      expect([codeOf(answer), answer.body]).toEqual([[status, code], answer.body]);
      if (code !== 'exchange_rejected') return;
      const { execution_id: id, exchange_error: error } = answer.body.error.details;
      const record = (await customer.caller.send('GET', `/runtime/executions/${id}`)).body;
      expect(record).toMatchObject({ status: 'rejected', venue: customer.venue, result: { exchange_error: error } });
    },
    TEST_MS,
  );
}

/** An action that succeeds, and what goes with it. */
interface Executed {
  readonly action: object;
  readonly otherAction: object;
  /** The status of its record as it is answered. */
  readonly answered: 'succeeded' | 'reconciling';
  /** In USD; the action is worth more. */
  readonly tooSmallLimit: string;
}

/** Tests of executions that are refused whatever the venue thinks of them. */
export function testRefusedExecutions(parts: Parts, executed: () => Executed): void {
  test(
    'for what is beside the action, for its key and for its caller',
    async () => {
      const { platform, customer } = parts();
      const { caller, venue } = customer;
      const { action, otherAction, answered, tooSmallLimit } = executed();
      const path = '/runtime/executions';
      const submit = (by: Caller, more: object, key: string = randomUUID()) =>
        by.send('POST', path, { venue, action, ...more }, { 'idempotency-key': key });
      expect(codeOf(await submit(caller, { code: 'x' }))).toEqual([400, 'validation_failed']);
      expect(codeOf(await submit(caller, { action: {} }))).toEqual([400, 'validation_failed']);
      expect(codeOf(await submit(caller, { account_address: ADDRESS }))).toEqual([403, 'account_not_owned']);
      expect(codeOf(await submit(caller, {}, ''))).toEqual([400, 'idempotency_key_required']);
      expect(codeOf(await caller.send('GET', `${path}/exe_none`))).toEqual([404, 'execution_not_found']);
      const key = randomUUID();
      const { body } = await submit(caller, {}, key);
      expect(body.status).toBe(answered);
      expect(codeOf(await submit(caller, { action: otherAction }, key))).toEqual([409, 'idempotency_key_conflict']);
      expect((await customer.settled(body.id)).status).toBe('succeeded');
      const fresh = await Caller.register(platform, `${venue}-not-set-up@example.com`);
      const notReady = await submit(fresh, {});
      expect([codeOf(notReady), notReady.body.error.details.venue]).toEqual([[409, 'account_not_ready'], venue]);
      const withKey = async (wanted: object) => {
        const { api_key: apiKey } = (await caller.sendAsSession('POST', '/account/keys', wanted)).body;
        const headers = { 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
        return codeOf(await send(caller.baseUrl, 'POST', path, { headers, body: { venue, action } }));
      };
      expect(await withKey({ permissions: ['read'] })).toEqual([403, 'insufficient_permissions']);
      expect(await withKey({ mandate: { venues: ['hyperliquid'] } })).toEqual([403, 'mandate_exceeded']);
      expect(await withKey({ mandate: { max_order_usd: tooSmallLimit } })).toEqual([403, 'mandate_exceeded']);
    },
    TEST_MS,
  );
}
