import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { CONTRACTS, signatureTypes } from '../codec/index.js';
import { PolymarketAccounts, PolymarketBridge, PolymarketRelayer } from './index.js';

const WALLET = '0x3deC7E447D843975Ba7BE72d4bf48106C11535D5';
const PAYMENT = '0x23566f8b2E82aDfCf01846E54899d110e97AC053';
const credentials = { key: 'a-key', secret: 'c2VjcmV0', passphrase: 'words' };
const given = { apiKey: 'a-key', secret: 'c2VjcmV0', passphrase: 'words' };
const sign = async () => ({ POLY_ADDRESS: WALLET });
/** Real time, fifty times as fast: a budget starts empty, since a process that ran here before may have spent it. */
const fast = {
  nowMs: () => systemClock.nowMs() * 50,
  now: () => systemClock.now(),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal),
};
const opened: { server: Server; client: { close(): Promise<void> } }[] = [];
afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns clients of a venue with the given answers, and its requests. */
async function open(answer: RequestListener) {
  const asked: { line: string; body: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, body: await text(request), headers });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const parts = { clock: fast, attemptTimeoutMs: 300 };
  const bridge = new PolymarketBridge({ url, ...parts });
  const relayer = new PolymarketRelayer({ url, share: 'execution', ...parts });
  const accounts = new PolymarketAccounts({ clobUrl: url, requestsPerMinute: 1_000_000, ...parts });
  for (const client of [bridge, relayer, accounts]) opened.push({ server, client });
  return { bridge, relayer, accounts, asked, lines: () => asked.map(({ line }) => line) };
}
const says =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify(body));
/** Answers by method and path. */
const answers =
  (by: Readonly<Record<string, readonly [number, unknown]>>): RequestListener =>
  ({ method, url }, response) => {
    const [status, body] = by[`${method} ${url?.split('?')[0]}`] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  };

describe('the bridge', () => {
  test('gives the address of a wallet, as a new one or a known one', async () => {
    for (const status of [200, 201]) {
      const { bridge, asked } = await open(says({ address: { evm: PAYMENT.toLowerCase(), svm: 'x' } }, status));
      expect(await bridge.depositAddress(WALLET)).toBe(PAYMENT);
      expect(asked[0]).toMatchObject({ line: 'POST /api/deposit', body: JSON.stringify({ address: WALLET }) });
    }
  });

  test.each([
    ['an address of another chain', says({ address: { evm: 'bc1q8' } }), 'malformed', 1],
    ['a refusal', says({ error: 'no' }, 400), 'refused', 1],
    ['a failure, three times', says({}, 503), 'refused', 3],
  ] as const)('that answers with %s gives none', async (_, answer, failure, times) => {
    const { bridge, asked } = await open(answer);
    await expect(bridge.depositAddress(WALLET)).rejects.toMatchObject({ name: 'VenueReadError', failure });
    expect(asked).toHaveLength(times);
  });

  test('gives the address at which pUSD becomes USDC elsewhere, and tells before what is paid', async () => {
    const to = { chainId: 42_161, token: networks.arbitrum.assets.USDC.address, recipient: PAYMENT } as const;
    const { bridge, asked } = await open(
      answers({
        'POST /api/withdraw': [201, { address: { evm: PAYMENT, svm: 'x' } }],
        'POST /api/quote': [200, { estToTokenBaseUnit: '59990000', quoteId: '0x00' }],
      }),
    );
    expect(await bridge.withdrawalAddress(WALLET, to)).toBe(PAYMENT);
    expect(await bridge.quoteOfPusd(60_000_000n, to)).toBe(59_990_000n);
    const [withdrawn, quoted] = asked.map(({ body }) => JSON.parse(body));
    const target = { toChainId: '42161', toTokenAddress: to.token };
    expect(withdrawn).toEqual({ address: WALLET, ...target, recipientAddr: PAYMENT });
    expect(quoted).toEqual({
      ...{ fromAmountBaseUnit: '60000000', fromChainId: '137', fromTokenAddress: CONTRACTS.pusd },
      ...{ ...target, recipientAddress: PAYMENT },
    });
  });

  test('tells what has arrived at an address', async () => {
    const { bridge, lines } = await open(says({ transactions: [], nextCursor: null }));
    expect(await bridge.transfers(PAYMENT)).toEqual([]);
    expect(lines()).toEqual([`GET /api/status/${PAYMENT}`]);
  });
});

describe('the relayer', () => {
  test.each([
    ['takes it', says({ transactionID: 'x', state: 'STATE_NEW' }), 'answered'],
    ['is busy', says({ error: 'wallet busy: active action in flight' }, 400), 'answered'],
    ['fails', says({}, 500), 'answered'],
    ['hangs up', (request: Parameters<RequestListener>[0]) => void request.socket.destroy(), 'unknown'],
    ['is late', () => undefined, 'unknown'],
  ] as const)('gets a submission once when it %s', async (_, answer, kind) => {
    const { relayer, asked } = await open(answer);
    const headers = { POLY_BUILDER_API_KEY: 'a-key' };
    expect(await relayer.submit('{"type":"WALLET-CREATE"}', headers)).toMatchObject({ kind });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ line: 'POST /api/submit', body: '{"type":"WALLET-CREATE"}' });
    expect(asked[0]?.headers).toMatchObject({ poly_builder_api_key: 'a-key' });
  });
});

describe('the credentials of a key', () => {
  const [DERIVE, MAKE] = ['GET /api/auth/derive-api-key', 'POST /api/auth/api-key'];

  test('are derived where it has some', async () => {
    const { accounts, lines } = await open(answers({ [DERIVE]: [200, given] }));
    expect(await accounts.credentials({})).toEqual(credentials);
    expect(lines()).toEqual([DERIVE]);
  });

  test('are made where it has none', async () => {
    const none = { error: 'Could not derive api key!' };
    const { accounts, lines } = await open(answers({ [DERIVE]: [400, none], [MAKE]: [200, given] }));
    expect(await accounts.credentials({})).toEqual(credentials);
    expect(lines()).toEqual([DERIVE, MAKE]);
  });

  test('are derived by a later turn where it is not known whether they were made', async () => {
    const { accounts, lines } = await open(answers({ [DERIVE]: [400, {}], [MAKE]: [500, {}] }));
    expect(await accounts.credentials({})).toBeUndefined();
    expect(lines()).toEqual([DERIVE, MAKE]);
  });

  test('are neither made nor taken where the venue refuses the key', async () => {
    const { accounts, lines } = await open(answers({ [DERIVE]: [401, {}] }));
    await expect(accounts.credentials({})).rejects.toMatchObject({ name: 'VenueReadError', failure: 'refused' });
    expect(lines()).toEqual([DERIVE]);
  });
});

test('what the CLOB takes an account to have is read and refreshed for its deposit wallet', async () => {
  const { accounts, lines } = await open(says({ balance: '5000000', allowances: { [PAYMENT]: '0' } }));
  expect(await accounts.collateral(signatureTypes.depositWallet, sign)).toEqual({
    balance: 5_000_000n,
    allowances: { [PAYMENT]: 0n },
  });
  await accounts.refreshCollateral(signatureTypes.depositWallet, sign);
  expect(lines()).toEqual([
    'GET /api/balance-allowance?asset_type=COLLATERAL&signature_type=3',
    'GET /api/balance-allowance/update?asset_type=COLLATERAL&signature_type=3',
  ]);
});
