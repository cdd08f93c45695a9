import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';
import { LiveAccount } from '../../deployments/live/account.js';
import { Customer } from '../../money/customer.js';
import { Platform } from '../../platform/platform.js';
import { withStore } from '../../platform/store.js';
import { until } from '../../platform/wait.js';
import { clusterSettings } from '../cluster-settings.js';
import { shareCluster } from '../share-cluster.js';
import { placesInPods } from './places.js';

/** A deployment with real money in pods, looked after by two instances, from its start until nothing of it is left. */

const NAMESPACE = 'strategies';
const TEST_MS_MAX = 600_000;
const POD = { namespace: NAMESPACE, image: 'platform', processorMilli: 100 };
const PODS = { backtests: POD, bots: { ...POD, storage: '1Gi' }, proxies: POD };
const EXPECTED = '1 setup, 1 agent, 1 proxy, 1 entry, held 40';

let platform: Platform;

const { testInCluster, opened, kubelet } = await shareCluster('real money in pods', async (cluster) => {
  platform = await Platform.start('its live bots run in pods, and its keeper stands still', {
    ...(await clusterSettings(cluster, NAMESPACE, PODS)),
    ...{ FEATURE_MANAGED_LIVE: 'true', INSTANCES: '2' },
  });
});
afterAll(() => platform?.[Symbol.asyncDispose](), TEST_MS_MAX);

interface Made {
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels: Readonly<Record<string, string>> };
}

async function all(path: string, component = ''): Promise<readonly Made[]> {
  const items = (await opened().as('admin').get(path))['items'] as readonly Made[];
  return items.filter(({ metadata: { labels } }) =>
    (labels['app.kubernetes.io/component'] ?? '').startsWith(component),
  );
}

const pods = (component?: string) => all(`/api/v1/namespaces/${NAMESPACE}/pods`, component);

/** The instance that keeps the cluster, and in which term. */
function keeper(): Promise<{ readonly keeper: string; readonly term: number }> {
  return withStore(platform, 'runtime', async (store) => {
    const found = await store.collection('nodes').findOne({ keeper: { $exists: true } });
    return { keeper: String(found?.['keeper']), term: Number(found?.['term']) };
  });
}

testInCluster(
  'a deployment with real money outlives its proxy and a keeper that stands still, buys once, and leaves nothing',
  async () => {
    const { proxyFolders } = placesInPods(kubelet);
    const account = await LiveAccount.open(platform, 'live-in-pods', proxyFolders);
    const { customer, deployments } = account;
    await Customer.fund(platform, [customer], 100);
    const id = await account.created('in pods');
    await account.startedAfterSetup(id);
    await account.untilFilled();
    await deployments.untilStatus(id, 'running');
    const isAsExpected = (effects: string) => effects === EXPECTED;
    await until('one of each', () => account.effects(), isAsExpected);
    const [proxyPod] = await pods('proxies');
    expect([(await pods('bots')).length, (await pods('proxies')).length]).toEqual([1, 1]);

    await opened().as('admin').delete(`/api/v1/namespaces/${NAMESPACE}/pods/${proxyPod?.metadata.name}`);
    const isAnother = ([pod]: readonly Made[]) => pod !== undefined && pod.metadata.uid !== proxyPod?.metadata.uid;
    await until('another proxy', () => pods('proxies'), isAnother);
    const { processes } = await platform.descriptor();
    const before = await keeper();
    const pid = processes[before.keeper.endsWith('/2') ? 'runtime-2' : 'runtime'];
    if (pid === undefined) throw new Error('there is no keeper');
    process.kill(pid, 'SIGSTOP');
    const isNext = ({ term }: { term: number }) => term > before.term;
    const after = await until('another keeper', keeper, isNext);
    expect(after.keeper).not.toBe(before.keeper);
    const { last_heartbeat: heartbeat } = (await deployments.read(id)).health;
    const isLater = ({ health }: { health: { last_heartbeat: string } }) => health.last_heartbeat > heartbeat;
    await deployments.until('a bot that goes on', id, isLater);
    process.kill(pid, 'SIGCONT');
    await wait(5_000);
    await until('one of each', () => account.effects(), isAsExpected);
    expect((await deployments.read(id)).status).toBe('running');

    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    await until(
      'no proxy',
      () => pods('proxies'),
      ({ length }) => length === 0,
    );
    await account.startedAfterSetup(id);
    await deployments.untilStatus(id, 'running');
    await deployments.until('a bot that goes on', id, isLater);
    expect(await account.effects()).toBe(EXPECTED);

    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    const issued = await account.agents();
    const forced = await deployments.send('DELETE', id, '', { force: true, acknowledge_positions_open: true });
    expect(forced.status).toBe(202);
    await deployments.untilStatus(id, 'deleted');
    // One whose key nobody has may have taken its place: so a venue's agent is ended.
    expect((await account.agents()).filter((agent) => issued.includes(agent))).toEqual([]);
    const left = [
      ...(await all(`/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`)),
      ...(await pods()),
      ...(await all(`/api/v1/namespaces/${NAMESPACE}/secrets`)),
      ...(await all(`/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`)),
    ];
    expect(left).toEqual([]);
  },
  TEST_MS_MAX,
);
