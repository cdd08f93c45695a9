/** The chart on Kubernetes' own API server, whose controllers make the pods that nothing runs here. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findProgram } from '@platform/kit/provisioning';
import { podsSchema, proxySetOf } from '@platform/runtime-service/kubernetes-testing';
import { z } from 'zod';
import { type Cluster, startCluster } from '../kubernetes/api-server.js';
import { whyNoGo } from '../kubernetes/program.js';
import { until } from '../platform/wait.js';
import { root } from '../structure/repository.js';
import { CHART, RELEASE, VALUES_FILES } from './chart.js';
import { provideTools } from './tools.js';

/** The first time its program is compiled, on a machine that is busy with other tests. */
const OPEN_MS_MAX = 90 * 60_000;
const CASE_MS_MAX = 180_000;
const CONTROLLED_MS_MAX = 60_000;
const PROCESSES = ['context', 'edge', 'execution', 'identity', 'runtime', 'sandbox', 'wallet'];
/** Kinds of which a release leaves nothing. */
const KINDS = [
  ...['/api/v1 services', '/api/v1 configmaps', '/apis/apps/v1 deployments', '/apis/apps/v1 statefulsets'],
  ...['/apis/networking.k8s.io/v1 networkpolicies', '/apis/networking.k8s.io/v1 ingresses'],
  ...['/apis/policy/v1 poddisruptionbudgets', '/apis/rbac.authorization.k8s.io/v1 roles'],
];

const tools = await provideTools('the chart on an API server');
const noGo = await whyNoGo();
const testInstalled = tools === undefined || noGo !== undefined ? test.skip : test;
let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  if (tools === undefined || noGo !== undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  cluster = await startCluster();
  await writeFile(join(folder, 'kubeconfig'), await kubeconfig(), { mode: 0o600 });
}, OPEN_MS_MAX);
afterAll(async () => {
  await cluster?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const admin = () => cluster.as('admin');
const itemSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
});

/** What Helm and kubectl read: who they are is a service account with all rights. */
async function kubeconfig(): Promise<string> {
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  await admin().create(accounts, { metadata: { name: 'operator' } });
  await admin().create('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'operator' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }],
  });
  const token = await tokenOf('default', 'operator');
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'tests' },
    clusters: [{ name: 'tests', cluster: { server: cluster.url, 'certificate-authority': cluster.caFile } }],
    users: [{ name: 'operator', user: { token } }],
    contexts: [{ name: 'tests', context: { cluster: 'tests', user: 'operator' } }],
  });
}

async function tokenOf(namespace: string, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const { status } = await admin().create(path, { spec: {} });
  return z.object({ token: z.string() }).parse(status).token;
}

/** Runs Helm for the release in a namespace. Throws what it says where it refuses. */
async function helm(verb: string, namespace: string, ...args: readonly string[]): Promise<string> {
  if (tools === undefined) throw new Error('Helm is there while tests run');
  const { succeeded, output } = await tools.helm([verb, RELEASE, ...args, '--namespace', namespace], {
    ...{ KUBECONFIG: join(folder, 'kubeconfig'), HELM_CACHE_HOME: join(folder, 'cache'), HOME: folder },
  });
  if (!succeeded) throw new Error(output);
  return output;
}

const install = (namespace: string, ...args: readonly string[]) =>
  helm('install', namespace, join(root, CHART), ...args);
/** Without hooks: nothing here runs what they make. */
const upgrade = (namespace: string, ...args: readonly string[]) =>
  helm('upgrade', namespace, join(root, CHART), '--no-hooks', ...args);
const valuesOf = (file: string) => ['--values', join(root, CHART, file)];

/** The objects of a kind, such as `/api/v1 pods`, in a namespace. */
async function all(kind: string, namespace: string) {
  const [api, name] = kind.split(' ');
  const { items } = await admin().get(`${api}/namespaces/${namespace}/${name}`);
  return z.array(itemSchema).parse(items);
}

/** The processes of which there are pods. */
async function podsOf(namespace: string): Promise<string[]> {
  const pods = await all('/api/v1 pods', namespace);
  return [...new Set(pods.map(({ metadata }) => metadata.labels['app.kubernetes.io/component'] ?? ''))].toSorted();
}

async function makeNamespace(name: string, level: string): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': level };
  await admin().create('/api/v1/namespaces', { metadata: { name, labels } });
}

describe.each(VALUES_FILES)('%s', (file) => {
  const namespace = file.replace(/^values-|\.yaml$/g, '');
  const expected = PROCESSES.filter((name) => name !== 'sandbox' || file === 'values-one-machine.yaml');

  testInstalled(
    'is installed, and the cluster makes pods of every process',
    async () => {
      await makeNamespace(namespace, 'privileged');
      const said = await install(namespace, ...valuesOf(file));
      expect(said).toContain('trading-platform-edge   (not there yet)');
      await until(
        'pods',
        () => podsOf(namespace),
        (found) => found.length === expected.length,
        { timeoutMs: CONTROLLED_MS_MAX },
      );
      expect(await podsOf(namespace)).toEqual(expected);
      const claims = (await all('/api/v1 persistentvolumeclaims', namespace)).map(({ metadata }) => metadata.name);
      const kept = expected.filter((name) => ['runtime', 'sandbox'].includes(name));
      expect([...new Set(claims.map((name) => name.replace(/-\d+$/, '')))].toSorted()).toEqual(
        kept.map((name) => `data-${RELEASE}-${name}`),
      );
    },
    CASE_MS_MAX,
  );

  testInstalled(
    'is upgraded: a changed variable replaces the pods that read it, and nothing else is made again',
    async () => {
      const hashes = async () =>
        (await all('/apis/apps/v1 replicasets', namespace)).map(({ metadata }) => metadata.name);
      const before = await hashes();
      await upgrade(namespace, ...valuesOf(file), '--set-string', 'edge.extraEnv.STREAM_CONNECTIONS_PER_ACCOUNT=5');
      await until('pods', hashes, (found) => found.length > before.length, { timeoutMs: CONTROLLED_MS_MAX });
      const made = (await hashes()).filter((name) => !before.includes(name));
      expect(made).toEqual([expect.stringMatching(/^trading-platform-edge-/)]);
      await expect(upgrade(namespace, '--set', 'edge.replicas=0')).rejects.toThrow(/minimum: got 0, want 1/);
    },
    CASE_MS_MAX,
  );

  testInstalled(
    'is uninstalled: what it made is gone, and what bots kept is there',
    async () => {
      await helm('uninstall', namespace);
      const left = async () => {
        const found = await Promise.all(KINDS.map((kind) => all(kind, namespace)));
        return found
          .flat()
          .map(({ metadata }) => metadata.name)
          .filter((name) => name !== 'kube-root-ca.crt');
      };
      await until('nothing', left, (found) => found.length === 0, { timeoutMs: CONTROLLED_MS_MAX });
      expect(await all('/api/v1 persistentvolumeclaims', namespace)).not.toEqual([]);
    },
    CASE_MS_MAX,
  );
});

testInstalled(
  'in a namespace without any rights all pods but those of `runtime` are admitted',
  async () => {
    await makeNamespace('restricted', 'restricted');
    await install('restricted', ...valuesOf('values-one-machine.yaml'));
    const expected = PROCESSES.filter((name) => name !== 'runtime');
    await until(
      'pods',
      () => podsOf('restricted'),
      (found) => found.length === expected.length,
      { timeoutMs: CONTROLLED_MS_MAX },
    );
    const refusals = async () => {
      const { items } = await admin().get('/api/v1/namespaces/restricted/events');
      return z
        .array(z.looseObject({ message: z.string() }))
        .parse(items)
        .map(({ message }) => message);
    };
    const found = await until('a refusal', refusals, (each) => each.some((message) => /procMount/.test(message)));
    expect(found.filter((message) => /violates PodSecurity/.test(message) && !/-runtime-/.test(message))).toEqual([]);
    expect(await podsOf('restricted')).toEqual(expected);
  },
  CASE_MS_MAX,
);

testInstalled(
  'the runtime service may read legacy workloads where they are, and do nothing else',
  async () => {
    await makeNamespace('reading', 'privileged');
    await makeNamespace('legacy', 'privileged');
    await install('reading', '--set', 'runtime.legacyNamespaces={legacy}');
    const runtime = cluster.as({ token: await tokenOf('reading', `${RELEASE}-runtime`) });
    const list = () =>
      runtime.get('/api/v1/namespaces/legacy/pods').then(
        () => true,
        () => false,
      );
    await until('rights', list, (isAllowed) => isAllowed);
    for (const path of ['/apis/apps/v1/namespaces/legacy/deployments', '/apis/apps/v1/namespaces/legacy/replicasets'])
      await runtime.get(path);
    for (const path of ['/api/v1/namespaces/legacy/secrets', '/api/v1/namespaces/reading/pods', '/api/v1/nodes'])
      await expect(runtime.get(path)).rejects.toMatchObject({ status: 403 });
    const pod = { metadata: { name: 'none' }, spec: { containers: [{ name: 'none', image: 'none' }] } };
    await expect(runtime.create('/api/v1/namespaces/legacy/pods', pod)).rejects.toMatchObject({ status: 403 });
  },
  CASE_MS_MAX,
);

testInstalled(
  'the runtime service may make Jobs where its strategies run, and reads no Secret',
  async () => {
    await makeNamespace('running', 'privileged');
    await makeNamespace('strategies', 'privileged');
    await install('running', '--set', 'runtime.runner=kubernetes,runtime.strategies.namespace=strategies');
    const runtime = cluster.as({ token: await tokenOf('running', `${RELEASE}-runtime`) });
    const containers = [{ name: 'none', image: 'none' }];
    const job = { metadata: { name: 'none' }, spec: { template: { spec: { restartPolicy: 'Never', containers } } } };
    const make = (namespace: string) => runtime.create(`/apis/batch/v1/namespaces/${namespace}/jobs?dryRun=All`, job);
    await until(
      'rights',
      () => make('strategies'),
      () => true,
    );
    await expect(make('running')).rejects.toMatchObject({ status: 403 });
    for (const namespace of ['strategies', 'running'])
      await expect(runtime.get(`/api/v1/namespaces/${namespace}/secrets`)).rejects.toMatchObject({ status: 403 });
  },
  CASE_MS_MAX,
);

testInstalled(
  'the runtime service makes the pods of proxies in a namespace without any rights, as it is told, and no Jobs there',
  async () => {
    await makeNamespace('living', 'privileged');
    await makeNamespace('runs', 'privileged');
    await makeNamespace('proxies', 'restricted');
    const said = await install(
      'living',
      ...['--set', 'features.managedLive=true,runtime.runner=kubernetes,runtime.strategies.namespace=runs'],
      ...['--set', 'runtime.strategies.bots.enabled=true,runtime.strategies.proxies.enabled=true'],
      ...['--set', 'runtime.strategies.proxies.namespace=proxies'],
    );
    expect(said).toMatch(/in the namespace proxies.*\n +trading-platform-venue-proxy {3}\(not there yet\)/);
    const { data } = z
      .object({ data: z.looseObject({ KUBERNETES_PODS: z.string() }) })
      .parse(await admin().get(`/api/v1/namespaces/living/configmaps/${RELEASE}-runtime`));
    const { proxies: values } = podsSchema.parse(JSON.parse(data.KUBERNETES_PODS));
    if (values === undefined) throw new Error('the chart enables proxies');
    const parts = { installation: RELEASE, values, holder: ['node'], program: 'proxy.js' } as const;
    const set = proxySetOf({ venue: 'hyperliquid', accountDigest: 'a' }, parts);
    const runtime = cluster.as({ token: await tokenOf('living', `${RELEASE}-runtime`) });
    await until(
      'rights',
      () => runtime.create('/apis/apps/v1/namespaces/proxies/statefulsets', set),
      () => true,
    );
    const name = `${set.metadata?.name}-0`;
    await until(
      'the pod of a proxy',
      async () => (await all('/api/v1 pods', 'proxies')).map(({ metadata }) => metadata.name),
      (found) => found.includes(name),
      { timeoutMs: CONTROLLED_MS_MAX },
    );
    await runtime.get('/api/v1/namespaces/proxies/pods');
    const job = { metadata: { name: 'none' }, spec: { template: set.spec?.template ?? {} } };
    await expect(runtime.create('/apis/batch/v1/namespaces/proxies/jobs', job)).rejects.toMatchObject({ status: 403 });
    await expect(runtime.get('/api/v1/namespaces/living/secrets')).rejects.toMatchObject({ status: 403 });
  },
  CASE_MS_MAX,
);

const kubectl = findProgram(process.env['PATH'], ['kubectl']);
(kubectl === undefined ? test.skip : testInstalled)(
  'keys that are made are put there, and put again over those that are there',
  async () => {
    await makeNamespace('keys', 'privileged');
    const keys = join(folder, 'keys');
    const script = join(root, 'deploy/kubernetes-secrets.sh');
    const options = { env: { ...process.env, KUBECONFIG: join(folder, 'kubeconfig'), HOME: folder } };
    await promisify(execFile)(script, ['make', keys], options);
    const before = async () => (await all('/api/v1 secrets', 'keys')).map(({ metadata }) => metadata.name).toSorted();
    await promisify(execFile)(script, ['put', keys, '--namespace=keys'], options);
    const secrets = await before();
    expect(secrets).toEqual([...PROCESSES, 'feed'].map((name) => `trading-platform-${name}`).toSorted());
    await writeFile(join(keys, 'wallet', 'environment'), 'MONGODB_URI=mongodb://other.test\n');
    await promisify(execFile)(script, ['put', keys, '--namespace=keys'], options);
    const { data } = z
      .object({ data: z.record(z.string(), z.string()) })
      .parse(await admin().get('/api/v1/namespaces/keys/secrets/trading-platform-wallet'));
    expect(Buffer.from(data['environment'] ?? '', 'base64').toString()).toBe('MONGODB_URI=mongodb://other.test\n');
    expect(Object.keys(data).toSorted()).toEqual(['environment', 'trusted-keys.json', 'workload.jwk.json']);
    await makeNamespace('keys-proxies', 'privileged');
    await promisify(execFile)(script, ['put-proxies', keys, '--namespace=keys-proxies'], options);
    const ofProxies = z
      .object({ data: z.record(z.string(), z.string()) })
      .parse(await admin().get('/api/v1/namespaces/keys-proxies/secrets/trading-platform-venue-proxy'));
    expect(Object.keys(ofProxies.data)).toEqual(['venue-proxy.jwk.json']);
    const said = await install('keys', ...valuesOf('values-one-machine.yaml'));
    expect(said).not.toContain('not there yet');
  },
  CASE_MS_MAX,
);
