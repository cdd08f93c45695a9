import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { isSampling, seededRandom, seedFor } from '@platform/kit/sampling';
import { ActionsAtRandom } from '@platform/venues/polymarket/execution/testing';
import {
  ADDRESS,
  codeOf,
  testRefusedActions,
  testRefusedExecutions,
  testRefusedSetups,
} from '../executions/refusals.js';
import { VenueCustomer } from '../executions/venue-customer.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { POLYMARKET, type TradedMarket, tradedMarket } from './customer.js';
import { causesOfSignatures, executionsOf, ordersOf } from './records.js';

/** What callers are told who ask for what can't be done at Polymarket, or while the venue is in trouble: all of it by REST. */

const seed = Number(process.env['POLYMARKET_ACTIONS_SEED'] ?? seedFor('polymarket actions') ?? randomInt(2 ** 31));
const ACTIONS = isSampling ? 60 : 400;
const TEST_MS = 240_000;
const FUZZ_MS = 900_000;
/** The families that the chain carries out. */
const OF_CHAIN = /^(redeemPositions|splitPosition|mergePositions)$/;
let platform: Platform;
let customer: VenueCustomer;
let fuzzed: VenueCustomer;
let market: TradedMarket;

beforeAll(async () => {
  platform = await Platform.start('its Polymarket is in trouble', {
    EXECUTION_RECONCILIATION_SECONDS: '15',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
  });
  market = await tradedMarket(platform);
  const names = ['polymarket-refused', 'polymarket-fuzzed'];
  const customers = await VenueCustomer.open(platform, POLYMARKET, names, { paidUsd: 400, usedUsd: 250 });
  [customer, fuzzed] = customers as [VenueCustomer, VenueCustomer];
}, 420_000);

afterEach(() => clearFaults(platform));
afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const limit = (more: object = {}) => ({
  ...{ type: 'placeLimitOrder', tokenID: market.tokenId, side: 'BUY', size: '10', price: '0.01' },
  ...more,
});
const parts = () => ({ platform, customer });

describe('a setup is refused', () => {
  testRefusedSetups(parts, { bridgeSeconds: 20, balanceUsd: 300 });

  test(
    'while one of which the bridge keeps too much waits for an operator, who has it go on with what came',
    async () => {
      await injectFault(platform, { venue: 'polymarket', kind: 'bridge_fee', cents: 300 });
      expect((await customer.requestSetup('50')).status).toBe(202);
      const setupIs = (status: string) =>
        until(
          'the setup',
          () => customer.caller.send('GET', '/wallet'),
          ({ body }) => body.venues?.polymarket.operation?.status === status,
        );
      const { venues, balance } = (await setupIs('reconciliation_required')).body;
      const { operation } = venues.polymarket;
      expect(operation).toMatchObject({ step: 'credit', error: { code: 'credit_differs' } });
      expect(balance.held_usd).toBe(50);
      expect(codeOf(await customer.requestSetup('50'))).toEqual([409, 'venue_setup_in_progress']);
      expect((await operate(platform, 'setup', 'list')).output).toContain('1 setups wait');
      const by = ['--evidence', 'the transfer of pUSD on the chain', '--by', 'ada'];
      expect(await operate(platform, 'setup', 'accept-credit', operation.id, ...by)).toMatchObject({ code: 0 });
      expect((await setupIs('completed')).body.venues.polymarket.balance_usd).toBe(347);
      expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    },
    TEST_MS,
  );
});

describe('an execution is refused', () => {
  testRefusedActions(parts, [
    [400, 'native_action_invalid', () => limit({ maker: ADDRESS })],
    [400, 'native_action_invalid', () => limit({ price: '0.015' })],
    [400, 'native_action_invalid', () => limit({ tokenID: '7' })],
    [400, 'native_action_invalid', () => limit({ orderType: 'GTD' })],
    [400, 'native_action_invalid', () => ({ ...limit(), type: 'cancelOrder' })],
    [400, 'server_owned_field', () => limit({ signature: '0x' })],
    [422, 'native_action_unsupported', () => ({ type: 'createAndPostOrder' })],
    [422, 'exchange_rejected', () => limit({ size: '1' })],
    [422, 'exchange_rejected', () => limit({ side: 'SELL' })],
    [422, 'exchange_rejected', () => limit({ size: '900000' })],
    [422, 'exchange_rejected', () => limit({ price: '0.99', postOnly: true })],
    [422, 'exchange_rejected', () => limit({ orderType: 'GTD', expiration: 1_700_000_000 })],
    [422, 'exchange_rejected', () => ({ type: 'cancelOrder', orderID: `0x${'ab'.repeat(32)}` })],
  ]);

  testRefusedExecutions(parts, () => ({
    ...{ action: limit(), otherAction: limit({ size: '11' }), answered: 'succeeded', tooSmallLimit: '0.09' },
  }));

  test(
    'while the venue is away: nothing was signed, and the key is free',
    async () => {
      const before = await causesOfSignatures(platform, customer.caller.accountId);
      const key = randomUUID();
      await injectFault(platform, { venue: 'polymarket', kind: 'down' });
      expect(codeOf(await customer.submit(limit(), key))).toEqual([503, 'execution_provider_unavailable']);
      expect(await causesOfSignatures(platform, customer.caller.accountId)).toEqual(before);
      await clearFaults(platform);
      expect((await customer.submit(limit(), key)).status).toBe(201);
    },
    TEST_MS,
  );
});

test(
  'whatever action is sent, the platform does not fail, and one that is refused is neither signed nor recorded',
  async () => {
    const { conditionId, tokenId } = market;
    const endS = Math.floor(Date.now() / 1_000) + 86_400;
    const { body } = await fuzzed.submit(limit());
    const known = { tokenId, conditionId, orderId: body.result.orderID, restingPrice: '0.01', endS };
    const actions = new ActionsAtRandom(seededRandom(seed), known);
    const recorded = new Set([body.id]);
    let refused = 0;
    for (let index = 0; index < ACTIONS; index += 1) {
      const { what, text } = actions.next();
      const answer = await fuzzed.submit(text);
      const id = answer.status < 300 ? answer.body.id : answer.body.error.details?.execution_id;
      const of = `POLYMARKET_ACTIONS_SEED=${seed}, action ${index} (${what}): ${text}`;
      expect([of, answer.status < 500]).toEqual([of, true]);
      if (typeof id === 'string') {
        // What the chain carries out is looked up.
        const isAnswered = answer.status === (OF_CHAIN.test(answer.body.action_type) ? 202 : 201);
        expect([of, isAnswered || codeOf(answer)[1] === 'exchange_rejected']).toEqual([of, true]);
        recorded.add(id);
      } else refused += 1;
    }
    const { accountId } = fuzzed.caller;
    const signed = (await causesOfSignatures(platform, accountId)).map((cause) => cause.replace('execution ', ''));
    expect([seed, [...(await executionsOf(platform, accountId)).keys()].toSorted()]).toEqual([
      seed,
      [...recorded].toSorted(),
    ]);
    expect([seed, signed.toSorted()]).toEqual([seed, [...recorded].toSorted()]);
    expect([seed, refused > ACTIONS / 4, recorded.size > ACTIONS / 20]).toEqual([seed, true, true]);
  },
  FUZZ_MS,
);

describe('while the venue is in trouble', () => {
  const trouble = (kind: Parameters<typeof injectFault>[1]['kind'], more: object = {}) =>
    injectFault(platform, { venue: 'polymarket', kind, ...more });
  const user = () => ({ user: customer.address });

  test(
    'a deposit wallet’s orders are refused in the venue’s words, and its cancels are not',
    async () => {
      const { body: placed } = await customer.submit(limit({ size: '20' }));
      await trouble('signer_refused', user());
      const answer = await customer.submit(limit());
      expect(codeOf(answer)).toEqual([422, 'exchange_rejected']);
      const error = 'the order signer address has to be the address of the API KEY';
      expect(answer.body.error.details.exchange_error).toMatchObject({ error });
      const canceled = await customer.submit({ type: 'cancelOrder', orderID: placed.result.orderID });
      expect([canceled.status, canceled.body.status]).toEqual([201, 'succeeded']);
    },
    TEST_MS,
  );

  test(
    'an order beyond the signer’s allowance is looked up, and waits for an operator',
    async () => {
      await trouble('signer_limited', { ...user(), seconds: 2 });
      const { status, body } = await customer.submit(limit({ size: '21' }));
      expect([status, body.status]).toEqual([202, 'reconciling']);
      expect(await customer.settled(body.id)).toMatchObject({ status: 'reconciliation_required', result: null });
    },
    TEST_MS,
  );

  test(
    'orders that lost heartbeats have canceled are gone, and their executions stay succeeded',
    async () => {
      const { body } = await customer.submit(limit({ size: '22' }));
      await trouble('heartbeat_lost', user());
      const { orderID } = body.result;
      await until(
        'the order being canceled',
        async () => ordersOf(platform, customer.address).find(({ id }) => id === orderID),
        (order) => order?.status === 'CANCELED',
      );
      const { data } = (await customer.caller.query('{ wallet { openOrders(venue: "polymarket") { id } } }')).body;
      expect(data.wallet.openOrders).toEqual([]);
      expect(await customer.settled(body.id)).toMatchObject({ status: 'succeeded' });
      expect(codeOf(await customer.submit({ type: 'cancelOrder', orderID }))).toEqual([422, 'exchange_rejected']);
    },
    TEST_MS,
  );

  test(
    'a match that is delayed, or fails to be, is said so in the result',
    async () => {
      await trouble('match_delayed');
      const order = { type: 'placeMarketOrder', tokenID: market.tokenId, side: 'BUY', amount: '2', price: 0.9 };
      expect((await customer.submit(order)).body).toMatchObject({ status: 'succeeded', result: { status: 'delayed' } });
      await clearFaults(platform);
      await trouble('match_failed');
      const resting = await customer.submit(limit({ size: '5', price: '0.9' }));
      expect(resting.body).toMatchObject({ status: 'succeeded', result: { status: 'unmatched' } });
    },
    TEST_MS,
  );

  // Last: what comes after it has to be post-only for two minutes.
  test(
    'orders and cancels are refused while it restarts, and after it those that are not post-only',
    async () => {
      await trouble('restarting', { seconds: 4 });
      const refused = await customer.submit(limit());
      expect([codeOf(refused), refused.body.error.details.exchange_error]).toMatchObject([
        [422, 'exchange_rejected'],
        { status: 425, error: 'service not ready' },
      ]);
      await sleep(4_500);
      const early = await customer.submit(limit());
      expect([codeOf(early), early.body.error.details.exchange_error]).toMatchObject([
        [422, 'exchange_rejected'],
        { code: 'post_only_mode' },
      ]);
      const { status, body } = await customer.submit(limit({ postOnly: true }));
      expect([status, body.status]).toEqual([201, 'succeeded']);
    },
    TEST_MS,
  );
});
