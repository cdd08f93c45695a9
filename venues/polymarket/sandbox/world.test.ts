import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Side } from '@polymarket/clob-client-v2';
import { createFaults, type TroubleKind } from '../../simulation/index.js';
import { startPolymarket } from './server.js';
import { newTrader, pickMarket, startTestVenue } from './testing/index.js';
import { polymarketWorld } from './world.js';

test('a harsh venue leaves some changes of orders without a verdict, breaks some cancels, and no read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-polymarket-'));
  const venue = await startPolymarket({
    ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    ...{
      clock: new ManualClock(Date.UTC(2026, 10, 23, 5)),
      logger: createLogger({ process: 'test', level: 'silent' }),
    },
    ...polymarketWorld('harsh', createFaults()),
  });
  const statuses = async (method: string, path: string) => {
    const counts: Record<number, number> = {};
    for (let call = 0; call < 40; call += 1) {
      const { status } = await fetch(venue.clobUrl + path, { method });
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };
  expect(await statuses('GET', '/version')).toEqual({ 200: 40 });
  expect(await statuses('GET', '/data/orders')).toEqual({ 401: 40 });
  // Nobody's key signed them: the ones that are not 401 met a fault.
  expect(await statuses('DELETE', '/cancel-all')).toEqual({ 401: 36, 429: 1, 500: 1, 502: 2 });
  await venue.close();
  await rm(directory, { recursive: true });
});

test('a harsh venue restarts, delays matches, retries settlements and leaves redemptions unpaid, each of them rarely', () => {
  const { faults } = polymarketWorld('harsh', createFaults());
  const times = (kind: TroubleKind, user?: string) =>
    Array.from({ length: 400 }, () => faults?.takeTrouble('polymarket', kind, user)).filter(Boolean).length;
  expect({
    restarting: times('restarting'),
    match_delayed: times('match_delayed'),
    match_failed: times('match_failed'),
    settlement_retried: times('settlement_retried'),
    settlement_failed: times('settlement_failed'),
    redeem_unpaid: times('redeem_unpaid'),
    ofAccounts: times('signer_refused', '0x1') + times('signer_limited', '0x1') + times('heartbeat_lost', '0x1'),
  }).toEqual({
    ...{ restarting: 2, match_delayed: 40, match_failed: 26, settlement_retried: 40 },
    ...{ settlement_failed: 0, redeem_unpaid: 50, ofAccounts: 0 },
  });
});

test('every other read of an order comes from a node that learns of it late', async () => {
  const venue = await startTestVenue({ readLagMs: 2_000 });
  const { client } = await newTrader(venue, 100);
  const { tokenId: tokenID } = await pickMarket(await newTrader(venue, 0));
  const { orderID } = await client.createAndPostOrder({ tokenID, price: 0.1, side: Side.BUY, size: 10 });
  const read = async () => [await client.getOrder(orderID), await client.getOrder(orderID)];
  expect(await read()).toEqual([expect.objectContaining({ id: orderID }), null]);
  venue.clock.advance(2_000);
  const [ours, theirs] = await read();
  expect(theirs).toEqual(ours);
  await venue.close();
});
