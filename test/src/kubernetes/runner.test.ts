import { text } from 'node:stream/consumers';
import { afterAll, expect } from '@jest/globals';
import { bundleOf } from '@platform/bundler';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import {
  findBubblewrap,
  findInterpreter,
  KubernetesRunner,
  podsSchema,
  type Runner,
} from '@platform/runtime-service/kubernetes-testing';
import { tokenFileOf } from './runtime-account.js';
import { shareCluster } from './share-cluster.js';

const NAMESPACE = 'runs';
const LIMITS = { memoryBytes: 256 * 1024 ** 2, folderBytes: 1024 ** 2, processes: 8, cpuSeconds: 20 };
const PATIENCE_MS = 60_000;

let inPods: KubernetesRunner;
let runner: Runner;
const failures: string[] = [];

const { testInCluster, opened } = await shareCluster('the runner of a cluster', async (cluster) => {
  await cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const address = {
    ...{ url: cluster.url, caFile: cluster.caFile },
    tokenFile: await tokenFileOf(cluster, NAMESPACE),
  };
  const { executable: python } = await findInterpreter(process.env);
  const cacheDirectory = defaultCacheDirectory(process.env);
  const bubblewrap = await findBubblewrap({ cacheDirectory, environment: process.env, report: () => {} });
  inPods = await KubernetesRunner.open({
    ...{ address, installation: 'test', wallSeconds: 60, holder: [process.execPath, bundleOf('pod-holder')] },
    pods: podsSchema.parse({
      services: { namespace: 'platform', labels: { app: 'runtime' } },
      backtests: { namespace: NAMESPACE, image: 'platform', processorMilli: 100 },
    }),
    ...{ clock: systemClock, random: systemRandom },
    onFailure: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
  runner = inPods.isolatedBy({ bubblewrap, python });
});
afterAll(() => inPods?.close());

/** The objects of one kind in the namespace. */
async function all(path: string): Promise<readonly { readonly metadata: { readonly name: string } }[]> {
  const { items } = await opened().as('admin').get(path);
  return items as { metadata: { name: string } }[];
}

const jobs = () => all(`/apis/batch/v1/namespaces/${NAMESPACE}/jobs`);
const secrets = () => all(`/api/v1/namespaces/${NAMESPACE}/secrets`);
const pods = () => all(`/api/v1/namespaces/${NAMESPACE}/pods`);

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`it never was so; ${failures.join('\n')}`);
    await systemClock.sleep(50);
  }
}

const script = (lines: string) => ({
  command: ['/bin/sh', '-c', lines] as const,
  readOnlyPaths: ['/bin/sh', '/bin/cat', '/bin/sleep', '/bin/ls'],
  environment: { GREETING: 'hello' },
});

testInCluster('a program runs in the pod of a job, isolated, and nothing of it is left in the cluster', async () => {
  const program = runner.start(
    script('read name; echo "$GREETING $name"; cat /run/trading-platform/key >&2; exit 3'),
    LIMITS,
  );
  program.input.end('pod\n');
  const [output, log, end] = await Promise.all([text(program.output), text(program.log), program.ended]);
  expect({ output, end }).toEqual({ output: 'hello pod\n', end: { kind: 'exited', exitCode: 3 } });
  expect(log).toMatch(/no such file/i);
  await until(async () => [...(await jobs()), ...(await secrets()), ...(await pods())].length === 0);
  expect(failures).toEqual([]);
});

testInCluster('a program that is killed ends, with its pod', async () => {
  const program = runner.start(script('echo begun; sleep 600'), LIMITS);
  await new Promise((resolve) => program.output.once('data', resolve));
  expect((await jobs()).length).toBe(1);
  program.kill();
  expect(await program.ended).toEqual({ kind: 'killed' });
  await until(async () => (await pods()).length === 0);
});

testInCluster('a program whose pod is evicted has ended as by the kernel, so that it is tried again', async () => {
  const program = runner.start(script('echo begun; sleep 600'), LIMITS);
  await new Promise((resolve) => program.output.once('data', resolve));
  const [pod] = await pods();
  await opened().as('admin').delete(`/api/v1/namespaces/${NAMESPACE}/pods/${pod?.metadata.name}`);
  expect(await program.ended).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  await until(async () => (await jobs()).length === 0);
});
