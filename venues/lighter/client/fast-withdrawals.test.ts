import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { LighterTrading } from './index.js';

const TOKEN = { authorization: 'a-token' };
const OWNER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const terms = { to_account_index: 281_474_976_710_646, withdraw_limit: '250000.5', max_withdrawal_amount: '100' };
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Returns the client of a venue that has one answer, and what it was asked. */
async function open(answer: object, requestsPerMinute = 1_000) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      asked.push([method, url, headers.authorization, body].filter(Boolean).join(' '));
      response.end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = new LighterTrading({ url, requestsPerMinute, transactionsPerMinute: 1_000, clock: systemClock });
  opened.push(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { fastWithdrawals: client.fastWithdrawals, asked };
}

test('how the venue would pay is asked for under the account’s token, and the smaller limit counts', async () => {
  const { fastWithdrawals, asked } = await open({ code: 200, ...terms });
  const read = await fastWithdrawals.terms(12, TOKEN);
  expect(read).toEqual({ toAccountIndex: 281_474_976_710_646, mostMicroUsdc: 100_000_000n });
  expect(asked).toEqual(['GET /api/v1/fastwithdraw/info?account_index=12 a-token']);
});

test.each([
  ['no account', { ...terms, to_account_index: undefined }],
  ['a limit that is no number', { ...terms, withdraw_limit: 'much' }],
])('an answer with %s is unreadable', async (_what, answer) => {
  const { fastWithdrawals } = await open({ code: 200, ...answer });
  await expect(fastWithdrawals.terms(12, TOKEN)).rejects.toMatchObject({ name: 'VenueReadError' });
});

test('what a transfer costs is in millionths, and no negative number', async () => {
  const { fastWithdrawals, asked } = await open({ code: 200, transfer_fee_usdc: 3_000_000 });
  expect(await fastWithdrawals.transferFee(12, 7, TOKEN)).toBe(3_000_000n);
  expect(asked).toEqual(['GET /api/v1/transferFeeInfo?account_index=12&to_account_index=7 a-token']);
  const { fastWithdrawals: other } = await open({ code: 200, transfer_fee_usdc: -1 });
  await expect(other.transferFee(12, 7, TOKEN)).rejects.toMatchObject({ name: 'VenueReadError' });
});

test('a transfer is sent as a form, with the address that is paid, under the token', async () => {
  const { fastWithdrawals, asked } = await open({ code: 200, tx_hash: 'ab' });
  expect(await fastWithdrawals.send('{"Nonce":1}', OWNER, TOKEN)).toMatchObject({ kind: 'answered' });
  expect(asked).toEqual([`POST /api/v1/fastwithdraw a-token tx_info=%7B%22Nonce%22%3A1%7D&to_address=${OWNER}`]);
});

test('a sent transfer is counted as eight requests: the next read waits for them', async () => {
  const { fastWithdrawals } = await open({ code: 200, transfer_fee_usdc: 0 }, 240);
  await fastWithdrawals.transferFee(12, 7, TOKEN);
  await fastWithdrawals.send('{}', OWNER, TOKEN);
  const sentMs = systemClock.nowMs();
  await fastWithdrawals.transferFee(12, 7, TOKEN);
  // 2.8 requests come back a second.
  expect(systemClock.nowMs() - sentMs).toBeGreaterThan(2_000);
});
