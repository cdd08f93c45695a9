import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { HyperliquidClient } from '../client/index.js';
import { HyperliquidInfo } from './info.js';

const wallet = '0x1000000000000000000000000000000000000001';
const refusal = { code: 'wallet_upstream_unavailable', details: { venue: 'hyperliquid' } };
const servers: Server[] = [];
const opened: HyperliquidInfo[] = [];

afterEach(async () => {
  for (const info of opened.splice(0)) await info.close();
  for (const server of servers.splice(0)) server.close();
});

function open(url: string): HyperliquidInfo {
  const client = new HyperliquidClient({ url, weightPerMinute: 10_000_000, clock: systemClock });
  const info = new HyperliquidInfo(client, systemClock);
  opened.push(info);
  return info;
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const state = (accountValue: string, withdrawable: string) =>
  JSON.stringify({ marginSummary: { accountValue }, withdrawable });

test('a balance is cut off at millionths, never rounded up', async () => {
  const venue = await serve((_request, response) => void response.end(state('12.3456789', '-0.0000019')));
  expect(await open(venue).balance(wallet)).toEqual({
    equityMicroUsdc: 12_345_678n,
    withdrawableMicroUsdc: -1n,
  });
});

test('a venue that fails once is asked again, one that goes on failing is unavailable', async () => {
  let requests = 0;
  let failures = 1;
  const venue = await serve((_request, response) => {
    requests += 1;
    response.writeHead(requests <= failures ? 502 : 200).end(state('1', '1'));
  });
  expect(await open(venue).balance(wallet)).toMatchObject({ equityMicroUsdc: 1_000_000n });
  expect(requests).toBe(2);
  failures = 9;
  await expect(open(venue).balance(wallet)).rejects.toMatchObject(refusal);
  expect(requests).toBe(5);
});

test('a venue that redirects is unavailable: no other address is asked', async () => {
  let asked = 0;
  const elsewhere = await serve((_request, response) => {
    asked += 1;
    response.end(state('1000000', '1000000'));
  });
  const venue = await serve((_request, response) => void response.writeHead(307, { location: elsewhere }).end());
  await expect(open(venue).balance(wallet)).rejects.toMatchObject(refusal);
  expect(asked).toBe(0);
});

test('credits of one address at one instant and under one hash are distinguished', async () => {
  const credit = (usdc: string) => ({ time: 5, hash: '0xaa', delta: { type: 'deposit', usdc } });
  const other = { time: 6, hash: '0xaa', delta: { type: 'withdraw', usdc: '1' } };
  const ledger = JSON.stringify([credit('60'), credit('60'), other]);
  const venue = await serve(async (request, response) => {
    const { type } = JSON.parse((await request.toArray()).join(''));
    response.end(type === 'userNonFundingLedgerUpdates' ? ledger : state('120', '120'));
  });
  const credits = await open(venue).bridgeCredits(wallet, 0);
  expect(credits.map(({ id }) => id)).toEqual(['5:0xaa', '5:0xaa:1']);
});

test('positions and open orders of a venue that fails, or answers something else, are unavailable and never none', async () => {
  const failing = open(await serve((_request, response) => void response.writeHead(500).end()));
  await expect(failing.positions(wallet)).rejects.toMatchObject(refusal);
  await expect(failing.openOrders(wallet)).rejects.toMatchObject(refusal);
  const strange = open(await serve((_request, response) => void response.end('{}')));
  await expect(strange.positions(wallet)).rejects.toMatchObject(refusal);
  await expect(strange.openOrders(wallet)).rejects.toMatchObject(refusal);
});
