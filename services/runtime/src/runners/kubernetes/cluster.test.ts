import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Clock, systemClock } from '@platform/kit/clock';
import { Cluster, type PodEvent } from './cluster.js';
import { Expired } from './connection.js';

/** How an API server answers one request: a status with a body, or by cutting the connection. */
type Answer = { readonly status: number; readonly body?: unknown; readonly retryAfter?: string } | 'cut';

const JOB = { metadata: { name: 'run-1' }, spec: { template: {} } };
const LABELS = 'app.kubernetes.io/managed-by=trading-platform';
const refusal = (code: number, reason: string): Answer => ({
  ...{ status: code, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message: reason, code } },
});
const podOf = (version: string, phase: string) => ({
  metadata: { name: 'run-1-x', namespace: 'runs', uid: 'u', resourceVersion: version, labels: {} },
  status: { phase, podIP: '10.0.0.7' },
});

/** Real time, but for its pauses, which are only noted. */
const pauses: number[] = [];
const clock: Clock = {
  ...systemClock,
  sleep: async (durationMs) => {
    pauses.push(durationMs);
  },
};

let folder: string;
let server: Server;
let cluster: Cluster;
/** What is asked, and what is answered in turn; then a 404. */
const asked: { readonly method: string; readonly path: string; readonly body: string; readonly token: string }[] = [];
const answers: Answer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  const [tokenFile, caFile] = [join(folder, 'token'), join(folder, 'ca.crt')];
  await writeFile(tokenFile, 'canary');
  await writeFile(caFile, rootCertificates[0] ?? '');
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a socket in the file system.
  const { port } = server.address() as AddressInfo;
  cluster = await Cluster.open({ url: `http://127.0.0.1:${port}`, namespace: 'runs', tokenFile, caFile }, clock);
});
beforeEach(() => {
  for (const list of [asked, answers, pauses]) list.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request.setEncoding('utf8') as AsyncIterable<string>) body += piece;
  const { method = '', url = '', headers } = request;
  asked.push({ method, path: url, body, token: headers.authorization ?? '' });
  const next = answers.shift() ?? refusal(404, 'NotFound');
  if (next === 'cut') {
    request.socket.destroy();
    return;
  }
  const { status, body: said, retryAfter } = next;
  response.writeHead(status, {
    ...{ 'content-type': 'application/json' },
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  });
  response.end(typeof said === 'string' ? said : JSON.stringify(said ?? {}));
}

test('a busy server is asked again after as long as it says, and one that is away after a pause', async () => {
  answers.push({ ...refusalOf(429), retryAfter: '7' }, refusal(503, 'ServiceUnavailable'), 'cut');
  answers.push({ status: 201, body: { ...JOB, metadata: { name: 'run-1', uid: 'u-1' } } });
  expect(await cluster.createJob(JOB)).toBe('u-1');
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 4 }, () => 'POST /apis/batch/v1/namespaces/runs/jobs'),
  );
  expect(pauses[0]).toBe(7_000);
  expect(pauses.slice(1)).toEqual([500, 1_000]);
  expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer canary']));
});

const refusalOf = (status: number) => ({ status, body: { kind: 'Status', code: status } });

test('an object that is there already is the one that was made', async () => {
  answers.push(refusal(409, 'AlreadyExists'), { status: 200, body: { metadata: { name: 'run-1', uid: 'u-first' } } });
  expect(await cluster.createJob(JOB)).toBe('u-first');
});

test('a refusal is told at once', async () => {
  answers.push(refusal(403, 'Forbidden'));
  await expect(cluster.createJob(JOB)).rejects.toMatchObject({
    ...{ code: 403, message: 'the cluster refuses (403): Forbidden' },
  });
  expect([asked.length, pauses.length]).toEqual([1, 0]);
});

test('whether a job would be taken is asked without making one', async () => {
  answers.push({ status: 201, body: JOB });
  await cluster.tryJob(JOB);
  expect(asked.map(({ path }) => path)).toEqual(['/apis/batch/v1/namespaces/runs/jobs?dryRun=All']);
});

test('a policy that is there already is made to say what is wanted now', async () => {
  const policy = { metadata: { name: 'runs-1' }, spec: { podSelector: {} } };
  answers.push(refusal(409, 'AlreadyExists'), { status: 200, body: policy });
  await cluster.createPolicy(policy);
  const path = '/apis/networking.k8s.io/v1/namespaces/runs/networkpolicies';
  expect(asked.map((each) => `${each.method} ${each.path}`)).toEqual([`POST ${path}`, `PUT ${path}/runs-1`]);
});

test('what is removed is removed by its uid, and what is gone or another is left alone', async () => {
  answers.push({ status: 200, body: {} }, refusal(404, 'NotFound'));
  await cluster.removeRun('run-1', 'u-1');
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /apis/batch/v1/namespaces/runs/jobs/run-1',
    'DELETE /api/v1/namespaces/runs/secrets/run-1',
  ]);
  // Beside a body, the server reads no query.
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
    ...{ preconditions: { uid: 'u-1' }, propagationPolicy: 'Background' },
  });
  answers.push(refusal(409, 'Conflict'), refusal(404, 'NotFound'));
  await cluster.removeRun('run-1', 'u-1');
});

test('pods are listed by pages, and watched from there', async () => {
  const page = (rest: string | undefined, version: string) => ({
    status: 200,
    body: { metadata: { resourceVersion: '30', ...(rest && { continue: rest }) }, items: [podOf(version, 'Pending')] },
  });
  answers.push(page('more', '7'), page(undefined, '8'));
  const { pods, version } = await cluster.listPods(LABELS);
  expect([pods.length, version]).toEqual([2, '30']);
  const events = [
    { type: 'MODIFIED', object: podOf('31', 'Running') },
    { type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: '40' } } },
    { type: 'DELETED', object: podOf('41', 'Running') },
  ];
  answers.push({ status: 200, body: events.map((event) => `${JSON.stringify(event)}\n`).join('') });
  const told: PodEvent[] = [];
  const watched = cluster.watchPods({ labelSelector: LABELS, version }, (event) => told.push(event), NEVER);
  await watched;
  expect(told.map(({ kind, version: at }) => [kind, at])).toEqual([
    ['there', '31'],
    ['bookmark', '40'],
    ['gone', '41'],
  ]);
  expect(asked.at(-1)?.path).toMatch(/resourceVersion=30&allowWatchBookmarks=true/);
});

const NEVER = new AbortController().signal;

test('a version that is too old is told as such, by a status and by an event', async () => {
  const watch = () => cluster.watchPods({ labelSelector: LABELS, version: '1' }, () => {}, NEVER);
  answers.push(refusal(410, 'Expired'));
  await expect(watch()).rejects.toThrow(Expired);
  const event = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } };
  answers.push({ status: 200, body: `${JSON.stringify(event)}\n` });
  await expect(watch()).rejects.toThrow(Expired);
  answers.push('cut');
  await expect(watch()).rejects.not.toThrow(Expired);
});

test('a watch ends by the signal', async () => {
  const closing = new AbortController();
  const watched = cluster.watchPods({ labelSelector: LABELS, version: '1' }, () => {}, closing.signal);
  closing.abort();
  await expect(watched).rejects.toThrow();
});
