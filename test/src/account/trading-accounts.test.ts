import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

const JOINED = `{
  account { id tradingAccounts(venue: "hyperliquid") {
    id label status details { onboarded figures { name usd } }
    wallet { address balance { heldUsd } }
    executions(first: 5) { nodes { id tradingAccount { id label accountIndex } } }
  } }
  executions(first: 5) { nodes { id tradingAccount { walletAddress } } }
}`;
let platform: Platform;
let owner: Caller;
let stranger: Caller;
let id: string;

beforeAll(async () => {
  platform = await Platform.shared();
  [owner, stranger] = await Promise.all([
    Caller.register(platform, 'trading-owner@example.com'),
    Caller.register(platform, 'trading-stranger@example.com'),
  ]);
  id = (await owner.send('GET', '/account/hyperliquid')).body.accounts[0].id;
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

test('an account has a trading account, shown alone and in the list, with its wallet', async () => {
  const wallet = await owner.send('GET', '/wallet');
  const listed = await owner.send('GET', '/account/hyperliquid');
  expect([listed.status, listed.body]).toEqual([
    200,
    {
      accounts: [
        {
          ...{ id, venue: 'hyperliquid', account_index: 0, label: 'Primary', status: 'pending', is_default: true },
          ...{ wallet_address: wallet.body.address, created_at: expect.stringMatching(/Z$/) },
          details: { onboarded: false, perp_equity_usd: 0, perp_withdrawable_usd: 0 },
        },
      ],
      next_cursor: null,
    },
  ]);
  const one = await owner.send('GET', `/account/hyperliquid/${id}`);
  expect([one.status, one.body]).toEqual([200, { account: listed.body.accounts[0] }]);
  const overview = await owner.send('GET', `/account/hyperliquid/${id}/wallet`);
  expect([overview.status, overview.body]).toEqual([200, wallet.body]);
});

test('it has one of the same wallet at another venue, with the amounts of that one', async () => {
  const { accounts } = (await owner.send('GET', '/account/polymarket')).body;
  expect(accounts).toMatchObject([
    { venue: 'polymarket', label: 'Primary', status: 'pending', details: { onboarded: false, cash_usd: 0 } },
  ]);
  expect(accounts[0].id).toBe(id.replace('hyperliquid', 'polymarket'));
});

test('a label is kept, trimmed, and refused where it says nothing', async () => {
  const renamed = await owner.send('PATCH', `/account/hyperliquid/${id}`, { label: ' Carry trades ' });
  expect([renamed.status, renamed.body.account.label]).toEqual([200, 'Carry trades']);
  for (const label of ['', ' ', 'x'.repeat(101), 'a\u0007b']) {
    const { status, body } = await owner.send('PATCH', `/account/hyperliquid/${id}`, { label });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'invalid_request', 'label']);
  }
  expect((await owner.send('GET', `/account/hyperliquid/${id}`)).body.account.label).toBe('Carry trades');
});

test('another account’s id and another venue’s are answered byte for byte alike', async () => {
  const elsewhere = id.replace('hyperliquid', 'lighter');
  for (const path of ['', '/wallet']) {
    const foreign = await stranger.send('GET', `/account/hyperliquid/${id}${path}`);
    const wrong = await owner.send('GET', `/account/hyperliquid/${elsewhere}${path}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'trading_account_not_found']);
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([foreign.status, JSON.stringify(foreign.body)]);
  }
});

test.each([
  ['binance', 400, 'venue_not_supported'],
  ['nowhere', 400, 'venue_not_supported'],
])('at %s the answer is %i %s', async (venue, status, code) => {
  for (const path of [`/account/${venue}`, `/account/${venue}/${id}`, `/account/${venue}/${id}/wallet`]) {
    const answer = await owner.send('GET', path);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  }
});

test('the graph joins it with its balances and its executions, both ways', async () => {
  const { address } = (await owner.query('{ wallet { address } }')).body.data.wallet;
  const record = {
    ...{ _id: `exe_joined_${owner.accountId}`, accountId: owner.accountId, accountAddress: address },
    ...{ idempotencyKey: 'joined', status: 'succeeded', venue: 'hyperliquid', actionType: 'order' },
    ...{ createdAt: new Date(), finishedAt: new Date(), resultJson: '{}' },
  };
  await withStore(platform, 'execution', (store) => store.collection<{ _id: string }>('executions').insertOne(record));
  const { data, errors } = (await owner.query(JOINED)).body;
  expect(errors).toBeUndefined();
  expect(data.account.tradingAccounts).toMatchObject([
    {
      ...{ id, status: 'pending', wallet: { address, balance: { heldUsd: '0.00' } } },
      details: { onboarded: false, figures: [{ name: 'perp_equity_usd' }, { name: 'perp_withdrawable_usd' }] },
      executions: { nodes: [{ id: record._id, tradingAccount: { id, accountIndex: 0 } }] },
    },
  ]);
  expect(data.executions.nodes).toEqual([{ id: record._id, tradingAccount: { walletAddress: address } }]);
});
