import { afterAll } from '@jest/globals';
import { carriers, expectOneEntry, KILLS_MS_MAX } from '../../deployments/live/kills.js';
import { Platform } from '../../platform/platform.js';
import { clusterSettings } from '../cluster-settings.js';
import { shareCluster } from '../share-cluster.js';
import { placesInPods } from './places.js';

/** Bots with real money have pods, and so have their proxies: what carries their orders dies there as everywhere. */

const NAMESPACE = 'strategies';
const POD = { namespace: NAMESPACE, image: 'platform', processorMilli: 100 };
const PODS = { backtests: POD, bots: { ...POD, storage: '1Gi' }, proxies: POD };

let platform: Platform;

const { testInCluster, kubelet } = await shareCluster('deaths under live orders in pods', async (cluster) => {
  platform = await Platform.start('what carries live orders in pods is killed', {
    ...(await clusterSettings(cluster, NAMESPACE, PODS)),
    FEATURE_MANAGED_LIVE: 'true',
  });
});
afterAll(() => platform?.[Symbol.asyncDispose](), KILLS_MS_MAX);

for (const victim of carriers)
  testInCluster(
    `in pods nothing is bought twice where the ${victim} is killed as the first order is under way`,
    () => expectOneEntry(platform, victim, placesInPods(kubelet)),
    KILLS_MS_MAX,
  );
