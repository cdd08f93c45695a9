import { afterAll, expect } from '@jest/globals';
import { backtestRequest } from '../end-to-end/strategies.js';
import { builtChecks } from '../health/built.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { clusterSettings } from './cluster-settings.js';
import { shareCluster } from './share-cluster.js';

/** A whole platform whose strategies run in pods. */

const NAMESPACE = 'runs';
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const TEST_MS_MAX = 300_000;
const PODS = {
  backtests: {
    ...{ namespace: NAMESPACE, image: 'platform', processorMilli: 100 },
    labels: { 'kueue.x-k8s.io/queue-name': 'backtests' },
    nodeSelector: { kind: 'strategies' },
  },
};

let platform: Platform;
let caller: Caller;

const { testInCluster, opened } = await shareCluster('a platform whose strategies run in pods', async (cluster) => {
  platform = await Platform.start('its strategies run in pods', await clusterSettings(cluster, NAMESPACE, PODS));
  caller = await Caller.register(platform, 'pods@example.com');
});
afterAll(() => platform?.[Symbol.asyncDispose](), TEST_MS_MAX);

const checks = async () => (await caller.send('GET', '/readyz')).body.checks;

testInCluster(
  'does the main job: a backtest with its result, in the pod of a job with what the operator chose',
  async () => {
    const created = await caller.send('POST', '/runtime/backtests', backtestRequest());
    expect(created.status).toBe(202);
    const ended = caller.untilEnded(created.body.id, TEST_MS_MAX);
    const job = await until(
      'a job',
      async () => ((await opened().as('admin').get(JOBS)) as { items: readonly object[] }).items[0],
      (found) => found !== undefined,
    );
    expect(job).toMatchObject({
      metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'backtests', 'trading-platform/installation': 'test' } },
      spec: { template: { spec: { nodeSelector: { kind: 'strategies' }, automountServiceAccountToken: false } } },
    });
    const { status, result, error } = await ended;
    expect({ status, error }).toEqual({ status: 'finished', error: undefined });
    expect(result.data.tables).not.toEqual([]);
  },
  TEST_MS_MAX,
);

testInCluster(
  'is not ready while its cluster would take no pod, and is again by itself',
  async () => {
    const isReady = ({ runtime }: Record<string, { status: string }>) => runtime?.status === builtChecks['runtime'];
    await until('readiness', checks, isReady);
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings/runtime`;
    const { roleRef, subjects } = await opened().as('admin').get(roles);
    await opened().as('admin').delete(roles);
    await until('unreadiness', checks, (found) => !isReady(found));
    await opened()
      .as('admin')
      .create(roles.replace(/\/runtime$/, ''), { metadata: { name: 'runtime' }, roleRef, subjects });
    await until('readiness', checks, isReady);
  },
  TEST_MS_MAX,
);
