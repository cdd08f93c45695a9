import { expect } from '@jest/globals';
import { botOf, describeBotRunner, workloadOf } from '@platform/runtime-service/kubernetes-testing';
import { until } from '../platform/wait.js';
import { BotsInPods } from './bots.js';
import { shareCluster } from './share-cluster.js';

/** Bots in pods: what every runner of them promises, against Kubernetes' own API server. */

const TEST_MS_MAX = 300_000;
let bots: BotsInPods;

const { testInCluster, describeInCluster, kubelet } = await shareCluster('bots in pods', async (cluster) => {
  bots = await BotsInPods.open({ cluster, kubelet: () => kubelet() });
});

describeInCluster('bots in pods', () => {
  describeBotRunner('a runner in a cluster', () => bots.make());
});

testInCluster(
  'a pod in which no bot runs for a while is taken away; a log that is read later, and a next start, have what was kept',
  async () => {
    const { runner, program, close } = await bots.make({ idleMs: 1_000 });
    const place = { workloadId: 'shared-1', deploymentId: 'dpl_1' };
    try {
      await runner.place(workloadOf(place.workloadId, program), botOf(place.deploymentId, {}));
      const bot = async () => (await runner.observe())[0]?.bots[0];
      await until('a bot that trades', bot, (seen) => seen?.state === 'running');
      await runner.stop(place);
      const pods = async () => {
        await runner.observe();
        return bots.pods();
      };
      await until('no pod', pods, (names) => names.length === 0);
      expect(await runner.observe()).toEqual([]);
      const lines = await runner.logs(place, { sinceNs: 0n, limit: 100 });
      expect(lines.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^started 1 /));
      await until('no pod again', pods, (names) => names.length === 0);
      await runner.place(workloadOf(place.workloadId, program), botOf(place.deploymentId, { generation: 2 }));
      const seen = await until('its second start', bot, (found) => found?.snapshot != null);
      expect(seen?.snapshot?.realizedUsd).toBe(2);
      await runner.remove(place);
    } finally {
      await close();
    }
  },
  TEST_MS_MAX,
);

testInCluster(
  'nothing is left of bots that were removed, and no watch broke off',
  async () => {
    expect(await bots.left()).toEqual([]);
    expect(bots.failures).toEqual([]);
  },
  TEST_MS_MAX,
);
