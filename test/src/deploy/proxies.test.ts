/** What the chart gives to the proxies of bots with real money, whose pods the runtime service makes. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { podsSchema, proxySetOf } from '@platform/runtime-service/kubernetes-testing';
import { z } from 'zod';
import { root } from '../structure/repository.js';
import { CHART, componentOf, RELEASE, RenderedChart } from './chart.js';
import { provideTools } from './tools.js';

const tools = await provideTools('what the chart gives to proxies');
const testWithTools = tools === undefined ? test.skip : test;
const RENDER_MS_MAX = 60_000;
/** The least that an operator says. */
const ENABLED = [
  ...['--namespace', 'platform', '--set', 'features.managedLive=true,runtime.runner=kubernetes'],
  ...['--set', 'runtime.strategies.namespace=runs,runtime.strategies.bots.enabled=true'],
  ...['--set', 'runtime.strategies.proxies.enabled=true'],
];
const SETS = {
  'beside strategies': ENABLED,
  'in a namespace of their own': [
    ...[...ENABLED, '--set', 'runtime.strategies.proxies.namespace=proxies,imagePullSecrets[0].name=registry'],
    ...['--set', 'runtime.strategies.runtimeClassName=gvisor,runtime.strategies.nodeSelector.pool=strategies'],
    ...['--set', 'runtime.strategies.processorMilli=4000,runtime.strategies.proxies.nodeSelector.pool=money'],
    ...['--set', 'runtime.strategies.proxies.venue.to[0].ipBlock.cidr=192.0.2.0/24'],
    ...['--set', 'runtime.strategies.proxies.storageClassName=fast,grpc.tls.enabled=false'],
  ],
} as const;
const NAMESPACES = { 'beside strategies': 'runs', 'in a namespace of their own': 'proxies' } as const;
type Name = keyof typeof SETS;
const NAMES = ['beside strategies', 'in a namespace of their own'] as const satisfies readonly Name[];
const rendered = new Map<Name, RenderedChart>();

beforeAll(async () => {
  if (tools === undefined) return;
  for (const name of NAMES) rendered.set(name, await RenderedChart.of(tools, SETS[name]));
}, RENDER_MS_MAX);
afterAll(async () => {
  for (const each of rendered.values()) await each[Symbol.asyncDispose]();
});

/** The chart, and what it tells the runtime service. */
function told(name: Name) {
  const chart = rendered.get(name);
  const { variables = {} } = chart?.containers().find(({ container }) => container.name === 'runtime') ?? {};
  const { KUBERNETES_PODS = '', KUBERNETES_NAMESPACES = '', VENUE_PROXY_ENVIRONMENT = '' } = variables;
  const { proxies, ...pods } = podsSchema.parse(JSON.parse(KUBERNETES_PODS));
  if (chart === undefined || proxies === undefined) throw new Error(`${name} is rendered, with proxies`);
  const environment = z.record(z.string(), z.string()).parse(JSON.parse(VENUE_PROXY_ENVIRONMENT));
  return { chart, pods, proxies, environment, namespaces: KUBERNETES_NAMESPACES.split(',') };
}

/** The set of a proxy as the runtime service makes it of what it is told. */
function setOf(name: Name) {
  const parts = { installation: RELEASE, holder: ['node', 'holder.js'], program: 'proxy.js' } as const;
  return proxySetOf({ venue: 'hyperliquid', accountDigest: 'a' }, { ...parts, values: told(name).proxies });
}

const labelsSchema = z.record(z.string(), z.string());
const peerSchema = z.looseObject({
  namespaceSelector: z.object({ matchLabels: labelsSchema }).optional(),
  podSelector: z.object({ matchLabels: labelsSchema }).optional(),
});
const ruleSchema = z.looseObject({
  from: z.array(peerSchema).default([]),
  to: z.array(peerSchema).default([]),
  ports: z.array(z.object({ port: z.int(), protocol: z.string() })),
});
type Peer = z.output<typeof peerSchema>;

/** Whether a peer of a policy is these pods of that namespace; one without a namespace is of the policy's own. */
function isPeer(peer: Peer, namespace: string, labels: Readonly<Record<string, string>>): boolean {
  const isIn = (wanted: Readonly<Record<string, string>>, has: Readonly<Record<string, string>>) =>
    Object.entries(wanted).every(([label, value]) => has[label] === value);
  const { namespaceSelector, podSelector } = peer;
  if (podSelector === undefined || namespaceSelector === undefined) return false;
  return (
    isIn(namespaceSelector.matchLabels, { 'kubernetes.io/metadata.name': namespace }) &&
    isIn(podSelector.matchLabels, labels)
  );
}

function rulesOf(chart: RenderedChart, component: string, direction: 'ingress' | 'egress') {
  const policy = chart.all('NetworkPolicy').find(({ metadata }) => componentOf(metadata) === component);
  return z.array(ruleSchema).parse(policy?.spec?.[direction]);
}

testWithTools.each(NAMES)('%s they have one key and the files that they are told of, and no key else', (name) => {
  const { proxies, environment } = told(name);
  const files = Object.values(environment).filter((value) => value.startsWith('/'));
  expect(files).toContain('/run/keys/venue-proxy.jwk.json');
  const mounted = proxies.secrets.map(({ mountPath }) => mountPath);
  expect([...new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))))].toSorted()).toEqual(
    mounted.toSorted(),
  );
  const secrets = ['trading-platform-venue-proxy', 'trading-platform-grpc-tls'];
  expect(proxies.secrets.map(({ secretName }) => secretName)).toEqual(secrets.slice(0, mounted.length));
  const pod = setOf(name).spec?.template.spec;
  expect(pod?.volumes?.flatMap(({ secret }) => secret?.secretName ?? [])).toEqual([
    setOf(name).metadata?.name,
    ...secrets.slice(0, mounted.length),
  ]);
});

testWithTools('they are placed for themselves: what is said of strategies is not said of them', () => {
  const { proxies, pods } = told('in a namespace of their own');
  expect(proxies).toMatchObject({
    ...{ namespace: 'proxies', image: pods.backtests.image, imagePullSecrets: ['registry'] },
    ...{ storage: '256Mi', storageClassName: 'fast', nodeSelector: { pool: 'money' }, processorMilli: 50 },
  });
  expect(proxies).not.toHaveProperty('runtimeClassName');
  expect(told('beside strategies').proxies).toMatchObject({ namespace: 'runs', nodeSelector: {} });
  // bubblewrap, which it forbids, runs beside strategies alone.
  expect(setOf('beside strategies').spec?.template.spec?.securityContext?.seccompProfile).toEqual({
    type: 'RuntimeDefault',
  });
});

testWithTools.each(NAMES)('%s the runtime service may make them, and Jobs only where strategies run', (name) => {
  const { chart, namespaces } = told(name);
  expect(namespaces).toEqual([...new Set(['runs', NAMESPACES[name]])]);
  const roles = chart.all('Role').map(({ metadata, ...role }) => ({
    namespace: metadata.namespace,
    rules: z.array(z.object({ resources: z.array(z.string()), verbs: z.array(z.string()) })).parse(role['rules']),
  }));
  expect(roles.map(({ namespace }) => namespace)).toEqual(namespaces);
  expect(chart.all('RoleBinding').map(({ metadata }) => metadata.namespace)).toEqual(namespaces);
  for (const { namespace, rules } of roles) {
    const verbs = new Map(rules.map((rule) => [rule.resources.join(), rule.verbs]));
    expect(verbs.has('jobs')).toBe(namespace === 'runs');
    expect(verbs.get('statefulsets')).toEqual(['create', 'get', 'list', 'update', 'delete']);
    expect(verbs.get('secrets')).toEqual(['create', 'get', 'delete']);
    expect(verbs.get('networkpolicies')).toEqual(['create', 'update']);
  }
});

testWithTools.each(NAMES)('%s the wallet service lets them in, and no other pod from there', (name) => {
  const { chart } = told(name);
  const labels = labelsSchema.parse(setOf(name).spec?.template.metadata?.labels);
  const lets = (from: string, pod: Readonly<Record<string, string>>) =>
    rulesOf(chart, 'wallet', 'ingress')
      .filter((rule) => rule.from.some((peer) => isPeer(peer, from, pod)))
      .flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(lets(NAMESPACES[name], labels)).toEqual([50_051]);
  expect(lets('elsewhere', labels)).toEqual([]);
  expect(lets(NAMESPACES[name], { ...labels, 'app.kubernetes.io/component': 'bots' })).toEqual([]);
  expect(lets(NAMESPACES[name], { ...labels, 'trading-platform/installation': 'another' })).toEqual([]);
  const reached = rulesOf(chart, 'runtime', 'egress').filter(({ to }) =>
    to.some((peer) => isPeer(peer, NAMESPACES[name], labels)),
  );
  expect(reached.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([7_443]);
});

testWithTools.each(NAMES)('%s they reach names, the wallet service and the venue', async (name) => {
  const { chart, proxies, environment } = told(name);
  const wallet = labelsSchema.parse(chart.workloads().get('wallet')?.labels);
  const rules = z.array(ruleSchema).parse(proxies.egress);
  const [names, walletRule, venue, ...others] = rules;
  expect(others).toEqual([]);
  expect(names?.ports.map(({ protocol, port }) => `${protocol} ${port}`)).toEqual(['UDP 53', 'TCP 53']);
  expect(walletRule?.to.map((peer) => isPeer(peer, 'platform', wallet))).toEqual([true]);
  expect(walletRule?.ports).toEqual([{ protocol: 'TCP', port: 50_051 }]);
  expect(venue?.ports).toEqual([{ protocol: 'TCP', port: 443 }]);
  const isNarrow = name === 'in a namespace of their own';
  const outside = { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) };
  expect(venue?.to).toEqual([{ ipBlock: isNarrow ? { cidr: '192.0.2.0/24' } : outside }]);
  // From another namespace a service is found by the whole name alone.
  const headless = chart.all('Service').map(({ metadata }) => `${metadata.name}.${metadata.namespace}.svc:50051`);
  expect(headless).toContain(environment['WALLET_GRPC_ADDRESS']);
  const policy = {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'proxies' } },
    spec: { podSelector: {}, policyTypes: ['Egress'], egress: proxies.egress },
  };
  expect(await tools?.conforms(await chart.write('proxies.yaml', policy))).toMatchObject({ succeeded: true });
});

testWithTools('without them nothing is said of them', async () => {
  if (tools === undefined) return;
  const off = [...ENABLED, '--set', 'runtime.strategies.proxies.enabled=false'];
  await using chart = await RenderedChart.of(tools, off);
  const runtime = chart.containers().find(({ container }) => container.name === 'runtime');
  expect(JSON.parse(runtime?.variables['KUBERNETES_PODS'] ?? '')).not.toHaveProperty('proxies');
  expect(await readFile(chart.file, 'utf8')).not.toMatch(/component: proxies|\.svc:50051/);
});

const REFUSED = [
  ['without bots in pods', 'runtime.strategies.bots.enabled=false', /takes runtime\.strategies\.bots\.enabled/],
  ['where strategies have no pods', 'runtime.runner=process', /with runtime\.runner kubernetes: only bots in pods ask/],
  ['without real money', 'features.managedLive=false', /takes features\.managedLive: without it there are no bots/],
  [
    "in the release's namespace",
    'runtime.strategies.proxies.namespace=platform',
    /must not be the release's own, in which `runtime` would then read the Secrets of all processes/,
  ],
  ['with a claim of nothing', 'runtime.strategies.proxies.storage=0Mi', /'0Mi' does not match pattern/],
  ['with a Secret without a name', 'runtime.strategies.proxies.existingSecret=', /existingSecret': '' does not match/],
] as const;
testWithTools.each(REFUSED)('they are refused %s in a sentence', async (_how, given, why) => {
  const outcome = await tools?.helm(['template', RELEASE, join(root, CHART), ...ENABLED, '--set', given]);
  expect(outcome).toEqual({ succeeded: false, output: expect.stringMatching(why) });
});

/** In place of kubectl: notes what it is told, and passes on what is read. */
const KUBECTL = '#!/bin/sh\necho "$@" >> "$NOTES"\n';

test('their key alone is put where they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proxies-secret-'));
  try {
    const keys = join(folder, 'keys');
    await mkdir(join(keys, 'runtime'), { recursive: true });
    for (const file of ['venue-proxy.jwk.json', 'workload.jwk.json', 'environment'])
      await writeFile(join(keys, 'runtime', file), file);
    await writeFile(join(folder, 'kubectl'), KUBECTL);
    await chmod(join(folder, 'kubectl'), 0o700);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, NOTES: join(folder, 'notes') };
    const script = join(root, 'deploy/kubernetes-secrets.sh');
    await promisify(execFile)(script, ['put-proxies', keys, '--namespace=proxies'], { env });
    const said = (await readFile(join(folder, 'notes'), 'utf8')).split('\n').filter((line) => line.includes('create'));
    expect(said).toEqual([
      expect.stringMatching(/^--namespace=proxies create secret generic trading-platform-venue-proxy --from-file=\S+ /),
    ]);
    expect(said[0]?.match(/--from-file=(\S+)/)?.[1]).toBe(join(keys, 'runtime', 'venue-proxy.jwk.json'));
  } finally {
    await rm(folder, { recursive: true });
  }
});
