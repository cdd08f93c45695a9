/** A server that speaks the part of Kubernetes' API that is read here, in the shapes of its reference (apps/v1, v1). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesAddress } from './kubernetes-api.js';

const TOKEN = 'canary-token';
/** Long enough for a busy machine. */
const TIMEOUT_MS = 5_000;

/** An object, as the API shows it. */
export interface KubernetesObject {
  readonly [field: string]: unknown;
  readonly metadata: {
    readonly [field: string]: unknown;
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** How the next answers go wrong: a status, an answer that never comes or never ends, or one that is no JSON. */
export type Fault = 401 | 403 | 404 | 410 | 429 | 500 | 'slow' | 'slow_body' | 'endless' | 'no_json' | 'redirect';

/** A cluster. */
export interface TestCluster {
  readonly address: KubernetesAddress;
  readonly deployments: KubernetesObject[];
  readonly replicasets: KubernetesObject[];
  readonly pods: KubernetesObject[];
  /** The text of each pod's log. */
  readonly logs: Map<string, string>;
  /** What was asked, with its query. */
  readonly asked: string[];
  /** While set, answers to paths that match go wrong. */
  fault: { readonly on: RegExp; readonly kind: Fault } | undefined;
  /** Replaces the token that the reader has, as a revoked one is. */
  revokeToken(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an empty cluster. */
export async function startCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, `${TOKEN}\n`);
  const server = createServer((request, response) => answer(cluster, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a socket in the file system.
  const { port } = server.address() as AddressInfo;
  const cluster: TestCluster = {
    address: { url: `http://127.0.0.1:${port}`, tokenFile, caFile: join(folder, 'ca.crt'), timeoutMs: TIMEOUT_MS },
    ...{ deployments: [], replicasets: [], pods: [], logs: new Map(), asked: [], fault: undefined },
    revokeToken: () => writeFile(tokenFile, 'another'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}

function answer(cluster: TestCluster, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://cluster');
  cluster.asked.push(`${request.method} ${url.pathname} ${decodeURIComponent(url.search)}`);
  if (request.headers.authorization !== `Bearer ${TOKEN}`) refuse(response, 401);
  else if (cluster.fault?.on.test(url.pathname)) fail(response, cluster.fault.kind);
  else serve(cluster, request.method ?? '', url, response);
}

function serve(cluster: TestCluster, method: string, url: URL, response: ServerResponse): void {
  const [, namespace = '', kind = '', name, verb] =
    /^\/(?:api|apis\/apps)\/v1\/namespaces\/([^/]+)\/(\w+)(?:\/([^/]+)\/(\w+))?$/.exec(url.pathname) ?? [];
  const lists: Readonly<Record<string, readonly KubernetesObject[]>> = {
    deployments: cluster.deployments,
    replicasets: cluster.replicasets,
    pods: cluster.pods,
  };
  const objects = lists[kind];
  if (method === 'GET' && verb === 'log') sendLog(cluster, name ?? '', url.searchParams, response);
  else if (method === 'GET' && objects !== undefined) sendList(objects, namespace, url.searchParams, response);
  else refuse(response, 404);
}

function sendList(
  objects: readonly KubernetesObject[],
  namespace: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const found = objects.filter(
    ({ metadata }) =>
      metadata.namespace === namespace && selects(query.get('labelSelector') ?? '', metadata.labels ?? {}),
  );
  const max = Number(query.get('limit') ?? '500');
  const rest =
    found.length > max ? { continue: 'eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ', remainingItemCount: found.length - max } : {};
  sendJson(response, 200, {
    kind: 'List',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7', ...rest },
    items: found.slice(0, max),
  });
}

function sendLog(cluster: TestCluster, pod: string, query: URLSearchParams, response: ServerResponse): void {
  const text = cluster.logs.get(pod);
  if (text === undefined) {
    refuse(response, 404);
    return;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const tail = lines.slice(-Number(query.get('tailLines') ?? lines.length));
  const since = Date.parse(query.get('sinceTime') ?? '1970-01-01T00:00:00Z');
  const isLater = (line: string) => !(Date.parse(line.split(' ')[0] ?? '') < since);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end(
    tail
      .filter(isLater)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

function selects(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector.split(',').every((part) => {
    const [key = '', value] = part.split('=');
    return labels[key] === value;
  });
}

function fail(response: ServerResponse, kind: Fault): void {
  if (typeof kind === 'number') refuse(response, kind);
  else if (kind !== 'slow') breakOff(response, kind);
}

function breakOff(response: ServerResponse, kind: Exclude<Fault, number | 'slow'>): void {
  response.writeHead(kind === 'redirect' ? 302 : 200, { location: '/elsewhere' });
  if (kind === 'slow_body') response.write('{"metadata"');
  if (kind === 'no_json') response.end('<html>');
  if (kind === 'redirect') response.end();
  if (kind === 'endless') flood(response);
}

/** Sends spaces, which JSON skips, until nobody reads them. */
function flood(response: ServerResponse): void {
  while (!response.destroyed && response.write(' '.repeat(65_536)));
  if (!response.destroyed) response.once('drain', () => flood(response));
}

/** As a Status object says it. */
function refuse(response: ServerResponse, code: number): void {
  sendJson(response, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'no', code });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Adds a bot as the older platform placed it: a deployment, its replica set and its pod. */
export function addBot(cluster: TestCluster, changes: BotChanges = {}): void {
  const { name = 'deploy-3f0c', namespace = 'bots', uid = 'uid-1', labels = { bot: 'deploy-3f0c' } } = changes;
  const { replicas = 1, isReady = true, restartCount = 2, hasPod = true } = changes;
  const selected = { app: name };
  const created = { namespace, creationTimestamp: '2025-02-02T10:00:00Z' };
  const ownedBy = (owner: string) => [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: owner, controller: true },
  ];
  cluster.deployments.push({
    metadata: { name, uid, labels: { ...selected, ...labels }, ...created },
    ...{ spec: { replicas, selector: { matchLabels: selected } }, status: { replicas } },
  });
  cluster.replicasets.push({
    metadata: { name: `${name}-5d`, uid: `${uid}-set`, labels: selected, ownerReferences: ownedBy(uid), ...created },
  });
  if (!hasPod) return;
  const pod = `${name}-5d-x2`;
  cluster.pods.push({
    metadata: { name: pod, uid: `${uid}-pod`, labels: selected, ownerReferences: ownedBy(`${uid}-set`), ...created },
    status: {
      phase: 'Running',
      startTime: '2025-02-02T10:00:05Z',
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
      containerStatuses: [
        {
          ...{ name: 'freqtrade', ready: isReady, restartCount, image: 'freqtrade' },
          state: isReady
            ? { running: { startedAt: '2025-02-03T10:00:00Z' } }
            : { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: restartCount === 0 ? {} : { terminated: { exitCode: 1 } },
        },
      ],
    },
  });
  cluster.logs.set(pod, '2025-02-03T10:00:00.000000001Z Bot heartbeat. state=RUNNING\n');
}

/** How a bot differs from one that runs. */
export interface BotChanges {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly replicas?: number;
  readonly isReady?: boolean;
  readonly restartCount?: number;
  readonly hasPod?: boolean;
}
