import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { byNetwork } from '@platform/kit/networks';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { byVenue, type VenueId, venuesOffering } from '@platform/venues/registry';
import { readinessChecks } from './readiness.js';

let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_readiness');
});

afterAll(() => connection.close());

const answers = { checkReachable: async () => {} };
const hangs = { checkReachable: async () => Promise.reject(new Error('no answer')) };

const OPEN = byVenue(venuesOffering('setup'), () => answers);

async function reason(given: {
  openVenues?: Parameters<typeof readinessChecks>[0]['openVenues'];
  advertised?: readonly VenueId[];
  relays?: undefined;
}) {
  const networks = byNetwork(() => ({ chain: answers }));
  const openVenues = OPEN;
  const parts = { connection, networks, openVenues, relays: {}, ...given };
  return readinessChecks(parts)
    ['venues']?.()
    .then(
      () => 'ready',
      (error: unknown) => String(error),
    );
}

test('venues is ready while each venue that money is said to go to has a provider that answers', async () => {
  expect(await reason({})).toBe('ready');
  for (const venue of venuesOffering('setup'))
    expect(await reason({ openVenues: { ...OPEN, [venue]: hangs } })).toMatch('no answer');
});

test('venues names the venues that money is said to go to and that nobody provides', async () => {
  expect(await reason({ advertised: ['hyperliquid', 'binance'] })).toMatch(
    'no provider of funds is registered for binance',
  );
  expect(await reason({ openVenues: {} })).toMatch(
    'no provider of funds is registered for hyperliquid, polymarket, lighter',
  );
});

test('venues is not ready where nobody pays for what leaves a wallet', async () => {
  expect(await reason({ relays: undefined })).toMatch('no relayer');
});
