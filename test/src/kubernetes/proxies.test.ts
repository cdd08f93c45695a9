import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from '@jest/globals';
import { bundleOf } from '@platform/bundler';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { ClusterProxies, podsSchema, writeProxyProgram } from '@platform/runtime-service/kubernetes-testing';
import { until } from '../platform/wait.js';
import { FaultyServer } from './faulty-server.js';
import { tokenFileOf } from './runtime-account.js';
import { shareCluster } from './share-cluster.js';

/** Proxies of live bots in pods, told by the keepers of their cluster, against Kubernetes' own API server: as it is, and with its faults. */

const NAMESPACE = 'proxies';
const TEST_MS_MAX = 300_000;
const place = { accountId: 'acc_1', venue: 'hyperliquid' };
const owner = { venue: 'hyperliquid', accountDigest: '' };
const bot = {
  ...{ deploymentId: 'dpl_1', generation: 1, coins: ['ETH'], capitalMicroUsdc: 60_000_000n, maximumLeverage: 2 },
  ...{ maximumOpenOrders: 100, maximumDailyLossMicroUsdc: null, opensUntilMs: null },
};

let folder: string;
let program: string;
let tokenFile: string;
let faulty: FaultyServer;
let installations = 0;
let failures: string[] = [];
/** Grants for which a proxy ends before it answers. */
let refusals: string[] = [];
const opened: ClusterProxies[] = [];

const shared = await shareCluster('proxies in pods', async (cluster) => {
  folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  program = await writeProxyProgram(folder);
  await cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  tokenFile = await tokenFileOf(cluster, NAMESPACE);
  faulty = await FaultyServer.start(cluster, await readFile(cluster.caFile, 'utf8'));
});
const { testInCluster, kubelet } = shared;
afterEach(async () => {
  for (const proxies of opened.splice(0)) await proxies.close();
});
afterAll(async () => {
  await faulty?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Keeper {
  /** Undefined: another one keeps the cluster. */
  term: number | undefined;
  readonly proxies: ClusterProxies;
  /** How many of the venue it counted last. */
  readonly counted: () => number | undefined;
}

/** An installation's proxies as one of its instances has them. */
async function keeperOf(installation: string, term: number | undefined, url = shared.opened().url): Promise<Keeper> {
  const { services, proxies: pods } = podsSchema.parse({
    services: { namespace: 'platform', labels: { app: 'runtime' } },
    backtests: { namespace: NAMESPACE, image: 'platform' },
    proxies: { namespace: NAMESPACE, image: 'platform' },
  });
  if (pods === undefined) throw new Error('proxies were given');
  let counted: number | undefined;
  const keeper = { term };
  const proxies = await ClusterProxies.open({
    ...{ address: { url, caFile: shared.opened().caFile, tokenFile }, installation, services, pods, program },
    ...{ holder: [process.execPath, bundleOf('proxy-holder')], environment: { MARK: 'told' } },
    grants: { issue: async ({ deploymentId }) => refusals.pop() ?? `issue ${deploymentId}`, end: async () => 'end' },
    term: () => keeper.term,
    countProxies: async (_venue, inCluster) => {
      counted = inCluster;
      return inCluster + 1;
    },
    ...{ clock: systemClock, random: systemRandom },
    onFailure: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
  opened.push(proxies);
  return Object.assign(keeper, { proxies, counted: () => counted });
}

async function all(path: string): Promise<{ metadata: { name: string; labels: Record<string, string> } }[]> {
  return (await shared.opened().as('admin').get(path))['items'] as never;
}

const pods = () => all(`/api/v1/namespaces/${NAMESPACE}/pods`);
const sets = () => all(`/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`);

/** What a proxy answers a bot of the account whose set there is. */
async function ask({ proxies }: Keeper, body = '{}'): Promise<Record<string, unknown>> {
  const [set] = await sets();
  const accountDigest = set?.metadata.labels['trading-platform/account'] ?? '';
  return JSON.parse((await proxies.ask({ ...owner, accountDigest }, '/exchange', body)).text);
}

for (const [how, url] of [
  ['a cluster', () => shared.opened().url],
  ['a cluster whose API server has faults', () => faulty.url],
] as const)
  testInCluster(
    `in ${how} a proxy serves, is stopped, goes on with its keys, and leaves nothing once it is forgotten`,
    async () => {
      installations += 1;
      failures = [];
      refusals = ['refused'];
      const keeper = await keeperOf(`installation-${installations}`, 1, url());
      const { proxies } = keeper;
      await until(
        'a proxy that serves',
        () => proxies.serve(place, [bot]).then(() => true, String),
        (served) => served === true,
      );
      expect(await ask(keeper, '{"order":1}')).toMatchObject({
        ...{ body: '{"order":1}', mark: 'told', grant: 'issue dpl_1', known: ['dpl_1'], proxies: 2 },
      });
      expect(await proxies.serving()).toEqual([place]);
      expect(keeper.counted()).toBe(1);
      const key = await proxies.keyOf(place, 'dpl_1', 1);

      await until(
        'a stopped proxy',
        () => proxies.stop(place).then(() => true, String),
        (stopped) => stopped === true,
      );
      expect([await pods(), await proxies.serving()]).toEqual([[], []]);
      await proxies.share();
      expect(keeper.counted()).toBe(0);
      await expect(ask(keeper)).rejects.toThrow();

      const again = async () => {
        await proxies.serve(place, [{ ...bot, generation: 2 }]);
        return proxies.keyOf(place, 'dpl_1', 1);
      };
      const known = await until(
        'its key',
        () => again().catch(() => undefined),
        (found) => found !== undefined,
      );
      expect(known).toBe(key);
      expect((await ask(keeper))['known']).toEqual(['dpl_1']);
      await until(
        'nothing of it',
        () => proxies.forget(place).then(() => true, String),
        (gone) => gone === true,
      );
      const left = [
        ...(await sets()),
        ...(await pods()),
        ...(await all(`/api/v1/namespaces/${NAMESPACE}/secrets`)),
        ...(await all(`/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`)),
      ];
      expect(left).toEqual([]);
      // Only what is cut off breaks off.
      expect(failures.length > 0).toBe(url() === faulty.url);
    },
    TEST_MS_MAX,
  );

testInCluster(
  'a keeper that was followed by another one changes nothing, and any instance passes on what bots ask',
  async () => {
    const first = await keeperOf('keepers', 1);
    await first.proxies.serve(place, [bot]);
    const second = await keeperOf('keepers', undefined);
    expect((await ask(second))['known']).toEqual(['dpl_1']);
    await expect(second.proxies.serve(place, [bot])).rejects.toThrow('another instance keeps the cluster');
    second.term = 2;
    await second.proxies.serve(place, [{ ...bot, deploymentId: 'dpl_2' }]);
    await expect(first.proxies.serve(place, [bot])).rejects.toThrow('term 1 has ended');
    await expect(first.proxies.stop(place)).rejects.toThrow('term 1 has ended');
    expect((await ask(first))['known']).toEqual(['dpl_2']);
    await second.proxies.forget(place);
  },
  TEST_MS_MAX,
);

testInCluster(
  'a proxy whose pod dies has no answer for bots, and serves again once it is told to',
  async () => {
    const keeper = await keeperOf('deaths', 1);
    const { proxies } = keeper;
    await proxies.serve(place, [bot]);
    const before = await ask(keeper);
    const [pod] = await pods();
    await kubelet().kill(pod?.metadata.name ?? '');
    await expect(ask(keeper)).rejects.toThrow();
    const serving = async () => {
      await proxies.serve(place, [bot]);
      return ask(keeper);
    };
    const after = await until(
      'another proxy',
      () => serving().catch(() => undefined),
      (found) => found !== undefined,
    );
    expect(after?.['pid']).not.toBe(before['pid']);
    await proxies.forget(place);
  },
  TEST_MS_MAX,
);
