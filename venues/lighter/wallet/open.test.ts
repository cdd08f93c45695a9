import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { officialLibrary, PROGRAM } from '../signer/testing/index.js';
import { openLighter } from './index.js';
import { TestNonces, testSecrets } from './testing/index.js';
import { ACCOUNT, OWNER, serveVenue, TestVenue } from './wallet.fixture.js';

const market = {
  ...{ market_id: 1, symbol: 'BTC', initial_margin_fraction: '20.00', sign: -1, position: '0.5', margin_mode: 0 },
  ...{ avg_entry_price: '60000', position_value: '30500.12345678', unrealized_pnl: '-500.5', liquidation_price: '0' },
  ...{ allocated_margin: '0', open_order_count: 0, pending_order_count: 0 },
};
const isolated = {
  ...{ ...market, market_id: 2, symbol: 'ETH', sign: 1, margin_mode: 1, allocated_margin: '12.5' },
  ...{ liquidation_price: '1000.5', open_order_count: 1, pending_order_count: 1 },
};
const none = { ...market, market_id: 3, symbol: 'SOL', position: '0.000', open_order_count: 0 };
const account = {
  ...{ account_type: 0, index: ACCOUNT, collateral: '100.5', total_asset_value: '99.123456' },
  positions: [market, isolated, none],
};
const order = {
  ...{ order_index: '1152921504606846975', client_order_index: 7, is_ask: true, type: 'stop-loss', price: '2000' },
  ...{ trigger_price: '2100', initial_base_amount: '1.5', remaining_base_amount: '1.0', reduce_only: true },
  created_at: 1_797_000_000_000,
};

let venue: TestVenue;
let served: Awaited<ReturnType<typeof serveVenue>>;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  venue = new TestVenue();
  secrets = testSecrets();
  await secrets.put(OWNER.address, new Secret(Buffer.alloc(80, 7)));
  served = await serveVenue(venue);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await served.close();
});

async function open(hasSigner = true) {
  const signer = { LIGHTER_SIGNER_PROGRAM: PROGRAM, LIGHTER_SIGNER_LIBRARY: await officialLibrary() };
  const allowances = { LIGHTER_WALLET_REQUESTS_PER_MINUTE: 10_000, LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: 10_000 };
  const wallet = openLighter(
    { LIGHTER_API_URL: served.url, ...allowances, ...(hasSigner ? signer : {}) },
    { nonces: new TestNonces(), secrets, clock: systemClock },
  );
  opened.push(wallet);
  return wallet;
}

let secrets = testSecrets();
const shows = (accounts: object) => venue.answers.set('/api/v1/account', accounts);

describe('an account', () => {
  test('shows its equity, its collateral and its positions', async () => {
    shows({ code: 200, accounts: [account] });
    const wallet = await open();
    expect(await wallet.equity(OWNER.address)).toBe(99_123_456n);
    expect(await wallet.figures(OWNER.address)).toEqual({ collateral_usd: 100_500_000n });
    expect(await wallet.isFunded(OWNER.address)).toBe(true);
    const positions = [
      {
        ...{ symbol: 'BTC-PERP.LIGHTER', side: 'short', size: '0.5', sizeUsd: '30500.123456', entryPrice: '60000' },
        ...{ unrealizedPnlUsd: '-500.500000', marginUsedUsd: '6100.024691', liquidationPrice: undefined },
        ...{ marginMode: 'cross', leverage: 5 },
      },
      {
        ...{ symbol: 'ETH-PERP.LIGHTER', side: 'long', size: '0.5', sizeUsd: '30500.123456', entryPrice: '60000' },
        ...{ unrealizedPnlUsd: '-500.500000', marginUsedUsd: '12.500000', liquidationPrice: '1000.5' },
        ...{ marginMode: 'isolated', leverage: 5 },
      },
    ];
    expect(await wallet.positions(OWNER.address)).toEqual(positions);
    expect(await wallet.standing(OWNER.address)).toEqual({ equityMicroUsdc: 99_123_456n, positions });
  });

  test('that the venue doesn’t have has nothing', async () => {
    shows({ code: 21_100 });
    const wallet = await open();
    expect(await wallet.equity(OWNER.address)).toBe(0n);
    expect(await wallet.figures(OWNER.address)).toEqual({ collateral_usd: 0n });
    expect(await wallet.isFunded(OWNER.address)).toBe(false);
    expect(await wallet.standing(OWNER.address)).toEqual({ equityMicroUsdc: 0n, positions: [] });
    expect(await wallet.openOrders(OWNER.address)).toEqual([]);
  });

  test('with a market that can’t be read shows no positions in place of all', async () => {
    shows({ code: 200, accounts: [{ ...account, positions: [market, { ...market, position: null }] }] });
    const wallet = await open();
    for (const read of [() => wallet.positions(OWNER.address), () => wallet.standing(OWNER.address)])
      await expect(read()).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    expect(await wallet.equity(OWNER.address)).toBe(99_123_456n);
  });

  test('of a wallet without a key is none, and costs nothing of the allowance', async () => {
    secrets = testSecrets();
    const wallet = await open();
    expect([await wallet.equity(OWNER.address), await wallet.isFunded(OWNER.address)]).toEqual([0n, false]);
    expect(venue.asked).toEqual(['/']);
    await served.close();
    await expect((await open()).equity(OWNER.address)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  });

  test('that can’t be read has no equity of zero', async () => {
    shows({ code: 200, accounts: [{ ...account, total_asset_value: 'much' }] });
    await expect((await open()).equity(OWNER.address)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  });
});

describe('open orders', () => {
  beforeEach(async () => {
    shows({ code: 200, accounts: [account] });
  });

  test('are read of each market that has some, by a token of the wallet’s key', async () => {
    venue.answers.set('/api/v1/accountActiveOrders', (query: URLSearchParams) => {
      expect([query.get('account_index'), query.get('market_id')]).toEqual([String(ACCOUNT), '2']);
      return { code: 200, orders: [order] };
    });
    expect(await (await open()).openOrders(OWNER.address)).toEqual([
      {
        ...{ id: '1152921504606846975', clientOrderId: '7', symbol: 'ETH-PERP.LIGHTER', side: 'sell' },
        ...{ type: 'stop-loss', limitPrice: '2000', triggerPrice: '2100', size: '1.0', originalSize: '1.5' },
        ...{ reduceOnly: true, createdAtMs: 1_797_000_000_000 },
      },
    ]);
    expect(venue.asked).toEqual(['/api/v1/account', '/api/v1/accountActiveOrders']);
  });

  test('of which one can’t be read are not shown as if they were all', async () => {
    venue.answers.set('/api/v1/accountActiveOrders', { code: 200, orders: [order, { ...order, price: 1 }] });
    const read = (await open()).openOrders(OWNER.address);
    await expect(read).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  });
});

test('a platform without the signer gives no address to pay at, plans no withdrawal, and gives no process an agent', async () => {
  const { payment, signing, withdrawals } = await open(false);
  expect([payment.isOpen, payment.creditWithinMs]).toEqual([false, 25 * 60_000]);
  const planned = withdrawals?.carried?.plan(OWNER.address, 30_000_000n);
  await expect(planned).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  expect(signing.agent.askers).toEqual([]);
  expect(signing.fee).toBeUndefined();
});
