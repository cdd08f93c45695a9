import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { emptyDatabase, openDatabase } from '../domain.fixture.js';
import { Nodes, nodeModel } from './nodes.js';

const logger = createLogger({ process: 'test', level: 'silent' });
const HOUR_MS = 3_600_000;
let connection: Connection;
let a: Nodes;
let b: Nodes;

beforeAll(async () => {
  connection = await openDatabase('nodes');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  [a, b] = [new Nodes(connection, 'a'), new Nodes(connection, 'b')];
});

afterAll(() => connection.close());

/** Has a node's last sign be older. */
async function age(name: string, byMs: number): Promise<void> {
  const stages = [{ $set: { seenAt: { $subtract: ['$seenAt', byMs] } } }];
  await nodeModel(connection).updateOne({ _id: name }, stages, { updatePipeline: true });
}

test('what venues allow is divided among all nodes from the first sign on, those included that were seen within a day', async () => {
  const told: number[] = [];
  const tell = async (nodes: number) => void told.push(nodes);
  const options = { tell, images: () => [], clock: systemClock, logger };
  const signs = [await a.start(options), await b.start(options)];
  expect(told).toEqual([1, 2]);
  await Promise.all(signs.map((each) => each.close()));
  await age('a', HOUR_MS);
  expect(await b.count()).toBe(2);
  await age('a', 24 * HOUR_MS);
  expect(await b.count()).toBe(1);
});

test('the images of other nodes that work are known', async () => {
  await a.beat(['sha256:1', 'sha256:2']);
  await b.beat(['sha256:2', 'sha256:3']);
  expect((await a.imagesElsewhere()).toSorted()).toEqual(['sha256:2', 'sha256:3']);
  await age('b', HOUR_MS);
  expect(await a.imagesElsewhere()).toEqual([]);
});

test('proxies are counted over all nodes, by venue', async () => {
  expect(await a.countProxies('hyperliquid', 2)).toBe(2);
  expect(await b.countProxies('hyperliquid', 1)).toBe(3);
  expect(await b.countProxies('lighter', 1)).toBe(1);
  await a.beat();
  expect(await b.countProxies('hyperliquid', 0)).toBe(2);
  await age('a', 25 * HOUR_MS);
  expect(await b.countProxies('hyperliquid', 1)).toBe(1);
});

test('one of two instances keeps their cluster, and the other one where that has given no sign; a cluster has no share', async () => {
  const [first, second] = [new Nodes(connection, 'a', 'cluster'), new Nodes(connection, 'b', 'cluster')];
  await first.beat();
  expect(await second.beat()).toBe(2);
  expect([first.keepsCluster, second.keepsCluster]).toEqual([true, false]);
  expect([await b.isAlive('cluster'), await b.awaySince('cluster')]).toEqual([true, undefined]);
  await age('cluster', 20_000);
  await second.beat();
  await first.beat();
  expect([first.keepsCluster, second.keepsCluster]).toEqual([false, true]);
  await age('cluster', HOUR_MS);
  expect(await b.isAlive('cluster')).toBe(false);
});

test('each keeper of a cluster has a term of its own, higher than those before it', async () => {
  const [first, second] = [new Nodes(connection, 'a', 'cluster'), new Nodes(connection, 'b', 'cluster')];
  await first.beat();
  await second.beat();
  const { clusterTerm: firstTerm = 0 } = first;
  expect([firstTerm > 0, second.clusterTerm]).toEqual([true, undefined]);
  await first.beat();
  expect(first.clusterTerm).toBe(firstTerm);
  await age('cluster', 20_000);
  await second.beat();
  expect(second.clusterTerm).toBe(firstTerm + 1);
  await age('cluster', 20_000);
  await first.beat();
  await second.beat();
  expect([first.clusterTerm, second.clusterTerm]).toEqual([firstTerm + 2, undefined]);
});

test('proxies in a cluster count among those of all machines, and are no sign of its keeper', async () => {
  const keeper = new Nodes(connection, 'a', 'cluster');
  await keeper.beat();
  expect(await keeper.countProxies('hyperliquid', 1)).toBe(1);
  expect(await keeper.countProxiesInCluster('hyperliquid', 2)).toBe(3);
  await age('cluster', 20_000);
  expect(await keeper.countProxiesInCluster('hyperliquid', 1)).toBe(2);
  const other = new Nodes(connection, 'b', 'cluster');
  await other.beat();
  expect(other.keepsCluster).toBe(true);
});

test('new deployments on paper are on the cluster, and those with real money where their proxies are', () => {
  const clustered = new Nodes(connection, 'a', 'cluster');
  expect([clustered.nodeOf('paper'), clustered.nodeOf('live'), a.nodeOf('paper')]).toEqual(['cluster', 'a', 'a']);
  expect(new Nodes(connection, 'a', 'cluster', true).nodeOf('live')).toBe('cluster');
});
