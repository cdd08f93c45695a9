/** The chart as Helm renders it: valid objects, the facts of docker-compose.yml, and nobody who may talk to others without a reason. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { declaredVariables, SETTINGS } from '@platform/bundler';
import { podsSchema } from '@platform/runtime-service/kubernetes-testing';
import { z } from 'zod';
import { environmentOf, services } from '../containers/compose.js';
import { commonVariables } from '../readme/environment.js';
import { readText, root } from '../structure/repository.js';
import { CHART, type ChartObject, componentOf, RELEASE, RenderedChart, templateSchema, VALUES_FILES } from './chart.js';
import { provideTools } from './tools.js';
import { allowedBy, askedBy } from './traffic.js';

const tools = await provideTools('what Helm makes of the chart');
const testWithTools = tools === undefined ? test.skip : test;
const RENDER_MS_MAX = 60_000;
const CONFORM_MS_MAX = 120_000;

/** Sets of values by what they show. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  'the standard values': [],
  ...Object.fromEntries(VALUES_FILES.map((file) => [file, ['--values', join(root, CHART, file)]])),
  'all that is optional': [
    ...[
      '--set',
      'sandbox.enabled=true,edge.ingress.enabled=true,edge.autoscaling.enabled=true,features.managedLive=true',
    ],
    ...[
      '--set',
      'telemetry.endpoint=http://collector:4318,identity.replicas=2,runtime.replicas=2',
      '--set',
      'runtime.legacyNamespaces={old}',
    ],
    ...['--set', 'imagePullSecrets[0].name=registry,commonLabels.team=trading,edge.podLabels.tier=front'],
    ...['--set', 'edge.corsOrigins={https://pages.example}'],
    ...[
      '--set',
      'runtime.runner=kubernetes,runtime.strategies.namespace=runs,runtime.strategies.runtimeClassName=gvisor',
    ],
    ...['--set', 'runtime.strategies.bots.enabled=true,runtime.strategies.bots.memoryMebibytes=2048'],
    ...['--set', 'runtime.strategies.proxies.enabled=true,runtime.strategies.proxies.namespace=proxies'],
    ...['--set-string', 'runtime.strategies.labels.kueue\\.x-k8s\\.io/queue-name=backtests'],
    ...['--set', `image.digest=sha256:${'a'.repeat(64)},identity.tolerations[0].operator=Exists`],
  ],
};
const NAMES = Object.keys(SETS);
const rendered = new Map<string, RenderedChart>();
const chart = (name = 'values-one-machine.yaml') => {
  const found = rendered.get(name);
  if (found === undefined) throw new Error(`${name} is rendered before the tests`);
  return found;
};

beforeAll(async () => {
  if (tools === undefined) return;
  for (const name of NAMES) rendered.set(name, await RenderedChart.of(tools, SETS[name] ?? []));
}, RENDER_MS_MAX);
afterAll(async () => {
  for (const each of rendered.values()) await each[Symbol.asyncDispose]();
});

describe.each(NAMES)('%s', (name) => {
  testWithTools('Helm finds nothing wrong with it', async () => {
    const outcome = await tools?.helm(['lint', '--strict', join(root, CHART), ...(SETS[name] ?? [])]);
    expect(outcome).toMatchObject({ succeeded: true });
  });

  testWithTools('every pod is without rights, and says what it needs', () => {
    for (const [component, { pod }] of chart(name).workloads()) {
      expect([component, pod.securityContext.runAsNonRoot, pod.securityContext.seccompProfile.type]).toEqual([
        ...[component, true, 'RuntimeDefault'],
      ]);
      expect([component, pod.automountServiceAccountToken]).toEqual([
        component,
        component === 'runtime' && name === 'all that is optional',
      ]);
    }
    for (const { component, container } of chart(name).containers()) {
      expect(container.securityContext).toMatchObject({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      });
      // bubblewrap isolates what runs beside it (docs/security.md).
      const isIsolating = component === 'runtime' && container.name === 'runtime';
      expect([container.name, 'procMount' in container.securityContext]).toEqual([container.name, isIsolating]);
      expect(Object.keys(container.resources.limits)).toContain('memory');
    }
  });

  testWithTools('nobody but the user of a process reads its keys', () => {
    for (const [component, { pod }] of chart(name).workloads())
      for (const { secret } of pod.volumes)
        if (secret !== undefined) expect([component, Object(secret)['defaultMode']]).toEqual([component, 0o440]);
  });

  testWithTools('each process has the variables that it reads and no other', async () => {
    const ofAll = [...(await commonVariables()), 'NODE_ENV', 'MALLOC_ARENA_MAX'];
    for (const { component, container, variables } of chart(name).containers()) {
      const program = container.name.startsWith('feed-') ? 'feed' : component;
      if (container.name.startsWith('chain-')) continue;
      const known = new Set([...ofAll, ...declaredVariables()[program as keyof ReturnType<typeof declaredVariables>]]);
      expect([container.name, Object.keys(variables).filter((variable) => !known.has(variable))]).toEqual([
        container.name,
        [],
      ]);
    }
  });

  testWithTools('whom a process is told to ask it may reach, and whom nobody names it may not', () => {
    const { asked, allowed } = { asked: askedBy(chart(name)), allowed: allowedBy(chart(name)) };
    expect(allowed.outward).toEqual(asked);
    expect(allowed.inward).toEqual(asked);
  });

  testWithTools('Services and budgets find the pods of one process each', () => {
    const pods = [...chart(name).workloads()].map(([component, { labels }]) => ({ component, labels }));
    const selecting = [
      ...chart(name)
        .all('Service')
        .map((each) => [each, each.spec?.['selector']] as const),
      ...chart(name)
        .all('PodDisruptionBudget')
        .map((each) => [each, Object(each.spec?.['selector'])['matchLabels']] as const),
    ];
    expect(selecting.length).toBeGreaterThan(10);
    for (const [{ metadata }, selector] of selecting)
      expect(pods.filter(({ labels }) => isIn(selector, labels)).map(({ component }) => component)).toEqual([
        componentOf(metadata),
      ]);
  });
});

testWithTools(
  "every object is what Kubernetes' API knows",
  async () => {
    const all = NAMES.map((name) => chart(name));
    const count = all.reduce((sum, { objects }) => sum + objects.length, 0);
    // One call: the schemas are read once.
    expect(await tools?.conforms(...all.map(({ file }) => file))).toMatchObject({
      succeeded: true,
      output: expect.stringContaining(`Valid: ${count}, Invalid: 0, Errors: 0, Skipped: 0`),
    });
  },
  CONFORM_MS_MAX,
);

/** Whether the labels of a selector are among those of a pod. */
function isIn(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(Object(selector)).every(([key, value]) => labels[key] === value);
}

/** Of the operator's own, or made by hand (docs/guides/kubernetes.md). */
const NOT_IN_IT = ['keys', 'mongodb', 'mongodb-users', 'objects'];

/** What the chart says otherwise than docker-compose.yml, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  DATA_DIR: 'of the sandbox: the same, and of `chain-*` a volume of the same pod',
  MONGODB_URI: 'in the Secret',
  ARBITRUM_RPC_URL: 'of the sandbox: its chains are in its pod',
  POLYGON_RPC_URL: 'as ARBITRUM_RPC_URL',
  FEATURE_WITHDRAWAL_OTP: 'passed on from the operator there, a value here',
  FEATURE_VENUE_EXITS: 'as FEATURE_WITHDRAWAL_OTP',
  CORS_ORIGINS: 'as FEATURE_WITHDRAWAL_OTP',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'as FEATURE_WITHDRAWAL_OTP',
  OBJECT_STORE_URL: 'of identity and wallet: pods keep nothing, so copies are in the bucket too',
  OBJECT_CACHE_MIB: 'a value here',
  OBJECT_CACHE_DIR: 'a folder of its own: others may write to a volume of a pod, which the cache refuses',
  METRICS_PORT: 'of feeds: one of each, in one pod',
};

/** The host that compose has for one of the chart's. */
const inCompose = (value: string) =>
  value.replaceAll(new RegExp(`\\b${RELEASE}-([a-z]+)(-headless)?(?=:\\d)`, 'g'), '$1');

testWithTools('what docker-compose.yml has, it has too', () => {
  const containers = new Map(
    chart()
      .containers()
      .map(({ container, variables }) => [container.name, { container, variables }]),
  );
  for (const [name, service] of Object.entries(services())) {
    if (NOT_IN_IT.includes(name)) continue;
    const found = containers.get(name);
    expect([name, found?.container.args]).toEqual([name, service.command]);
    const expected = Object.entries(environmentOf(service)).filter(([variable]) => !(variable in OTHERWISE));
    const given = expected.map(([variable]) => [variable, inCompose(found?.variables[variable] ?? 'nothing')]);
    if (!name.startsWith('chain-')) expect([name, ...given]).toEqual([name, ...expected]);
  }
});

testWithTools('every variable that docker-compose.yml names can be given', () => {
  const given = new Set(
    NAMES.flatMap((name) =>
      chart(name)
        .containers()
        .flatMap((each) => Object.keys(each.variables)),
    ),
  );
  const named = Object.entries(services()).flatMap(([name, { environment }]) =>
    NOT_IN_IT.includes(name) ? [] : Object.keys(environment),
  );
  expect(named.filter((name) => !given.has(name))).toEqual([]);
});

/** What a platform with real chains and venues needs beside the keys that are made: the guide says so. */
const OF_THE_OPERATOR = ['identity SMTP_URL', 'wallet ARBITRUM_RPC_URL', 'wallet POLYGON_RPC_URL'];

describe('the Secrets that deploy/kubernetes-secrets.sh makes', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chart-secrets-'));
    await promisify(execFile)(join(root, 'deploy/kubernetes-secrets.sh'), ['make', folder]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The settings that a process lacks, with the file of its Secret. */
  async function lacking(of: string): Promise<string[]> {
    const processes = chart(of)
      .containers()
      .flatMap((each) => (each.container.name.startsWith('chain-') ? [] : [each]));
    const found = await Promise.all(
      processes.map(async ({ component, container, variables }) => {
        const program = container.name.startsWith('feed-') ? 'feed' : component;
        const made = parseEnv(await readFile(join(folder, program, 'environment'), 'utf8'));
        const outcome = z.object(await settingsOf(program)).safeParse({ ...made, ...variables });
        return (outcome.error?.issues ?? []).map(({ path }) => `${program} ${path.join('.')}`);
      }),
    );
    return found.flat().toSorted();
  }

  testWithTools('have all that processes beside the sandbox read', async () => {
    expect(await lacking('values-one-machine.yaml')).toEqual([]);
  });

  testWithTools('beside real chains lack what only their operator knows', async () => {
    expect(await lacking('values-three-zones.yaml')).toEqual(OF_THE_OPERATOR);
  });

  testWithTools('have every file that a process is told of', () => {
    for (const { component, container, variables } of chart('all that is optional').containers()) {
      const program = container.name.startsWith('feed-') ? 'feed' : component;
      const files = Object.values(variables).flatMap((value) => [...value.matchAll(/\/run\/keys\/([\w.-]+)/g)]);
      const absent = files.filter(([, file = '']) => !existsSync(join(folder, program, file)));
      expect([program, absent]).toEqual([program, []]);
    }
    expect(existsSync(join(folder, 'sandbox', 'sandbox.json'))).toBe(true);
  });

  testWithTools('are never made again over those that are there', async () => {
    const again = promisify(execFile)(join(root, 'deploy/kubernetes-secrets.sh'), ['make', folder]);
    await expect(again).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/has keys already/) });
  });
});

/** The settings of a program, from the module that declares them. */
async function settingsOf(program: string): Promise<z.ZodRawShape> {
  const module = z.record(z.string(), z.string()).parse(SETTINGS)[program];
  const declared: Record<string, unknown> = await import(join(root, module ?? ''));
  return z.record(z.string(), z.instanceof(z.ZodType)).parse(declared['settings']);
}

testWithTools('what a process keeps is in a volume, and the cache of objects in a folder below one', () => {
  for (const { container, variables } of chart().containers()) {
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
    for (const name of ['DATA_DIR', 'FEED_SOCKET', 'OBJECT_CACHE_DIR'])
      if (variables[name] !== undefined)
        expect([name, mounts.some((mount) => `${variables[name]}/`.startsWith(`${mount}/`))]).toEqual([name, true]);
    expect(mounts).not.toContain(variables['OBJECT_CACHE_DIR']);
  }
});

testWithTools(
  'before an upgrade each database is migrated by a program that is bundled, with the keys of its service alone',
  () => {
    const jobs = chart()
      .all('Job')
      .map(({ metadata, spec }) => ({ metadata, pod: templateSchema.parse(spec).template.spec }));
    const kept = ['identity', 'wallet', 'context', 'runtime', 'execution'];
    expect(jobs.flatMap(({ pod }) => pod.containers.map(({ name }) => name))).toEqual(kept);
    for (const { metadata, pod } of jobs) {
      expect(metadata).toMatchObject({ annotations: { 'helm.sh/hook': 'pre-upgrade' } });
      const [
        {
          name,
          args: [program = ''],
        } = { name: '', args: [] },
      ] = pod.containers;
      expect(readText('bundler/src/entries.ts')).toContain(`'${basename(program, '.js')}':`);
      expect(pod.volumes).toEqual([
        { name: 'keys', secret: { secretName: `trading-platform-${name}`, defaultMode: 0o440 } },
      ]);
    }
  },
);

testWithTools('the runtime service is told of the pods of strategies what it reads, and reaches them', () => {
  const optional = chart('all that is optional');
  const runtime = optional.containers().find(({ container }) => container.name === 'runtime');
  const { RUNNER, KUBERNETES_NAMESPACES, KUBERNETES_PODS = '' } = runtime?.variables ?? {};
  expect([RUNNER, KUBERNETES_NAMESPACES]).toEqual(['kubernetes', 'runs,proxies']);
  const { services: ours, backtests, bots } = podsSchema.parse(JSON.parse(KUBERNETES_PODS));
  expect(optional.workloads().get('runtime')?.labels).toMatchObject(ours.labels);
  expect(backtests).toMatchObject({
    ...{ namespace: 'runs', runtimeClassName: 'gvisor', imagePullSecrets: ['registry'], processorMilli: 500 },
    ...{ image: runtime?.container['image'], labels: { 'kueue.x-k8s.io/queue-name': 'backtests' } },
  });
  expect(bots).toEqual({ ...backtests, storage: '4Gi', memoryMebibytes: 2_048 });
  const policy = optional.all('NetworkPolicy').find(({ metadata }) => componentOf(metadata) === 'runtime');
  expect(JSON.stringify(policy?.spec)).toContain('"port":7443');
});

testWithTools('what probes ask is there', () => {
  for (const { container } of [...chart().containers(), ...chart('the standard values').containers()]) {
    const ports = new Set(container.ports.flatMap(({ name, containerPort }) => [name, containerPort]));
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe']
      .flatMap((kind) => container[kind] ?? [])
      .map(Object);
    expect([container.name, probes.length > 0]).toEqual([container.name, true]);
    for (const { httpGet, tcpSocket, grpc, exec } of probes) {
      const port = (httpGet ?? tcpSocket ?? grpc)?.port;
      if (exec === undefined) expect([container.name, ports.has(port)]).toEqual([container.name, true]);
      else
        expect([exec.command[0], existsSync(join(root, exec.command[1])), exec.command[1]]).toEqual([
          ...['node', true, 'supervisor/dist/healthy/main.js'],
        ]);
    }
  }
});

testWithTools('gRPC is asked by a name of all pods, and only the edge is shown outside', () => {
  const three = chart('values-three-zones.yaml');
  const headless = three.all('Service').filter(({ spec }) => spec?.['clusterIP'] === 'None');
  expect(headless.map(({ metadata }) => componentOf(metadata)).toSorted()).toEqual([
    ...['context', 'execution', 'identity', 'runtime', 'wallet'],
  ]);
  const addresses = three
    .containers()
    .flatMap(({ variables }) => Object.entries(variables))
    .filter(([name]) => name.endsWith('_GRPC_ADDRESS'));
  const names = headless.map(({ metadata }) => `${metadata.name}:50051`);
  expect(addresses.filter(([, address = '']) => !names.includes(address))).toEqual([]);
  expect(three.all('Ingress').map(({ metadata }) => componentOf(metadata))).toEqual(['edge']);
});

const REFUSED = [
  ['a value that it does not know', 'walet.replicas=2', /at '': additional properties 'walet' not allowed/],
  ['a number that is too small', 'edge.replicas=0', /at '\/edge\/replicas': minimum: got 0, want 1/],
  ['an address that is none', 'publicUrl=localhost', /at '\/publicUrl': 'localhost' does not match pattern/],
  ['a folder as the store of objects', 'objectStore.url=file:///objects', /at '\/objectStore\/url': .* does not match/],
  ['a variable that is no text', 'edge.extraEnv.PORT=3', /at '\/edge\/extraEnv\/PORT': got number, want string/],
  ['a secret', 'wallet.extraEnv.MONGODB_URI=x', /wallet\.extraEnv\.MONGODB_URI: is a secret: it belongs into/],
  [
    'half an identity provider',
    'identityProvider.issuer=x',
    /identityProvider: jwksUrl, issuer and audience go together/,
  ],
  [
    'pods of strategies without a namespace',
    'runtime.runner=kubernetes',
    /runtime\.strategies\.namespace: must name the namespace of strategies/,
  ],
  ['root', 'podSecurityContext.runAsNonRoot=false', /at '\/podSecurityContext\/runAsNonRoot': value must be true/],
  ['no limit of memory', 'edge.resources.limits=null', /at '\/edge\/resources': missing property 'limits'/],
] as const;
testWithTools.each(REFUSED)('%s is refused in a sentence', async (_what, given, why) => {
  const outcome = await tools?.helm(['template', RELEASE, join(root, CHART), '--set', given]);
  expect(outcome).toEqual({ succeeded: false, output: expect.stringMatching(why) });
});

testWithTools('an object that the API does not know is a fault', async () => {
  const wrong = { ...objectOf(chart(), 'Service'), spec: { portz: [] } };
  const outcome = await tools?.conforms(await chart().write('wrong.yaml', wrong));
  expect(outcome).toMatchObject({ succeeded: false, output: expect.stringContaining("'portz' not allowed") });
});

function objectOf(of: RenderedChart, kind: string): ChartObject {
  const [found] = of.all(kind);
  if (found === undefined) throw new Error(`there is no ${kind}`);
  return found;
}
