import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { VenueParts } from '@platform/venues/trading-accounts';
import { nonceStores } from './nonces.js';

const SIGNER = '0x52908400098527886E0F7030069857D2E4169EE7';
const clock = new ManualClock(1_763_716_800_123);
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_nonces');
  await resetDatabase(connection);
});

afterAll(() => connection.close());

describe('nonces that need only be new', () => {
  const open = (of = clock) => nonceStores(connection, of)['unused-above-window']('hyperliquid');

  test('are a hundred where two processes draw a hundred at once, and none is in the past', async () => {
    const drawers = [open(), open()];
    const drawn = await Promise.all(Array.from({ length: 100 }, (_, index) => drawers[index % 2]?.draw(SIGNER) ?? 0));
    expect(new Set(drawn).size).toBe(100);
    expect(Math.min(...drawn)).toBe(clock.nowMs());
    expect(Math.max(...drawn)).toBe(clock.nowMs() + 99);
  });

  test('follow the clock when it is ahead, and never step back with it', async () => {
    clock.advance(60_000);
    expect(await open().draw(SIGNER)).toBe(clock.nowMs());
    expect(await open(new ManualClock(0)).draw(SIGNER)).toBe(clock.nowMs() + 1);
  });
});

test('a venue of one kind of nonces compiles with the source of that kind alone, and one without has none to use', () => {
  const stores = nonceStores(connection, clock);
  const unused: VenueParts<'unused-above-window'>['nonces'] = stores['unused-above-window']('hyperliquid');
  const consecutive: VenueParts<'consecutive'>['nonces'] = stores.consecutive('lighter');
  const none: VenueParts<'none'>['nonces'] = undefined;
  // @ts-expect-error: a source of another kind
  const mistaken: VenueParts<'consecutive'>['nonces'] = unused;
  // @ts-expect-error: and the other way round
  const swapped: VenueParts<'unused-above-window'>['nonces'] = consecutive;
  // @ts-expect-error: nothing is drawn without a gap
  const drawn = (parts: VenueParts<'consecutive'>) => parts.nonces.draw(SIGNER);
  // @ts-expect-error: nor is anything where there are no nonces
  const drawnOfNone = (parts: VenueParts<'none'>) => parts.nonces.draw(SIGNER);
  // @ts-expect-error: which get no source
  const needless: VenueParts<'none'>['nonces'] = unused;
  expect([mistaken, swapped, needless]).toEqual([unused, consecutive, unused]);
  expect([none, typeof drawn, typeof drawnOfNone]).toEqual([undefined, 'function', 'function']);
});
