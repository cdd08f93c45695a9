import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addBot, type BotChanges, type Fault, startCluster, type TestCluster } from './kubernetes.fixture.js';
import { KubernetesWorkloadReader } from './kubernetes-workload-reader.js';
import type { ObservedWorkload, WorkloadQuery } from './workload-reader.js';

let cluster: TestCluster;
let reader: KubernetesWorkloadReader;

const query: WorkloadQuery = { namespace: 'bots', kind: 'Deployment', labels: new Map([['bot', 'deploy-3f0c']]) };
const from = { sinceNs: 0n, limit: 200 };
/** Soon enough for answers that never come. */
const IMPATIENT_MS = 1_000;

beforeEach(async () => {
  cluster = await startCluster();
  reader = new KubernetesWorkloadReader(cluster.address);
});

afterEach(() => cluster.close());

/** A reader that gives up soon where an answer never comes. */
function impatientIf(kind: Fault): KubernetesWorkloadReader {
  const isSlow = kind === 'slow' || kind === 'slow_body';
  return isSlow ? new KubernetesWorkloadReader({ ...cluster.address, timeoutMs: IMPATIENT_MS }) : reader;
}

async function observed(changes: Partial<WorkloadQuery> = {}): Promise<ObservedWorkload> {
  const found = await reader.observe({ ...query, ...changes });
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('a workload', () => {
  test('is told with its uid, its labels, and what its pod does', async () => {
    addBot(cluster);
    addBot(cluster, { name: 'other', uid: 'uid-2', labels: { bot: 'other' }, restartCount: 9 });
    expect(await observed()).toMatchObject({
      ...{ namespace: 'bots', kind: 'Deployment', name: 'deploy-3f0c', uid: 'uid-1' },
      labels: new Map([
        ['app', 'deploy-3f0c'],
        ['bot', 'deploy-3f0c'],
      ]),
      ...{ status: 'running', restarts: 2, startedAt: new Date('2025-02-02T10:00:05Z') },
    });
    expect(cluster.asked.every((each) => each.startsWith('GET '))).toBe(true);
  });

  test.each<[string, BotChanges, Partial<ObservedWorkload>]>([
    ['starts again after each end', { isReady: false }, { status: 'starting', restarts: 2 }],
    ['waits for its pod', { hasPod: false }, { status: 'starting', restarts: 0 }],
    ['is to end', { replicas: 0 }, { status: 'stopping', restarts: 2 }],
    ['has ended', { replicas: 0, hasPod: false }, { status: 'stopped', restarts: 0 }],
  ])('that %s says so', async (_what, changes, told) => {
    addBot(cluster, changes);
    expect(await observed()).toMatchObject(told);
  });

  test('whose pods have the labels of a stranger is told by its own pods', async () => {
    addBot(cluster);
    const [pod] = cluster.pods;
    if (pod === undefined) throw new Error('there is no pod');
    const owner = { uid: 'a stranger', controller: true };
    const stranger = { ...pod.metadata, name: 'stranger', ownerReferences: [owner] };
    cluster.pods.unshift({
      ...pod,
      metadata: { ...stranger, creationTimestamp: '2026-01-01T00:00:00Z' },
    });
    const workload = await observed();
    expect(workload.restarts).toBe(2);
    await workload.readLogs(from);
    expect(cluster.asked.at(-1)).toContain('/pods/deploy-3f0c-5d-x2/log');
  });

  test.each<[string, Partial<WorkloadQuery>]>([
    ['in another namespace', { namespace: 'others' }],
    ['with another value of a label', { labels: new Map([['bot', 'deploy-3f0d']]) }],
    ['without a label', { labels: new Map([...query.labels, ['owner', 'acc_1']]) }],
    ['of another kind', { kind: 'StatefulSet' }],
  ])('%s is none', async (_what, changes) => {
    addBot(cluster);
    expect(await reader.observe({ ...query, ...changes })).toBe('none');
  });

  test.each<[string, BotChanges[]]>([
    ['whose labels another one has too', [{}, { name: 'twin', uid: 'uid-2' }]],
    ['of several replicas', [{ replicas: 2 }]],
  ])('%s is several', async (_what, bots) => {
    for (const bot of bots) addBot(cluster, bot);
    expect(await reader.observe(query)).toBe('several');
  });
});

describe('its log', () => {
  test('is the newest lines from an instant on, with their stamps to the nanosecond and in whatever zone', async () => {
    addBot(cluster);
    const lines = [
      '2025-02-03T10:00:00.000000001Z first',
      '2025-02-03T12:00:00.5+02:00 second',
      '2025-02-03T10:00:01Z',
    ];
    cluster.logs.set('deploy-3f0c-5d-x2', lines.join('\n'));
    const workload = await observed();
    const second = { stampNs: 1_738_576_800_500_000_000n, message: 'second' };
    const third = { stampNs: 1_738_576_801_000_000_000n, message: '' };
    expect(await workload.readLogs(from)).toEqual([
      { stampNs: 1_738_576_800_000_000_001n, message: 'first' },
      second,
      third,
    ]);
    expect(await workload.readLogs({ sinceNs: second.stampNs, limit: 200 })).toEqual([second, third]);
    expect(await workload.readLogs({ sinceNs: 0n, limit: 1 })).toEqual([third]);
    expect(cluster.asked.at(-1)).toMatch(/log \?timestamps=true&tailLines=1&sinceTime=1970-01-01T00:00:00Z$/);
  });

  test('is that of the container that is named', async () => {
    addBot(cluster);
    await (await observed({ container: 'freqtrade' })).readLogs(from);
    expect(cluster.asked.at(-1)).toMatch(/&container=freqtrade$/);
  });

  test.each<[string, BotChanges]>([
    ['has not run yet', { isReady: false, restartCount: 0 }],
    ['has no pod', { replicas: 0, hasPod: false }],
  ])('of one that %s is empty', async (_what, changes) => {
    addBot(cluster, changes);
    expect(await (await observed()).readLogs(from)).toEqual([]);
  });

  test.each([
    ['that says why there is none', 'unable to retrieve container logs for containerd://01'],
    ['with a line that has no stamp', '2025-02-03T10:00:00Z first\nsecond'],
  ])('%s is not taken for lines', async (_what, text) => {
    addBot(cluster);
    cluster.logs.set('deploy-3f0c-5d-x2', text);
    await expect((await observed()).readLogs(from)).rejects.toThrow(/no time stamp/);
  });

  test('that is too long is told apart', async () => {
    addBot(cluster);
    const workload = await observed();
    cluster.fault = { on: /log$/, kind: 'endless' };
    await expect(workload.readLogs(from)).rejects.toMatchObject({ name: 'TooMuchToRead', bytesMax: 4_194_304 });
  });
});

describe('a cluster that can not say leaves nothing to guess', () => {
  const faults: readonly Fault[] = [
    401,
    403,
    404,
    410,
    429,
    500,
    'slow',
    'slow_body',
    'endless',
    'no_json',
    'redirect',
  ];

  test.each(faults.flatMap((kind) => ['deployments', 'replicasets', 'pods'].map((of) => [kind, of] as const)))(
    'where it answers %s of %s',
    async (kind, of) => {
      addBot(cluster);
      cluster.fault = { on: new RegExp(`${of}$`), kind };
      await expect(impatientIf(kind).observe(query)).rejects.toThrow();
    },
  );

  test.each<Fault>([403, 404, 410, 'slow', 'slow_body'])('where it answers %s of a log', async (kind) => {
    addBot(cluster);
    const workload = await impatientIf(kind).observe(query);
    cluster.fault = { on: /log$/, kind };
    if (typeof workload === 'string') throw new Error(workload);
    await expect(workload.readLogs(from)).rejects.toThrow();
  });

  test('where the token was revoked, and what it says does not hold the token', async () => {
    addBot(cluster);
    await observed();
    await cluster.revokeToken();
    await expect(reader.observe(query)).rejects.toThrow(/^\S+: the API of the cluster answers 401$/);
  });

  test('where it is gone, or no token is there', async () => {
    const { address } = cluster;
    const gone = new KubernetesWorkloadReader({ ...address, url: 'http://127.0.0.1:1' });
    const unknown = new KubernetesWorkloadReader({ ...address, tokenFile: '/nowhere' });
    for (const each of [gone, unknown]) await expect(each.observe(query)).rejects.toThrow();
  });

  test('where a workload has more pods than are read', async () => {
    addBot(cluster);
    const [pod] = cluster.pods;
    if (pod === undefined) throw new Error('there is no pod');
    cluster.pods.push(...Array.from({ length: 100 }, () => pod));
    await expect(reader.observe(query)).rejects.toThrow(/more than 100/);
  });
});
