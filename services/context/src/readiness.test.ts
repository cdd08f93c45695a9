import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readinessChecks } from './readiness.js';
import { openTestDomain, type TestDomain } from './testing/domain.js';

let context: TestDomain;

beforeAll(async () => {
  context = await openTestDomain('test_context_readiness');
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

const passes = (check: string) =>
  readinessChecks(context.domain)
    [check]?.()
    .then(
      () => true,
      () => false,
    );

test('history is ready once rows are stored, and only while their objects can be opened', async () => {
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([false, false]);
  await context.collector.discover();
  await context.collectAll();
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([true, true]);
  await rm(context.objectsDirectory, { recursive: true });
  expect([await passes('context_catalog'), await passes('historical_data_storage')]).toEqual([true, false]);
});
