/** Accounts of the older surface: wallets, their names, and their setups at venues. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { legacyRoutes } from '@platform/rest-facade/legacy';
import type { Address } from 'viem';
import { type Answer, Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const PAID_IN_MICRO_USDC = 120_000_000n;
const VENUES = ['hyperliquid', 'polymarket', 'lighter'];
const VERSIONS = ['v2', 'v3'];

let platform: Platform;
let owner: Caller;
let stranger: Caller;
let address: Address;

beforeAll(async () => {
  platform = await Platform.shared();
  owner = await Caller.register(platform, 'older-account-owner@example.com');
  stranger = await Caller.register(platform, 'older-account-stranger@example.com');
  address = (await owner.send('GET', '/wallet')).body.address;
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Returns the identifying part of a refusal. */
const refusal = ({ status, body }: Answer) => [status, body.error, body.docs_url !== undefined];

test.each(VERSIONS)('the accounts of %s are the trading accounts, counted from one', async (version) => {
  const { status, body } = await owner.send('GET', `/${version}/account?pageSize=5`);
  const { accounts } = (await owner.send('GET', '/account/hyperliquid')).body;
  expect([status, body]).toEqual([
    200,
    {
      items: [{ name: accounts[0].label, account_index: 1, wallet_address: address, walletAddress: address }],
      nextCursor: null,
    },
  ]);
  expect(accounts[0]).toMatchObject({ account_index: 0, wallet_address: address });
});

test.each(VERSIONS)('a name given by %s is the label at every venue', async (version) => {
  const name = `carry of ${version}`;
  const renamed = await owner.send('PATCH', `/${version}/account/${address.toLowerCase()}`, { name: ` ${name} ` });
  expect([renamed.status, renamed.body]).toEqual([
    200,
    { account: { name, account_index: 1, wallet_address: address, walletAddress: address } },
  ]);
  for (const venue of VENUES)
    expect((await owner.send('GET', `/account/${venue}`)).body.accounts[0]).toMatchObject({ label: name });
  expect((await owner.send('GET', `/${version}/account`)).body.items[0].name).toBe(name);
});

test.each([{ name: '' }, { name: 'x'.repeat(101) }, { name: 'a\u0007b' }, { name: 1 }, {}])(
  'the name of %j is refused',
  async (body) => {
    const answer = await owner.send('PATCH', `/v3/account/${address}`, body);
    expect([answer.status, answer.body.error, answer.body.details[0].path]).toEqual([400, 'validation_failed', 'name']);
  },
);

test.each(VERSIONS)('no account is made by %s', async (version) => {
  const answer = await owner.send('POST', `/${version}/account`, { name: 'another' });
  expect(refusal(answer)).toEqual([501, 'feature_not_available', true]);
  expect(answer.body.docs_url).toMatch(/\/docs\/errors\/feature_not_available$/);
});

test('the status of an account shows its plan and the fee', async () => {
  const { status, body } = await owner.send('GET', '/v2/account/status');
  const { plan } = (await owner.send('GET', '/account')).body.account;
  const { venues } = (await owner.send('GET', '/context/venues')).body;
  const { fees } = venues.find(({ id }: { id: string }) => id === 'hyperliquid');
  expect([status, body]).toEqual([
    200,
    {
      ...{ accountTier: plan.name, referral: null, agentWallet: { created: null, address: null } },
      builder: { configured: null, address: null, feePercent: fees.builder_pct },
    },
  ]);
});

describe.each(VERSIONS.flatMap((version) => VENUES.map((venue) => [version, venue] as const)))(
  '%s at %s',
  (version, venue) => {
    test('the state of a wallet is that of GET /wallet', async () => {
      const { status, body } = await owner.send('GET', `/${version}/account/${address}/status/${venue}`);
      const { venues } = (await owner.send('GET', '/wallet')).body;
      expect(venues[venue]).toMatchObject({ readiness: { account_exists: false }, operation: null });
      expect([status, body]).toEqual([
        200,
        {
          ...{ chain: 'arbitrum', chain_id: 42_161, wallet_id: null, setup: null, api_key_approval_tx_hash: null },
          account: { name: expect.any(String), account_index: 1, wallet_address: address, walletAddress: address },
          wallet: { address, name: expect.any(String), index: 1 },
          balance: {
            ...{ minimum: '50.00', usdc: '0.00', usdcNative: '0.00', usdcE: null, pol: null },
            ...{ pusd: '0.00', meetsMinimum: false },
          },
          onboarding: {
            ...{ target: venue, ready: false, onboarded: false, approvalsSet: false, next_step: 'reserve' },
            blockers: ['not_set_up'],
            steps: ['reserve', 'transfer', 'credit', 'register'].map((id) => ({ id, status: 'pending' })),
          },
          ...{ account_ready: false, api_key_ready: false, ready: false, status: 'needs_deposit' },
          accepted_assets: [{ symbol: 'USDC', address: expect.stringMatching(/^0x/), decimals: 6 }],
          [`${venue}Api`]: { credentialsStored: false },
          ...{ referral: null, agentWallet: { created: null, address: null } },
          builder: { configured: null, address: null, feePercent: expect.any(Number) },
        },
      ]);
    });

    test('an empty body authorizes no money, and the refusal says what does', async () => {
      for (const body of [undefined, {}, { chain: 'arbitrum' }]) {
        const answer = await owner.send('POST', `/${version}/account/${address}/${venue}`, body);
        expect([answer.status, answer.body]).toEqual([
          409,
          {
            error: 'account_not_ready',
            message: expect.stringMatching(/`amount_usd`, at least 50\.00, with an `Idempotency-Key`/),
            details: { venue, minimum_usd: '50.00', setup: null },
          },
        ]);
      }
      expect((await owner.send('GET', '/wallet')).body.venues[venue].operation).toBeNull();
    });

    test('an amount without a key of idempotency is refused, and one that the wallet does not hold too', async () => {
      const path = `/${version}/account/${address}/${venue}`;
      const keyless = await owner.send('POST', path, { amount_usd: '50.00' });
      expect(refusal(keyless)).toEqual([400, 'idempotency_key_required', false]);
      const poor = await owner.send('POST', path, { amount_usd: '50.00' }, { 'idempotency-key': randomUUID() });
      expect(refusal(poor)).toEqual([409, 'insufficient_held_balance', false]);
      const little = await owner.send('POST', path, { amount_usd: '49.99' }, { 'idempotency-key': randomUUID() });
      expect(refusal(little)).toEqual([400, 'bad_request', false]);
    });

    test('the wallet of another account is as one of nobody', async () => {
      const nobodys = `0x${'1'.repeat(40)}`;
      for (const [method, path, body] of [
        ['GET', `status/${venue}`, undefined],
        ['POST', venue, { amount_usd: '50.00' }],
        ['POST', venue, {}],
      ] as const) {
        const ask = (wallet: string) =>
          stranger.send(method, `/${version}/account/${wallet}/${path}`, body, { 'idempotency-key': randomUUID() });
        const [theirs, none, text] = [await ask(address), await ask(nobodys), await ask('nobody')];
        expect(refusal(theirs)).toEqual([404, 'trading_account_not_found', false]);
        expect([none.body, text.body]).toEqual([theirs.body, theirs.body]);
      }
      const renamed = await stranger.send('PATCH', `/${version}/account/${address}`, { name: 'mine' });
      expect(refusal(renamed)).toEqual([404, 'trading_account_not_found', false]);
    });
  },
);

test('a setup with an amount moves it once, and an account that is set up answers an empty body', async () => {
  const { arbitrum } = await platform.descriptor();
  await payIn(arbitrum, [address], PAID_IN_MICRO_USDC);
  const path = `/v3/account/${address}/hyperliquid`;
  const key = { 'idempotency-key': randomUUID() };
  const first = await until(
    'the setup being accepted',
    () => owner.send('POST', path, { amount_usd: '60.00' }, key),
    ({ status }) => status < 300,
  );
  expect(first.body.setup).toMatchObject({ id: expect.any(String) });
  const again = await owner.send('POST', path, { amount_usd: '60.00' }, key);
  expect([again.headers.get('idempotency-replayed'), again.body.setup.id]).toEqual(['true', first.body.setup.id]);
  const ready = await until(
    'the account',
    () => owner.send('POST', path, {}),
    ({ status, body }) => status === 200 && body.setup.status === 'completed',
  );
  expect(ready.body).toMatchObject({
    ...{ ready: true, status: 'ready', balance: { usdc: '60.00', pusd: '60.00', meetsMinimum: true } },
    onboarding: { ready: true, blockers: [], next_step: null },
    hyperliquidApi: { credentialsStored: true },
  });
  const { venues } = (await owner.send('GET', '/wallet')).body;
  expect(venues.hyperliquid).toMatchObject({ balance_usd: 60, operation: { id: first.body.setup.id } });
  const other = await owner.send('POST', path, { amount_usd: '61.00' }, key);
  expect(refusal(other)).toEqual([409, 'idempotency_key_conflict', false]);
}, 240_000);

/** The rows that refuse everybody who may call them. */
const refused = legacyRoutes.filter(
  ({ response, path }) =>
    Object.keys(response).length === 0 && /^\/v3\/(account|markets|strategy|deployment)/.test(path),
);

describe('what is not done any more', () => {
  test.each(refused.map(({ method, path, refusals }) => [method, path, refusals[0]] as const))(
    '%s %s answers %s with a page, to those who may call it',
    async (method, path, code) => {
      const asked = path.replaceAll(/\{\w+\}/g, address);
      const answer = await owner.send(method, asked, method === 'GET' ? undefined : { any: 'thing' });
      expect(refusal(answer)).toEqual([code === 'operation_retired' ? 410 : 501, code, true]);
      const anonymous = await fetch(new URL(asked, owner.baseUrl), { method });
      expect(anonymous.status).toBe(401);
    },
  );

  test('is all that published clients once called there', () => {
    expect(refused.filter(({ refusals }) => refusals[0] === 'operation_retired')).toHaveLength(19);
  });
});
