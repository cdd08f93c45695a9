/** Polymarket as a user has it: over REST alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const PAID_IN_MICRO_USDC = 75_000_000n;
const SETUP = '/wallet/venues/polymarket/setup';
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'polymarket-user@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

test('a deposit on Polygon is set up at the venue, and the wallet shows it there', async () => {
  const { polygon } = await platform.descriptor();
  const { address, venues } = (await caller.send('GET', '/wallet')).body;
  expect(venues.polymarket).toMatchObject({
    balance_usd: 0,
    deposit: { chain: 'polygon', asset: 'USDC', address },
    readiness: { venue_reachable: true, wallet_ready: true, account_exists: false, deposit_route_ready: true },
    operation: null,
  });
  await payIn(polygon, [address], PAID_IN_MICRO_USDC);
  await until(
    'the deposit',
    () => caller.send('GET', '/wallet/deposits'),
    ({ body }) => body.deposits[0]?.status === 'confirmed',
  );
  const accepted = await caller.send('POST', SETUP, { amount_usd: '60.00' }, { 'idempotency-key': randomUUID() });
  expect([accepted.status, accepted.body]).toMatchObject([202, {}]);
  const { body } = await until(
    'the setup',
    () => caller.send('GET', '/wallet'),
    ({ body: wallet }) => wallet.venues?.polymarket.operation?.status === 'completed',
  );
  expect(body.venues.polymarket).toMatchObject({ balance_usd: 60, readiness: { account_exists: true } });
}, 240_000);
