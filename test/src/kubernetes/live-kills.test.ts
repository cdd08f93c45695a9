import { afterAll } from '@jest/globals';
import { carriers, expectOneEntry, KILLS_MS_MAX } from '../deployments/live/kills.js';
import { Platform } from '../platform/platform.js';
import { clusterSettings } from './cluster-settings.js';
import { shareCluster } from './share-cluster.js';

/** Where bots on paper have pods, those with real money run beside the service: what carries their orders dies there as everywhere. */

const NAMESPACE = 'strategies';
const POD = { namespace: NAMESPACE, image: 'platform', processorMilli: 100 };

let platform: Platform;

const { testInCluster } = await shareCluster('deaths under live orders beside a cluster', async (cluster) => {
  platform = await Platform.start('what carries live orders beside a cluster is killed', {
    ...(await clusterSettings(cluster, NAMESPACE, { backtests: POD, bots: { ...POD, storage: '1Gi' } })),
    FEATURE_MANAGED_LIVE: 'true',
  });
});
afterAll(() => platform?.[Symbol.asyncDispose](), KILLS_MS_MAX);

for (const victim of carriers)
  testInCluster(
    `beside a cluster nothing is bought twice where the ${victim} is killed as the first order is under way`,
    () => expectOneEntry(platform, victim),
    KILLS_MS_MAX,
  );
