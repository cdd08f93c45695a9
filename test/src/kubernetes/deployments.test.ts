import { afterAll, expect } from '@jest/globals';
import { Deployments } from '../deployments/deployments.js';
import { holder } from '../deployments/strategies.js';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { clusterSettings } from './cluster-settings.js';
import { shareCluster } from './share-cluster.js';

/** A whole platform whose bots on paper run in pods. */

const NAMESPACE = 'strategies';
const SETS = `/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`;
const TEST_MS_MAX = 600_000;
const POD = { namespace: NAMESPACE, image: 'platform', processorMilli: 100 };
const PODS = {
  backtests: POD,
  bots: { ...POD, labels: { 'kueue.x-k8s.io/queue-name': 'bots' }, memoryMebibytes: 1_024, storage: '1Gi' },
};

let platform: Platform;
let caller: Caller;
let deployments: Deployments;

const { testInCluster, opened } = await shareCluster('a platform whose bots run in pods', async (cluster) => {
  platform = await Platform.start(
    'its bots run in pods, and its runtime service is killed',
    await clusterSettings(cluster, NAMESPACE, PODS),
  );
  caller = await Caller.register(platform, 'pods@example.com');
  deployments = await Deployments.of(caller);
});
afterAll(() => platform?.[Symbol.asyncDispose](), TEST_MS_MAX);

interface Made {
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels: Readonly<Record<string, string>> };
}

/** The objects of one kind in the namespace. */
async function all(path: string): Promise<readonly Made[]> {
  return (await opened().as('admin').get(path))['items'] as readonly Made[];
}

const pods = () => all(`/api/v1/namespaces/${NAMESPACE}/pods`);

testInCluster(
  'a bot in a pod outlives its service, keeps its position over a stop, and is deleted with all that it had',
  async () => {
    const id = await deployments.started(deploymentRequest('in a pod', { code: holder() }));
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    const [set] = await all(SETS);
    expect(set).toMatchObject({
      metadata: {
        labels: {
          ...{ 'trading-platform/installation': 'test', 'trading-platform/venue': 'hyperliquid' },
          ...{
            'trading-platform/account': expect.stringMatching(/^[0-9a-f]{16}$/),
            'kueue.x-k8s.io/queue-name': 'bots',
          },
        },
      },
      spec: { template: { spec: { automountServiceAccountToken: false } } },
    });

    const [pod] = await pods();
    await platform.kill('runtime');
    await deployments.untilStatus(id, 'running');
    const { last_heartbeat: heartbeat } = (await deployments.read(id)).health;
    const isLater = ({ health }: { health: { last_heartbeat: string } }) => health.last_heartbeat > heartbeat;
    await deployments.until('a bot that is looked after', id, isLater);
    expect((await pods())[0]?.metadata.uid).toBe(pod?.metadata.uid);
    expect((await deployments.read(id)).health.restarts).toBe(0);

    await deployments.act(id, { action: 'stop', mode: 'graceful' });
    await deployments.untilStatus(id, 'stopped');
    await deployments.act(id, { action: 'start' });
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    expect((await deployments.logs(id)).join('\n').match(/Starting worker/g)).toHaveLength(2);

    const forced = await deployments.send('DELETE', id, '', { force: true, acknowledge_positions_open: true });
    expect(forced.status).toBe(202);
    await deployments.untilStatus(id, 'deleted');
    const left = async () => [
      ...(await all(SETS)),
      ...(await pods()),
      ...(await all(`/api/v1/namespaces/${NAMESPACE}/secrets`)),
      ...(await all(`/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`)),
    ];
    expect(await left()).toEqual([]);
  },
  TEST_MS_MAX,
);

testInCluster(
  'a bot whose pod is evicted is started again with its position, without a failure',
  async () => {
    const id = await deployments.started(deploymentRequest('evicted', { code: holder() }));
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    const [pod] = await pods();
    await opened().as('admin').delete(`/api/v1/namespaces/${NAMESPACE}/pods/${pod?.metadata.name}`);
    const another = ([found]: readonly Made[]) => found !== undefined && found.metadata.uid !== pod?.metadata.uid;
    await until('another pod', pods, another);
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    expect((await deployments.read(id)).error).toBeUndefined();
    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
  },
  TEST_MS_MAX,
);
