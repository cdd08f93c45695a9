import { readFile } from 'node:fs/promises';
import { afterAll, expect } from '@jest/globals';
import { Lane, type Point } from '../../kill-points/lane.js';
import { killPoints } from '../../kill-points/points.js';
import { liveScenario } from '../../kill-points/scenarios.js';
import { clusterSettings } from '../cluster-settings.js';
import { FaultyServer } from '../faulty-server.js';
import { shareCluster } from '../share-cluster.js';
import { placesInPods } from './places.js';

/** The service dies at each named point of a live deployment, whose bot and proxy have pods; its API server has faults meanwhile. */

const NAMESPACE = 'strategies';
const POD = { namespace: NAMESPACE, image: 'platform', processorMilli: 100 };
const PODS = { backtests: POD, bots: { ...POD, storage: '1Gi' }, proxies: POD };
const TEST_MS_MAX = 600_000;
/** In a pod its holder passes it, and no service. */
const OF_THE_POD = 'live.after_spawn';

let lane: Lane;
let faulty: FaultyServer;

const { testInCluster, kubelet } = await shareCluster(
  'deaths of the service that starts live bots in pods',
  async (cluster) => {
    faulty = await FaultyServer.start(cluster, await readFile(cluster.caFile, 'utf8'));
    const settings = await clusterSettings(cluster, NAMESPACE, PODS);
    lane = new Lane(points, { ...settings, KUBERNETES_API_URL: faulty.url });
    await lane.open();
  },
);
const { proxyFolders } = placesInPods(() => kubelet());
const points: readonly Point[] = killPoints()
  .filter(({ point }) => point.startsWith('live.') && point !== OF_THE_POD)
  .map((each) => ({ ...each, scenario: liveScenario(proxyFolders) }));
afterAll(async () => {
  await lane?.[Symbol.asyncDispose]();
  process.stdout.write(`faults of the API server: ${JSON.stringify(faulty?.counts)}\n`);
  await faulty?.close();
}, TEST_MS_MAX);

for (const tried of points)
  testInCluster(
    `a service that dies at ${tried.point} leaves one setup, one agent, one proxy and one entry`,
    async () => {
      const { hasDied, outcome, ledger } = await lane.try(tried);
      expect(hasDied).toBe(true);
      expect(outcome).toEqual(tried.scenario.expected);
      expect(ledger).toEqual({ code: 0, output: '0 problems\n' });
    },
    TEST_MS_MAX,
  );

testInCluster('each fault of the API server has happened', () => {
  for (const [fault, count] of Object.entries(faulty.counts)) expect([fault, count > 0]).toEqual([fault, true]);
});
