import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import { created, running } from '../deployments/actions/deployments.fixture.js';
import { buildDomain, openDatabase } from '../domain.fixture.js';

/** Where `FEATURE_MANAGED_LIVE` is off. */

const OWNER = 'acc_1';
const NOT_AVAILABLE = { code: 'feature_not_available' };

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('live_gate');
  domain = await buildDomain(connection);
});

afterAll(() => connection.close());

test('a live deployment is refused before anything is recorded', async () => {
  const request = {
    ...{ framework: 'freqtrade', venue: 'hyperliquid', mode: 'live', name: 'one', code: 'x = 1' },
    configJson: '{"exchange": {"pair_whitelist": ["BTC/USDC:USDC"]}, "available_capital": 60}',
  };
  const call = { accountId: OWNER, requestId: 'req_1', idempotencyKey: 'once' };
  await expect(domain.deployments.creation.create(request, call)).rejects.toMatchObject(NOT_AVAILABLE);
  expect(await domain.deployments.store.kept(OWNER)).toEqual([]);
});

test('one from before is not started', async () => {
  const { store, lifecycle } = domain.deployments;
  const paper = await created(domain, OWNER, 'two');
  await store.change(paper, { mode: 'live' });
  await expect(lifecycle.start(OWNER, paper._id, {})).rejects.toMatchObject(NOT_AVAILABLE);
  expect((await store.get(OWNER, paper._id)).status).toBe('created');
});

test('one that runs since before is stopped when asked', async () => {
  const { store, lifecycle } = domain.deployments;
  const paper = await running(domain, OWNER, 'three');
  await store.change(paper, { mode: 'live' });
  expect((await lifecycle.stop(OWNER, paper._id)).status).toBe('stopping');
});
