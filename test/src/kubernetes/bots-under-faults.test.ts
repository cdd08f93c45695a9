import { readFile } from 'node:fs/promises';
import { afterAll, expect } from '@jest/globals';
import { botOf, describeBotRunner, workloadOf } from '@platform/runtime-service/kubernetes-testing';
import { until } from '../platform/wait.js';
import { BotsInPods } from './bots.js';
import { FaultyServer } from './faulty-server.js';
import { shareCluster } from './share-cluster.js';

/** The same promises while the API server is busy, forgets, loses answers and lets others write first. */

const TEST_MS_MAX = 600_000;
let bots: BotsInPods;
let faulty: FaultyServer;

const { testInCluster, describeInCluster, opened, kubelet } = await shareCluster(
  'bots in pods under faults',
  async (cluster) => {
    bots = await BotsInPods.open({ cluster, kubelet: () => kubelet() });
    faulty = await FaultyServer.start(cluster, await readFile(cluster.caFile, 'utf8'));
  },
);
afterAll(async () => {
  process.stdout.write(`faults of the API server: ${JSON.stringify(faulty?.counts)}\n`);
  await faulty?.close();
});

describeInCluster('bots in pods', () => {
  describeBotRunner('a runner in a cluster whose API server has faults', () => bots.make({ url: faulty.url }));
});

testInCluster(
  'a pod is taken away and brought back though others write first',
  async () => {
    const { runner, program, close } = await bots.make({ url: faulty.url, idleMs: 500 });
    const place = { workloadId: 'shared-1', deploymentId: 'dpl_1' };
    try {
      for (const generation of [1, 2]) {
        await runner.place(workloadOf(place.workloadId, program), botOf(place.deploymentId, { generation }));
        const bot = async () => (await runner.observe())[0]?.bots[0];
        await until('a bot that trades', bot, (seen) => seen?.snapshot?.realizedUsd === generation);
        await runner.stop(place);
        const pods = async () => {
          await runner.observe();
          return bots.pods();
        };
        await until('no pod', pods, (names) => names.length === 0);
      }
      await runner.remove(place);
    } finally {
      await close();
    }
  },
  TEST_MS_MAX,
);

testInCluster(
  'each fault happened, and nothing is left of bots that were removed',
  async () => {
    for (const [fault, count] of Object.entries(faulty.counts)) expect([fault, count > 0]).toEqual([fault, true]);
    expect(await bots.left()).toEqual([]);
  },
  TEST_MS_MAX,
);

testInCluster(
  'a bot goes on, and is found, while its API server ends and has forgotten what it told',
  async () => {
    const { runner, program, close } = await bots.make({ url: faulty.url });
    const place = { workloadId: 'shared-1', deploymentId: 'dpl_1' };
    try {
      await runner.place(workloadOf(place.workloadId, program), botOf(place.deploymentId, {}));
      const bot = async () => (await runner.observe())[0]?.bots[0];
      const before = await until('a bot that trades', bot, (seen) => typeof seen?.processId === 'number');
      await opened().restartServer();
      const isLater = (seen: typeof before) => (seen?.heartbeatAtMs ?? 0) > (before?.heartbeatAtMs ?? 0);
      expect((await until('the bot', bot, isLater))?.processId).toBe(before?.processId);
    } finally {
      await close();
    }
  },
  TEST_MS_MAX,
);
