import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import { createGrpcClient, type GrpcClient, type GrpcServer, startGrpcServer } from '@platform/rpc/grpc';
import type { Connection } from '@platform/store/mongo';
import { addBot, type BotChanges, startCluster, type TestCluster } from '../../bots/workloads/kubernetes.fixture.js';
import { KubernetesWorkloadReader } from '../../bots/workloads/kubernetes-workload-reader.js';
import { buildDomain, emptyDatabase, openDatabase } from '../../domain.fixture.js';
import { exported, ID } from '../../legacy/deployments/export.fixture.js';
import { importLegacyDeployments } from '../../legacy/deployments/import.js';
import { runtimeAccess, runtimeHandlers } from '../../server.js';
import { created } from '../actions/deployments.fixture.js';

const { workload } = exported;
/** The workload that the export names. */
const BOT: BotChanges = { uid: workload.uid, labels: workload.labels };
const INSTANCE = 'app.kubernetes.io/instance';
const POD = 'deploy-3f0c-5d-x2';
const UNSUPPORTED = 'unsupported_runtime_record';

let connection: Connection;
let tokens: TestTokens;
let cluster: TestCluster;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let server: GrpcServer<RuntimeServiceDefinition>;
let client: GrpcClient<RuntimeServiceDefinition>;
let logged: string;

const clock = new ManualClock(Date.parse('2025-02-03T12:00:00Z'));
const logger = createLogger(
  { process: 'test', level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

beforeAll(async () => {
  connection = await openDatabase('legacy_deployments');
  tokens = await createTestTokens(systemClock);
});

beforeEach(async () => {
  await emptyDatabase(connection);
  logged = '';
  cluster = await startCluster();
  await serve('bots');
});

afterEach(async () => {
  await stopServing();
  await cluster.close();
});

afterAll(async () => {
  await tokens.remove();
  await connection.close();
});

/** The service, which reads these namespaces alone. */
async function serve(...namespaces: readonly string[]): Promise<void> {
  const workloads = { reader: new KubernetesWorkloadReader(cluster.address), namespaces: new Set(namespaces) };
  domain = await buildDomain(connection, { clock, logger, workloads });
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...runtimeService, access: runtimeAccess, handlers: runtimeHandlers(domain) },
    verifier: tokens.verifier('runtime'),
    logger,
  });
  client = createGrpcClient(runtimeService.definition, `127.0.0.1:${server.port}`);
}

async function stopServing(): Promise<void> {
  client.close();
  await server.close();
  await domain.workers.close();
}

async function bringIn(changes: object = {}): Promise<void> {
  const report = { onRefused: (_line: number, problem: string) => expect(problem).toBe(''), onAmbiguous: () => {} };
  await importLegacyDeployments([JSON.stringify({ ...exported, ...changes })], { connection, clock, report });
}

const as = async (caller: Caller = testUser('acc_1')) => ({
  token: await tokens.mint(caller, 'runtime'),
  requestId: 'r1',
});
const read = async (ids: readonly string[] = [ID], caller?: Caller) =>
  client.batchGetDeployments({ ids: [...ids] }, await as(caller));
const readLogs = async (request: { limit?: number; sinceMs?: number } = {}, caller?: Caller) =>
  client.getDeploymentLogs({ id: ID, limit: 200, ...request }, await as(caller));

describe('a legacy deployment whose workload verifies', () => {
  beforeEach(async () => {
    await bringIn();
    addBot(cluster, BOT);
  });

  test('is read by its id among others, with what was imported and is observed, and nothing made up', async () => {
    const own = await created(domain, 'acc_1', 'own');
    const { deployments, unread } = await read([ID, 'unknown', own._id, 'dpl_01k0000000000000000000000a']);
    expect(unread).toEqual([]);
    expect(deployments.map(({ id }) => id)).toEqual([ID, own._id]);
    expect(deployments[0]).toEqual({
      ...{ id: ID, name: 'Dip buyer', status: 'running', mode: 'paper', venue: 'hyperliquid' },
      framework: { id: 'freqtrade' },
      ...{ symbols: ['BTC/USDC:USDC'], canonicalSymbols: [] },
      codeSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      ...{ credentials: null, venueAccount: null, venueSetup: null, mandate: null, error: null, metrics: null },
      health: { restarts: 2, differences: [] },
      createdAtMs: Date.parse(exported.created_at),
      startedAtMs: Date.parse('2025-02-02T10:00:05Z'),
    });
  });

  test('is observed for each read, and nothing of that is kept', async () => {
    const stored = () => connection.collection('legacy_deployments').find().toArray();
    const before = await stored();
    await read();
    cluster.pods.length = 0;
    expect((await read()).deployments).toMatchObject([{ status: 'starting', health: { restarts: 0 } }]);
    expect(await stored()).toEqual(before);
    expect(await connection.collection('deployments').countDocuments()).toBe(0);
  });

  test('shows the lines that its pod logged, of the last seven days', async () => {
    const lines = [
      '2025-01-27T11:59:59.999999999Z too old',
      '2025-01-27T12:00:00.000000000Z kept',
      '2025-02-03T11:00:00.000000001Z Bot heartbeat. state=RUNNING',
    ];
    cluster.logs.set(POD, lines.join('\n'));
    expect(await readLogs()).toEqual({ logs: lines.slice(1) });
    expect(await readLogs({ limit: 1 })).toEqual({ logs: lines.slice(2) });
    expect(await readLogs({ sinceMs: Date.parse('2025-02-03T00:00:00Z') })).toEqual({ logs: lines.slice(2) });
    await expect(readLogs({ limit: 5_001 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is one that does not exist for any other account, and asks the cluster nothing for it', async () => {
    const other = testUser('acc_2');
    expect(await read([ID], other)).toEqual({ deployments: [], unread: [] });
    await expect(readLogs({}, other)).rejects.toMatchObject({ code: 'deployment_not_found' });
    await expect(client.stopDeployment({ id: ID }, await as(other))).rejects.toMatchObject({
      code: 'deployment_not_found',
    });
    expect(cluster.asked).toEqual([]);
  });

  test('is in no list and no count, and allows nothing but reads', async () => {
    const call = await as();
    expect((await client.listDeployments({ statuses: [], limit: 10 }, call)).deployments).toEqual([]);
    expect((await client.haltDeployments({ mode: 'stop' }, call)).deployments).toEqual([]);
    expect((await client.getUsage({}, call)).usage).toMatchObject({ runningDeployments: 0 });
    const acknowledged = {
      allowUnscopedCredential: false,
      acknowledgeWithdrawalRisk: false,
      acknowledgeNotRecommended: false,
    };
    const refused = [
      () => client.startDeployment({ id: ID, expiry: null }, call),
      () => client.stopDeployment({ id: ID }, call),
      () => client.updateDeployment({ id: ID, name: 'Another name', expiry: null }, call),
      () => client.deleteDeployment({ id: ID, positionsAcknowledged: true }, call),
      () => client.attachDeploymentCredentials({ id: ID, ...acknowledged }, call),
      () => client.listDeploymentTrades({ id: ID, limit: 10 }, call),
      () => client.getDeploymentEquity({ id: ID }, call),
      () => client.startDeploymentParity({ id: ID }, call),
      () => client.getDeploymentParity({ id: ID }, call),
    ];
    for (const each of refused) await expect(each()).rejects.toMatchObject({ code: UNSUPPORTED });
    expect(cluster.asked).toEqual([]);
  });
});

describe('a legacy deployment can not be read', () => {
  /** Its owner is told no more than that, and the operator why. */
  async function expectRefused(reason: string): Promise<void> {
    expect(await read()).toEqual({ deployments: [], unread: [{ id: ID, code: UNSUPPORTED }] });
    await expect(readLogs()).rejects.toMatchObject({ code: UNSUPPORTED, details: undefined });
    expect(logged).toContain(reason);
  }

  test.each<[string, BotChanges, string]>([
    ['without its workload', { name: 'other', labels: { bot: 'other' } }, 'no workload has its labels'],
    ['whose workload lacks a label', { labels: {} }, 'no workload has its labels'],
    ['whose workload has another value of a label', { labels: { [INSTANCE]: 'x' } }, 'no workload has its labels'],
    ['whose workload is in another namespace', { namespace: 'others' }, 'no workload has its labels'],
    ['whose name is that of another workload by now', { uid: 'uid-9' }, 'another workload has its name'],
    ['whose labels are those of another name', { name: 'other' }, 'its workload has another name'],
    ['whose workload has several replicas', { replicas: 2 }, 'several workloads'],
  ])('%s', async (_what, changes, reason) => {
    await bringIn();
    addBot(cluster, { ...BOT, ...changes });
    await expectRefused(reason);
  });

  test('with labels that another workload has too', async () => {
    await bringIn();
    addBot(cluster, BOT);
    addBot(cluster, { ...BOT, name: 'twin', uid: 'uid-2' });
    await expectRefused('several workloads');
  });

  test('in a namespace that is not named, although its workload is there', async () => {
    await bringIn();
    addBot(cluster, BOT);
    await stopServing();
    await serve();
    await expectRefused('its namespace is not read');
    await stopServing();
    await serve('bot', 'bots2');
    await expectRefused('its namespace is not read');
    expect(cluster.asked).toEqual([]);
  });

  test('while it is ambiguous', async () => {
    await bringIn({ workload: { ...workload, uid: null } });
    addBot(cluster, BOT);
    await expectRefused('it is ambiguous');
    expect(cluster.asked).toEqual([]);
  });
});

describe('a cluster that can not say', () => {
  beforeEach(async () => {
    await bringIn();
    addBot(cluster, BOT);
  });

  test.each([401, 403, 410, 500, 'no_json', 'endless'] as const)(
    'is told as unavailable where it answers %s',
    async (kind) => {
      cluster.fault = { on: /deployments$/, kind };
      const code = 'service_unavailable';
      expect(await read()).toEqual({ deployments: [], unread: [{ id: ID, code }] });
      await expect(readLogs()).rejects.toMatchObject({ code });
    },
  );

  test('is told as unavailable after its token was revoked, and the log does not hold the token', async () => {
    expect((await read()).deployments).toHaveLength(1);
    await cluster.revokeToken();
    expect((await read()).unread).toEqual([{ id: ID, code: 'service_unavailable' }]);
    expect(logged).toContain('can not be looked at');
    expect(logged).not.toMatch(/canary-token|another/);
  });

  test("keeps none of the account's own deployments from being read", async () => {
    const own = await created(domain, 'acc_1', 'own');
    cluster.fault = { on: /./, kind: 500 };
    const { deployments, unread } = await read([own._id, ID]);
    expect(deployments.map(({ id }) => id)).toEqual([own._id]);
    expect(unread).toEqual([{ id: ID, code: 'service_unavailable' }]);
  });

  test('whose log is too long says so', async () => {
    cluster.fault = { on: /log$/, kind: 'endless' };
    await expect(readLogs()).rejects.toMatchObject({
      ...{ code: 'response_too_large', details: { maximum_bytes: 4_194_304 } },
    });
  });
});
