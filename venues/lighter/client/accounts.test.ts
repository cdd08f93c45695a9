import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { LighterTrading } from './index.js';

const OWNER = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const INTENT = '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69';
const PUBLIC_KEY = 'AB'.repeat(40);
const opened: { server: Server; client: LighterTrading }[] = [];
afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns what is asked of accounts at a venue that gives one answer, and the requests. */
async function open(answer: object, status = 200) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(status).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const allowances = { requestsPerMinute: 1_000_000, transactionsPerMinute: 1_000_000 };
  const client = new LighterTrading({ url, ...allowances, clock: systemClock });
  opened.push({ server, client });
  return { accounts: client.accounts, asked };
}

const deposit = {
  ...{ code: 200, source: 'Arbitrum', source_chain_id: '42161', fast_bridge_tx_hash: '', batch_claim_tx_hash: '' },
  ...{ cctp_burn_tx_hash: '0xAB', amount: '49.5', intent_address: INTENT.toLowerCase(), status: 'completed' },
  ...{ step: 'completed', created_at: 1_797_000_000_000, is_external_deposit: true },
};
const market = {
  ...{ market_id: 1, symbol: 'BTC', initial_margin_fraction: '20.00', sign: -1, position: '0.5', margin_mode: 1 },
  ...{ avg_entry_price: '60000', position_value: '30500.5', unrealized_pnl: '-500.5', liquidation_price: '70000.1' },
  ...{ allocated_margin: '6100', open_order_count: 2, pending_order_count: 1 },
};
const account = {
  ...{
    account_type: 0,
    index: 12,
    collateral: '-1.0000009',
    available_balance: '98.5',
    total_asset_value: '99.123456',
  },
  positions: [market],
};

test('an owner’s address is asked for by a form, any amount, and checksummed', async () => {
  const { accounts, asked } = await open({ code: 200, intent_address: INTENT.toLowerCase() });
  expect(await accounts.intentAddress(OWNER, 42_161)).toBe(INTENT);
  const form = `chain_id=42161&from_addr=${OWNER}&amount=0&is_external_deposit=true`;
  expect(asked).toEqual([`POST /api/v1/createIntentAddress ${form}`]);
});

test('an owner’s newest deposit is read with its amount in millionths', async () => {
  const { accounts, asked } = await open(deposit);
  expect(await accounts.latestDeposit(OWNER)).toEqual({
    ...{ id: '0xab', chainId: 42_161, intentAddress: INTENT, microUsdc: 49_500_000n, isCompleted: true },
    createdMs: 1_797_000_000_000,
  });
  expect(asked).toEqual([`GET /api/v1/deposit/latest?l1_address=${OWNER}`]);
});

test.each([1_797_000_000, 1_797_000_000_000, 1_797_000_000_000_000])(
  'an instant written as %d is one',
  async (stamp) => {
    const { accounts } = await open({ ...deposit, created_at: stamp });
    expect(await accounts.latestDeposit(OWNER)).toMatchObject({ createdMs: 1_797_000_000_000 });
  },
);

test('an owner’s account is read with what it holds, and the markets that can’t be read are counted', async () => {
  const sub = { ...account, account_type: 1, index: 13 };
  const own = { ...account, positions: [market, { ...market, position: 'much' }] };
  const { accounts, asked } = await open({ code: 200, accounts: [sub, own] });
  expect(await accounts.ofOwner(OWNER, 'read')).toEqual({
    ...{ isMaster: true, accountIndex: 12, collateralMicroUsdc: -1_000_000n, equityMicroUsdc: 99_123_456n },
    availableMicroUsdc: 98_500_000n,
    markets: [
      {
        ...{ marketIndex: 1, symbol: 'BTC-PERP.LIGHTER', isShort: true, size: '0.5', entryPrice: '60000' },
        ...{ valueUsd: '30500.5', unrealizedPnlUsd: '-500.5', liquidationPrice: '70000.1', isIsolated: true },
        ...{ allocatedMarginUsd: '6100', marginFraction: 20, leverage: 5, orderCount: 3 },
      },
    ],
    malformedCount: 1,
  });
  expect(asked).toEqual([`GET /api/v1/account?by=l1_address&value=${OWNER}`]);
});

test('the key at an index is read, in lower case', async () => {
  const key = { account_index: 12, api_key_index: 4, nonce: 3, public_key: PUBLIC_KEY, transaction_time: 0 };
  const { accounts, asked } = await open({ code: 200, api_keys: [{ ...key, api_key_index: 3 }, key] });
  const found = await accounts.registeredKey({ accountIndex: 12, apiKeyIndex: 4 });
  expect(found).toEqual({ apiKeyIndex: 4, publicKey: `0x${'ab'.repeat(40)}` });
  expect(asked).toEqual(['GET /api/v1/apikeys?account_index=12&api_key_index=4']);
});

test.each([
  ['no deposit', 20_001, (accounts: LighterTrading['accounts']) => accounts.latestDeposit(OWNER)],
  ['no account', 21_100, (accounts: LighterTrading['accounts']) => accounts.ofOwner(OWNER, 'read')],
  [
    'no key',
    21_109,
    (accounts: LighterTrading['accounts']) => accounts.registeredKey({ accountIndex: 12, apiKeyIndex: 4 }),
  ],
])('%s is told from an answer that says nothing', async (_what, code, ask) => {
  expect(await ask((await open({ code, message: 'none' }, 400)).accounts)).toBeUndefined();
  await expect(ask((await open({ code: 21_000, message: 'busy' }, 400)).accounts)).rejects.toMatchObject({
    name: 'VenueReadError',
  });
});
