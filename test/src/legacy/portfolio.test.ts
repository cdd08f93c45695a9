import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { type Answer, Caller } from '../platform/caller.js';
import type { Descriptor } from '../platform/descriptor.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** Money by the paths of published clients: the same setups, withdrawals and proofs as on the unified surface. */

const FOREIGN = `0x${'1'.repeat(40)}`;
const TEST_MS_MAX = 240_000;
let platform: Platform;
let descriptor: Descriptor;
let customer: Customer;
let stranger: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  descriptor = await platform.descriptor();
  stranger = await Caller.register(platform, 'legacy-portfolio-stranger@example.com');
  customer = await Customer.register(platform, 'legacy-portfolio');
  await Customer.fund(platform, [customer], 400);
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return customer.caller.send('POST', path, body, headers);
}

/** What a client sends to deposit at each venue. */
function depositOf(venue: string, amount: string, owner: string = customer.address): [path: string, body: object] {
  const { arbitrum, polygon } = descriptor;
  switch (venue) {
    case 'hyperliquid':
      return [
        '/v2/portfolio/hyperliquid/deposit',
        { chain: 'arbitrum-one', asset_address: arbitrum.usdc_address, amount, from: owner },
      ];
    case 'polymarket':
      return [
        '/v3/portfolio/polymarket/deposit',
        { chain: 'polygon', asset_address: polygon.usdc_address, amount, from: owner },
      ];
    default:
      return [
        '/v3/portfolio/lighter/deposit',
        { owner_address: owner, source_chain: 'arbitrum', amount, confirmed: true },
      ];
  }
}

const venues = ['hyperliquid', 'polymarket', 'lighter'];

test('what was sent is refused before anything moves', async () => {
  const [path, body] = depositOf('hyperliquid', '60.00');
  const refusals = [
    [{ ...body, chain: 'base' }, 400, 'validation_failed', 'chain'],
    [{ ...body, asset_address: FOREIGN }, 400, 'validation_failed', 'asset_address'],
    [{ ...body, amount: '60.1234567' }, 400, 'validation_failed', 'amount'],
    [{ ...body, amount: 5 }, 400, 'bad_request', 'amount_usd'],
    [{ ...body, from: FOREIGN }, 404, 'trading_account_not_found', undefined],
  ] as const;
  for (const [sent, status, code, field] of refusals) {
    const answer = await post(path, sent);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    if (field !== undefined) expect(answer.body.details).toEqual([expect.objectContaining({ path: field })]);
  }
  const unconfirmed = await post('/v3/portfolio/lighter/deposit', {
    ...depositOf('lighter', '60')[1],
    confirmed: false,
  });
  expect([unconfirmed.status, unconfirmed.body.error]).toEqual([400, 'validation_failed']);
  expect((await customer.wallet()).body.venues.hyperliquid.operation).toBeNull();
});

test(
  'a deposit is a setup of its venue, once under its key',
  async () => {
    for (const venue of venues) {
      const [path, body] = depositOf(venue, '60.00');
      const key = { 'idempotency-key': randomUUID() };
      const accepted = await post(path, body, key);
      expect([200, 202]).toContain(accepted.status);
      expect(accepted.body).toMatchObject({
        amount: '60.00',
        wallet_address: customer.address,
        walletAddress: customer.address,
        tx_hash: null,
        txHash: null,
        deposit: { id: accepted.body.id },
      });
      expect((await post(path, body, key)).body.id).toBe(accepted.body.id);
      const conflict = await post(path, { ...body, amount: '61.00' }, key);
      expect([conflict.status, conflict.body.error]).toEqual([409, 'idempotency_key_conflict']);
      const { body: wallet } = await customer.wallet(
        ({ venues: shown }) => shown[venue].operation?.status === 'completed' && shown[venue].balance_usd >= 60,
      );
      expect(wallet.venues[venue].operation.id).toBe(accepted.body.id);
    }
  },
  2 * TEST_MS_MAX,
);

test('a deposit at lighter and the balance there are read by their owner alone', async () => {
  const { body: wallet } = await customer.wallet();
  const { operation, balance_usd: balance } = wallet.venues.lighter;
  const path = `/v3/portfolio/lighter/deposit/${operation.id}`;
  const owner = `owner_address=${customer.address}`;
  const read = await customer.caller.send('GET', `${path}?${owner}`);
  expect([read.status, read.body]).toEqual([
    200,
    {
      ...operation,
      wallet_address: customer.address,
      walletAddress: customer.address,
      updatedAt: operation.updated_at,
    },
  ]);
  const held = await customer.caller.send('GET', `/v3/portfolio/lighter/balance?${owner}`);
  expect(held.body).toMatchObject({ wallet_address: customer.address, asset: 'USDC', account_ready: true });
  expect(Number(held.body.balance)).toBe(balance);
  const none = await customer.caller.send('GET', '/v3/portfolio/lighter/deposit/set_none');
  expect([none.status, none.body.error]).toEqual([404, 'not_found']);
  for (const place of [path, '/v3/portfolio/lighter/balance']) {
    const foreign = await stranger.send('GET', `${place}?${owner}`);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'trading_account_not_found']);
  }
});

describe('a signed action of an account that was set up', () => {
  test('buys at polymarket, as published clients send it', async () => {
    const { markets } = (await customer.caller.send('GET', '/context/markets?venue=polymarket&query=will&limit=1'))
      .body;
    const tokenID = markets[0].symbol.replace('.POLYMARKET', '');
    const terms = { side: 'BUY', amount: '5', price: 0.99, orderType: 'FOK' };
    const action = { type: 'placeMarketOrder', from: customer.address, tokenID, ...terms };
    const { status, body } = await post('/v3/authorize-and-send/polymarket', { action });
    expect([200, 202]).toContain(status);
    expect(await customer.execution(body.execution_id)).toMatchObject({
      ...{ status: 'succeeded', account_address: customer.address, action_type: 'placeMarketOrder' },
    });
  });

  test('rests at lighter, in the words of its official client', async () => {
    const order = { type: 'create_order', market_index: 0, base_amount: 1_000, price: 100_000, is_ask: false };
    const action = { ...order, order_type: 0, time_in_force: 1, from: customer.address };
    const { status, body } = await post('/v3/authorize-and-send/lighter', { action });
    expect([200, 202]).toContain(status);
    expect(await customer.execution(body.execution_id)).toMatchObject({ status: 'succeeded', venue: 'lighter' });
  });
});

describe('a withdrawal', () => {
  const path = '/v3/portfolio/hyperliquid/withdraw';
  const destination = privateKeyToAddress(generatePrivateKey());
  const wanted = (amount: string) => ({
    ...{ chain: 'arbitrum', asset_address: descriptor.arbitrum.usdc_address, amount },
    ...{ from: customer.address, to: destination },
  });

  test('without a proof says how to get one, whatever the key may do', async () => {
    for (const [place, body] of [
      [path, wanted('20.00')],
      ['/v3/portfolio/lighter/withdraw', { owner_address: customer.address, amount: '20', confirmed: true }],
    ] as const) {
      const refused = await post(place, body, { 'idempotency-key': randomUUID() });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_permissions']);
      expect(refused.body.details).toMatchObject({
        code: 'POST /wallet/withdraw/otp',
        withdraw: 'POST /wallet/withdraw',
      });
    }
    const foreign = await post(path, { ...wanted('20.00'), from: FOREIGN });
    expect([foreign.status, foreign.body.error]).toEqual([404, 'trading_account_not_found']);
    expect((await customer.caller.send('GET', '/wallet/withdrawals')).body.withdrawals).toEqual([]);
  });

  test('with a proof is the withdrawal of the unified surface, and a wrong proof is refused as there', async () => {
    const { key, body } = await customer.authorize('20.00', destination, 'hyperliquid');
    const { authorization } = Object(body);
    const headers = { 'idempotency-key': key };
    const wrong = { ...authorization, code: authorization.code === '000000' ? '000001' : '000000' };
    const refused = await post(path, { ...wanted('20.00'), authorization: wrong }, headers);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_code']);
    const keyless = await post(path, { ...wanted('20.00'), authorization });
    expect([keyless.status, keyless.body.error]).toEqual([400, 'idempotency_key_required']);
    const other = await post(path, { ...wanted('21.00'), authorization }, headers);
    expect([other.status, other.body.error]).toEqual([409, 'withdrawal_challenge_mismatch']);
    const accepted = await until(
      'the withdrawal being accepted',
      () => post(path, { ...wanted('20.00'), authorization }, headers),
      ({ status }) => status < 300,
    );
    expect(accepted.body).toMatchObject({ amount: '20.00', destination, walletAddress: customer.address });
    const unified = await customer.caller.send('GET', `/wallet/withdrawals/${accepted.body.id}`);
    expect(unified.body).toMatchObject({ source: 'hyperliquid', amount_usd: 20, destination_wallet: destination });
    // It is none of lighter's.
    const elsewhere = await customer.caller.send('GET', `/v3/portfolio/lighter/withdraw/${accepted.body.id}`);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'not_found']);
  });
});

test.each([
  ['POST', '/v2/portfolio/hyperliquid/exit', { subaccount_address: FOREIGN }],
  ['POST', '/v2/portfolio/hyperliquid/transfer', { from: FOREIGN, to: FOREIGN, amount: '5' }],
  ['POST', '/v3/portfolio/polymarket/exit', { tradingAccountId: 'tac_01' }],
  ['POST', '/v2/bracket', { pair: 'BTC', side: 'long', entry: 1, take_profit: 2, stop_loss: 1, size_usd: 20 }],
  ['GET', '/v2/bracket', undefined],
  ['GET', '/v2/bracket/brk_01', undefined],
  ['DELETE', '/v2/bracket/brk_01', undefined],
])('%s %s is not available, and names a page', async (method, path, body) => {
  const { status, body: refusal } = await stranger.send(method, path, body);
  expect([status, refusal.error, refusal.docs_url]).toEqual([
    501,
    'feature_not_available',
    expect.stringContaining('/docs/errors/feature_not_available'),
  ]);
  const anonymous = await fetch(new URL(path, stranger.baseUrl), { method });
  expect(anonymous.status).toBe(401);
});
