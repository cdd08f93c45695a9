import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { findBubblewrap, findInterpreter, KubernetesRunner } from '@platform/runtime-service/kubernetes-testing';
import type { Cluster } from './api-server.js';
import { shareCluster } from './share-cluster.js';

const NAMESPACE = 'runs';
const HOLDER = fileURLToPath(
  new URL('../../../services/runtime/dist/runners/kubernetes/holder/main.js', import.meta.url),
);
const LIMITS = { memoryBytes: 256 * 1024 ** 2, folderBytes: 1024 ** 2, processes: 8, cpuSeconds: 20 };
const PATIENCE_MS = 60_000;

/** What the runtime service may do in the namespace of its runs, and nothing else. */
const RULES = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'get', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['create'] },
];

let runner: KubernetesRunner;
const failures: string[] = [];

const { testInCluster, opened } = await shareCluster('the runner of a cluster', async (cluster) => {
  await cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const address = {
    ...{ url: cluster.url, caFile: cluster.caFile, namespace: NAMESPACE },
    tokenFile: await tokenFileOf(cluster, 'runtime'),
  };
  const { executable: python } = await findInterpreter(process.env);
  const cacheDirectory = defaultCacheDirectory(process.env);
  const bubblewrap = await findBubblewrap({ cacheDirectory, environment: process.env, report: () => {} });
  runner = await KubernetesRunner.open({
    ...{ address, installation: 'test', services: { app: 'runtime' }, wallSeconds: 60 },
    values: { image: 'platform', labels: {}, annotations: {}, nodeSelector: {}, processorMilli: 100 },
    ...{ holder: [process.execPath, HOLDER], isolation: { bubblewrap, python } },
    ...{ clock: systemClock, random: systemRandom },
    onFailure: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
});
afterAll(() => runner?.close());

/** Makes a service account with these rights, and a file with a token of it. */
async function tokenFileOf(cluster: Cluster, name: string): Promise<string> {
  const admin = cluster.as('admin');
  const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`;
  const accounts = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;
  await admin.create(accounts, { metadata: { name } });
  await admin.create(`${roles}/roles`, { metadata: { name }, rules: RULES });
  await admin.create(`${roles}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: NAMESPACE }],
  });
  const { status } = await admin.create(`${accounts}/${name}/token`, { spec: {} });
  const file = join(cluster.folder, `${name}.token`);
  await writeFile(file, (status as { token: string }).token, { mode: 0o600 });
  return file;
}

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
