/** What two instances of the service have in one cluster: either looks after it. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { MemoryBotRunner } from '../bots/testing/memory-runner.js';
import { readDeploymentLogs } from '../deployments/reads/logs.js';
import type { DeploymentRecord } from '../deployments/record.js';
import { emptyDatabase, openDatabase } from '../domain.fixture.js';
import { createdLive, type Instance, OWNER, started, takeAway, twoInstances } from './instances.fixture.js';

const PATIENCE_MS = 20_000;
const LINE = { stampNs: BigInt(Date.now()) * 1_000_000n + 7n, message: 'Bot heartbeat. “state” = RUNNING' };
let connection: Connection;
let a: Instance;
let b: Instance;
let inCluster: MemoryBotRunner;

beforeAll(async () => {
  connection = await openDatabase('one_cluster');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  inCluster = new MemoryBotRunner(systemClock);
  [a, b] = await twoInstances(connection, { clock: systemClock, clusterRunner: inCluster });
});

afterAll(() => connection.close());

async function until(id: string, holds: (record: DeploymentRecord) => boolean): Promise<DeploymentRecord> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const record = await b.deployments.store.get(OWNER, id);
    if (holds(record)) return record;
    if (performance.now() > giveUpAt) throw new Error(`it is ${record.status} still`);
    await systemClock.sleep(50);
  }
}

test('one starts, reads and deletes what was created by the other', async () => {
  const { _id, node } = await started(a, 'one');
  expect(node).toBe('cluster');
  await b.deployments.workers.start();
  try {
    await until(_id, ({ status }) => status === 'running');
    expect([inCluster.starts, a.runner.starts, b.runner.starts]).toEqual([1, 0, 0]);
    inCluster.lines = [LINE];
    expect(await readDeploymentLogs(b.deployments, OWNER, { id: _id, limit: 200 })).toEqual([
      expect.stringContaining(LINE.message),
    ]);
    await b.deployments.lifecycle.stop(OWNER, _id);
    await until(_id, ({ status }) => status === 'stopped');
    await b.deployments.lifecycle.delete(OWNER, _id, { acknowledged: true });
    await until(_id, ({ status }) => status === 'deleted');
    expect(inCluster.stateOf(_id)).toBeUndefined();
  } finally {
    await b.deployments.workers.close();
  }
});

test('the one that is left looks after what the other one kept', async () => {
  const { _id } = await started(a, 'one');
  await b.deployments.workers.start();
  try {
    await until(_id, ({ status }) => status === 'running');
    inCluster.end(_id);
    expect(b.nodes.keepsCluster).toBe(false);
    await takeAway(connection, 'cluster');
    await b.nodes.beat();
    expect(b.nodes.keepsCluster).toBe(true);
    const { restarts } = await until(_id, (record) => record.status === 'running' && record.restarts > 0);
    expect(restarts).toBe(1);
  } finally {
    await b.deployments.workers.close();
  }
});

test('what has real money stays on the instance that made it', async () => {
  expect((await createdLive(a, 'live', 'BTC/USDC:USDC')).node).toBe('a');
});
