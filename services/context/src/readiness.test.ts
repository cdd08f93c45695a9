import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readinessChecks } from './readiness.js';
import { Publisher } from './releases/publisher.js';
import { openTestDomain, type TestDomain } from './testing/domain.js';
import { PredictionVenue } from './testing/prediction-venue.js';

let context: TestDomain;

beforeEach(async () => {
  context = await openTestDomain('test_context_readiness', {
    tables: ['candles_1h'],
    releaseVenues: ['polymarket'],
    others: (clock) => [new PredictionVenue(clock, 2, 1)],
  });
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

const passes = (check: string) =>
  readinessChecks(context.domain)
    [check]?.()
    .then(
      () => true,
      () => false,
    );

test('history is ready once each venue has rows, or releases, and only while their objects can be opened', async () => {
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([false, false]);
  await context.collector.discover();
  await context.collectAll();
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([false, false]);
  const publisher = new Publisher({ ...context.domain, clock: context.clock, owner: 'test', attempts: 1 });
  await publisher.publish({ venue: 'polymarket', market: 'market-1' });
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([true, true]);
  await rm(join(context.objectsDirectory, 'history'), { recursive: true });
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([true, false]);
});

test('a damaged release is its market’s alone: another one of the venue shows that the catalogue loads', async () => {
  await context[Symbol.asyncDispose]();
  context = await openTestDomain('test_context_readiness', {
    tables: ['candles_1h'],
    releaseVenues: ['hyperliquid'],
  });
  await context.collector.discover();
  await context.collectAll();
  const publisher = new Publisher({ ...context.domain, clock: context.clock, owner: 'test', attempts: 1 });
  const [first] = await Promise.all(
    ['BTC/USDC:USDC', 'KPEPE/USDC:USDC'].map((market) => publisher.publish({ venue: 'hyperliquid', market })),
  );
  await rm(join(context.objectsDirectory, `releases/hyperliquid/BTC=2FUSDC=3AUSDC/${first?.manifest.release}`), {
    recursive: true,
  });
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([true, true]);
});
