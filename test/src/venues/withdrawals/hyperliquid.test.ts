import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { answerInfo, openTestVenue, TestUser, type TestVenue } from '@platform/venues/hyperliquid/sandbox/testing';
import { openHyperliquid } from '@platform/venues/hyperliquid/wallet';
import type {
  NonceSpending,
  VenueWithdrawalRequest,
  VenueWithdrawals,
  WalletVenue,
} from '@platform/venues/trading-accounts';
import { type Address, getAddress } from 'viem';

/** Withdrawals as the wallet makes them, at the sandbox's venue. */

const DAY_MS = 24 * 3_600_000;
const USD = 1_000_000n;
let venue: TestVenue;
let server: Server;
let opened: WalletVenue;
let withdrawals: VenueWithdrawals;
let spending: NonceSpending;
let user: TestUser;
let wallet: Address;
let nonce: number;

beforeEach(async () => {
  venue = await openTestVenue();
  server = createServer(async (request, response) => {
    const body = await json(request);
    const answer = request.url === '/exchange' ? await venue.exchange.act(body) : answerInfo(body, venue);
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  nonce = venue.clock.nowMs();
  opened = openHyperliquid(
    { HYPERLIQUID_API_URL: url, HYPERLIQUID_WEIGHT_PER_MINUTE: 10_000_000 },
    { nonces: { draw: async () => nonce }, clock: systemClock },
  );
  if (opened.withdrawals?.spending === undefined) throw new Error('the venue pays no withdrawals');
  ({ withdrawals } = opened);
  ({ spending } = opened.withdrawals);
  user = new TestUser(venue, 100);
  wallet = getAddress(user.address);
});

afterEach(async () => {
  await opened.close();
  server.close();
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

function asked(amountMicroUsdc = 30n * USD, of = nonce): VenueWithdrawalRequest {
  return { amountMicroUsdc, nonce: of, plan: undefined };
}

async function signed(amountMicroUsdc: bigint): Promise<string> {
  return withdrawals.withdraw.sign(user.account, await withdrawals.withdraw.parse(asked(amountMicroUsdc), wallet));
}

async function spend(): Promise<string> {
  return spending.family.sign(user.account, await spending.family.parse({ nonce }, wallet));
}

test('what is withdrawn leaves at once, with the fee inside, and is found by its nonce', async () => {
  expect(await withdrawals.withdrawable(wallet)).toBe(100n * USD);
  expect(await withdrawals.find(wallet, asked())).toBeUndefined();
  expect(await withdrawals.send(await signed(30n * USD))).toBe('accepted');
  expect(await withdrawals.find(wallet, asked())).toEqual({ feeMicroUsdc: withdrawals.feeMicroUsdc });
  expect(await withdrawals.find(wallet, asked(30n * USD, nonce + 1))).toBeUndefined();
  expect(await withdrawals.withdrawable(wallet)).toBe(70n * USD);
  const [payout] = venue.journal.all('SELECT destination, amount_micro_usdc FROM payouts');
  expect(payout).toMatchObject({ destination: wallet.toLowerCase(), amount_micro_usdc: 29_000_000 });
});

test('the same request is the same text, and the venue does it once', async () => {
  const first = await signed(30n * USD);
  expect(await signed(30n * USD)).toBe(first);
  await withdrawals.send(first);
  expect(await withdrawals.send(first)).toBe('unknown');
  expect(await withdrawals.withdrawable(wallet)).toBe(70n * USD);
});

test('more than there is is refused, and its nonce is spent with it', async () => {
  expect(await withdrawals.send(await signed(101n * USD))).toBe('refused');
  expect(await spending.send(await spend())).toBe('spent');
  expect(await withdrawals.find(wallet, asked())).toBeUndefined();
});

describe('a nonce', () => {
  test('that was spent before the withdrawal keeps it from happening', async () => {
    expect(await spending.send(await spend())).toBe('unspent');
    expect(await withdrawals.send(await signed(30n * USD))).toBe('unknown');
    expect(await withdrawals.withdrawable(wallet)).toBe(100n * USD);
  });

  test('is refused from its end on', async () => {
    venue.clock.advance(2 * DAY_MS + 10 * 60_000);
    expect(spending.endOf(nonce).getTime()).toBe(venue.clock.nowMs());
    expect(await spending.send(await spend())).toBe('spent');
    await withdrawals.send(await signed(30n * USD));
    expect(await withdrawals.withdrawable(wallet)).toBe(100n * USD);
  });
});

test('an amount that the fee uses up is never signed', async () => {
  await expect(signed(USD)).rejects.toThrow('would not cover its fee');
});

test('a venue that is gone leaves the outcome open, and its reads are unavailable', async () => {
  const text = await signed(30n * USD);
  server.closeAllConnections();
  server.close();
  expect(await withdrawals.send(text)).toBe('unknown');
  await expect(withdrawals.find(wallet, asked())).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
});
