import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { legacyRoutes } from '@platform/rest-facade/legacy';
import { Deployments } from '../deployments/deployments.js';
import { CAPITAL_USD, LiveAccount, liveRequest } from '../deployments/live/account.js';
import { holder, NAUTILUS_TRADER } from '../deployments/strategies.js';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { readMarkets, restingIn, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';

/** The operations on deployments that published clients call, each against the same object on the unified surface. */

const TEST_MS_MAX = 400_000;
const rows = legacyRoutes.filter(({ path, operation }) => operation !== '' && /^\/v\d\/(paper-)?deployment/.test(path));

/** What clients send: no framework, no venue, no mode. */
const { code, config } = deploymentRequest('') as { code: string; config: object };
const published = { code, config: { ...config, exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] } } };

let platform: Platform;
let caller: Caller;
let stranger: Caller;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'older-deployer@example.com');
  stranger = await Caller.register(platform, 'older-stranger@example.com');
  deployments = await Deployments.of(caller);
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

async function made(path: string, body: object): Promise<Answer['body']> {
  const answer = await caller.send('POST', path, body);
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ status: 'pending', replicas: 1 })]);
  return answer.body;
}

/** Polls as clients do, until a status is read. */
function untilStatus(by: Caller, path: string, wanted: string): Promise<Answer> {
  return until(
    `a deployment that is ${wanted}`,
    () => by.send('GET', `${path}/status`),
    ({ body }) => body.status === wanted,
  );
}

/** The code of a refusal. */
const codeOf = ({ status, body }: Answer) => [status, body.error];

describe('nobody gets in without a credential, nor to what is another’s', () => {
  const addressOf = (path: string, id: string) => path.replace('{id}', id);
  const bodies: Readonly<Record<string, object>> = {
    '/status': { action: 'start' },
    '/{id}': { name: 'taken over' },
  };
  const bodyOf = (method: string, path: string) =>
    method === 'GET' || method === 'DELETE'
      ? undefined
      : (Object.entries(bodies).find(([end]) => path.endsWith(end))?.[1] ?? {});

  test.each(rows.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    const body = bodyOf(method, path);
    const unknown = await send(caller.baseUrl, method, addressOf(path, 'dpl_none'), { ...(body && { body }) });
    expect(codeOf(unknown)).toEqual([401, 'unauthorized']);
    expect(unknown.headers.get('sunset')).not.toBeNull();
    const answer = await stranger.send(method, addressOf(path, 'dpl_none'), body);
    const isOfOne = path.includes('{id}');
    if (isOfOne) expect(codeOf(answer)).toEqual([404, 'not_found']);
    else if (method === 'POST') expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    else expect([answer.status, answer.body]).toEqual([200, { items: [], nextCursor: null }]);
  });
});

test(
  'a published sequence runs on paper: make, credentials, start, logs, stop, exit, delete',
  async () => {
    const { id, ...created } = await made('/v2/deployment', { ...published, name: 'older one', code: holder() });
    expect(created).toMatchObject({ execution_mode: 'dry-run', message: expect.stringContaining('dry_run') });
    const path = `/v2/deployment/${id}`;
    const { body: read } = await caller.send('GET', path);
    expect(read).toEqual({
      ...{ id, name: 'older one', code: holder(), config: published.config, status: 'pending', replicas: 1 },
      ...{ available_replicas: 0, pods: null, credentials_status: 'missing', credentialsStatus: 'missing' },
      ...{ exchange: 'hyperliquid', execution_mode: 'dry-run', wallet_address: null, walletAddress: null },
      ...{ k8s_deployment_name: null, k8sDeploymentName: null, deployment_name: null, namespace: null },
      ...{ k8s_namespace: null, k8sNamespace: null, stopped_reason: null, stoppedReason: null },
      ...{ created_at: created.created_at, createdAt: created.created_at, updated_at: null, updatedAt: null },
      ...{ deleted_at: null, deletedAt: null },
    });
    expect(await deployments.read(id)).toMatchObject({
      ...{ framework: { id: 'freqtrade' }, venue: 'hyperliquid', mode: 'paper', status: 'created' },
    });

    const keyed = await caller.send('POST', `${path}/credentials`, { exchange: 'hyperliquid', private_key: '0x1' });
    expect(codeOf(keyed)).toEqual([400, 'invalid_request']);
    const attached = await caller.send('POST', `${path}/credentials`, { exchange: 'hyperliquid' });
    expect(attached.body).toMatchObject({ credentials_status: 'missing', message: expect.stringContaining('dry_run') });
    expect((await caller.send('GET', `${path}/credentials`)).body).toMatchObject({ credentials_status: 'missing' });

    const early = await caller.send('PUT', `${path}/status`, { action: 'stop' });
    expect(codeOf(early)).toEqual([409, 'invalid_state']);
    expect((await caller.send('PUT', `${path}/status`, { action: 'start' })).body).toMatchObject({
      ...{ id, status: 'running', previous_status: 'pending' },
    });
    await deployments.untilStatus(id, 'running');
    expect((await caller.send('GET', `${path}/status`)).body).toMatchObject({
      status: 'running',
      available_replicas: 1,
    });
    expect(codeOf(await caller.send('POST', `${path}/exit`, {}))).toEqual([400, 'invalid_request']);
    await deployments.untilOpen(id, 1);
    const { items, nextCursor } = (await caller.send('GET', `${path}/logs?pageSize=5`)).body;
    expect([items.length, nextCursor, items[0]]).toEqual([
      ...[5, null],
      { timestamp: expect.stringMatching(/Z$/), message: expect.any(String), severity: 'INFO' },
    ]);

    const renamed = await caller.send('PATCH', path, { name: 'older two' });
    expect([renamed.body.name, (await deployments.read(id)).name]).toEqual(['older two', 'older two']);
    const stopped = await caller.send('PATCH', `${path}/status`, { action: 'stop' });
    expect([stopped.body.previous_status, stopped.headers.get('x-positions')]).toEqual(['running', 'left-open']);
    expect(stopped.body.message).toContain('stay open');
    await untilStatus(caller, path, 'stopped');
    expect((await caller.send('POST', `${path}/exit`, {})).body).toMatchObject({
      ...{ id, status: 'stopped', orders_cancelled: 0, positions_closed: 0 },
    });
    const history = (await caller.send('GET', '/v2/deployment-history')).body.items;
    expect(history).toEqual([
      expect.objectContaining({
        deployment_id: id,
        deploymentId: id,
        created_by: caller.accountId,
        trades: [],
        pnl: '0',
      }),
    ]);

    const deleted = await caller.send('DELETE', path);
    expect([deleted.status, deleted.headers.get('x-positions')]).toEqual([200, 'left-open']);
    expect(deleted.body.message).toContain('Deployment deleted');
    await deployments.untilStatus(id, 'deleted');
    expect((await caller.send('GET', path)).body).toMatchObject({
      ...{ status: 'stopped', code: null, config: null, deletedAt: expect.any(String) },
    });
  },
  TEST_MS_MAX,
);

describe('a creation', () => {
  test('of /v1 is listed by status, newest first, by pages, with what it runs', async () => {
    const first = await made('/v1/deployment', published);
    expect(first.name).toMatch(/^strategy-[0-9a-f]{12}$/);
    expect(codeOf(await caller.send('POST', '/v1/deployment', published))).toEqual([409, 'name_taken']);
    const second = await made('/v1/deployment', { ...published, name: 'second' });
    const list = (query: string) => caller.send('GET', `/v1/deployment?status=pending${query}`);
    const page = (await list('&limit=1')).body;
    expect(page.items).toEqual([
      expect.objectContaining({ id: second.id, code: published.code, config: published.config }),
    ]);
    const next = (await list(`&pageSize=1&cursor=${encodeURIComponent(page.nextCursor)}`)).body;
    expect([next.items.map(({ id }: { id: string }) => id), next.nextCursor]).toEqual([[first.id], null]);
    expect((await list('&limit=100')).status).toBe(200);
    expect((await caller.send('GET', '/v1/deployment?status=running')).body.items).toEqual([]);
    const repeated = await caller.send(
      'POST',
      '/v2/deployment',
      { ...published, name: 'keyed' },
      { 'idempotency-key': 'k' },
    );
    const again = await caller.send(
      'POST',
      '/v2/deployment',
      { ...published, name: 'keyed' },
      { 'idempotency-key': 'k' },
    );
    expect([again.body.id, again.headers.get('idempotency-replayed')]).toEqual([repeated.body.id, 'true']);
    for (const { id } of [first, second, repeated.body]) await caller.send('DELETE', `/v1/deployment/${id}`);
  });

  test.each<[string, object, number, string]>([
    ['a strategy that is none', { code: 'class' }, 400, 'invalid_code'],
    ['real money without capital', { config: { ...published.config, dry_run: false } }, 400, 'config_invalid'],
    [
      'a venue that is planned',
      { config: { ...published.config, exchange: { name: 'binance' } } },
      501,
      'feature_not_available',
    ],
  ])('with %s is refused as on the unified surface', async (name, change, status, error) => {
    const answer = await caller.send('POST', '/v2/deployment', { ...published, name, ...change });
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ error, message: expect.any(String) }),
    ]);
    expect('docs_url' in answer.body).toBe(status === 501);
  });

  test('in the paper tree is on paper, and stays in it', async () => {
    const { id } = await made('/v2/paper-deployment', { ...published, name: 'paper' });
    const path = `/v2/paper-deployment/${id}`;
    const listed = (await caller.send('GET', '/v2/paper-deployment?status=pending')).body.items;
    expect(listed.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await caller.send('PATCH', path, { name: 'paper two' })).body).toMatchObject({ name: 'paper two' });
    expect((await caller.send('GET', `${path}/logs`)).body).toMatchObject({ items: [], deployment_id: id });
    expect(codeOf(await caller.send('PATCH', `${path}/status`, { action: 'stop' }))).toEqual([409, 'invalid_state']);
    expect((await caller.send('DELETE', path)).status).toBe(200);
  });

  test.each([
    ['/v3/deployment', 'PUT', 'PATCH'],
    ['/v3/deployments', 'PATCH', 'PUT'],
  ])(
    'by %s runs on nautilus, started by %s and stopped by %s',
    async (path, startMethod, stopMethod) => {
      const asked = { venue: 'hyperliquid', instrument_ids: ['ETH-PERP.HYPERLIQUID'], hold_seconds: 60 };
      const body = { region: 'london', deployment: { code: NAUTILUS_TRADER, config: asked } };
      const answer = await caller.send('POST', path, body);
      expect([answer.status, answer.body]).toMatchObject([
        202,
        {
          executionCluster: null,
          activeDeploymentIds: [],
          deployment: { status: 'pending', execution_mode: 'dry-run' },
        },
      ]);
      const { id } = answer.body.deployment;
      expect(await deployments.read(id)).toMatchObject({
        framework: { id: 'nautilus' },
        symbols: asked.instrument_ids,
      });
      expect((await caller.send('GET', `${path}/${id}`)).body).toMatchObject({ id, exchange: 'hyperliquid' });
      expect((await caller.send('GET', `${path}/${id}/status`)).body).toMatchObject({ status: 'pending' });
      expect((await caller.send('GET', `${path}/${id}/logs`)).body).toMatchObject({ items: [], deployment_id: id });
      expect((await caller.send('POST', `${path}/${id}/credentials`, {})).body).toMatchObject({
        credentials_status: 'missing',
      });
      expect((await caller.send('GET', path)).body.items[0]).toMatchObject({ id });
      expect(codeOf(await caller.send('PUT', `${path}/${id}/status`, { action: 'stop' }))).toEqual([
        409,
        'invalid_state',
      ]);
      const started = await caller.send(startMethod, `${path}/${id}/status`, { action: 'start' });
      expect(started.body).toMatchObject({ id, status: 'running', previous_status: 'pending' });
      await deployments.untilStatus(id, 'running');
      const stopped = await caller.send(stopMethod, `${path}/${id}/status`, { action: 'stop' });
      expect(stopped.body).toMatchObject({ id, previous_status: 'running' });
      await untilStatus(caller, `${path}/${id}`, 'stopped');
      expect((await caller.send('DELETE', `${path}/${id}`)).body).toMatchObject({ id, message: expect.any(String) });
      await deployments.untilStatus(id, 'deleted');
      const real = { deployment: { code: NAUTILUS_TRADER, config: { ...asked, dry_run: false } } };
      expect(codeOf(await caller.send('POST', path, real))).toEqual([501, 'feature_not_available']);
    },
    TEST_MS_MAX,
  );
});

test(
  'a live deployment leaves its position where it is, until an exit closes it',
  async () => {
    const customer = await Customer.register(platform, 'older-live');
    const account = await LiveAccount.of(platform, customer);
    const { caller: owner } = customer;
    await Customer.fund(platform, [customer], 200);
    const wanted = liveRequest('older live') as { code: string; config: object };
    const body = { name: 'older live', code: wanted.code, config: { ...wanted.config, dry_run: false } };
    const { status, body: created } = await owner.send('POST', '/v2/deployment', body);
    expect([status, created]).toMatchObject([201, { execution_mode: 'live', wallet_address: customer.address }]);
    const path = `/v2/deployment/${created.id}`;
    expect((await owner.send('POST', `${path}/credentials`, { exchange: 'hyperliquid' })).body).toMatchObject({
      ...{ credentials_status: 'stored', wallet_address: customer.address, wallet_source: 'main_trading_wallet' },
    });
    expect(codeOf(await owner.send('GET', `/v2/paper-deployment/${created.id}`))).toEqual([404, 'not_found']);
    await until(
      'a start',
      () => owner.send('PUT', `${path}/status`, { action: 'start' }),
      (answer) =>
        answer.status === 200 || !['venue_setup_in_progress', 'service_unavailable'].includes(answer.body.error),
    );
    expect((await account.deployments.read(created.id)).venue_setup).toMatchObject({ amount_usd: CAPITAL_USD });
    await account.untilFilled();
    await owner.send('PUT', `${path}/status`, { action: 'stop' });
    await untilStatus(owner, path, 'stopped');
    expect(codeOf(await owner.send('DELETE', path))).toEqual([409, 'positions_open']);

    const positions = async () => (await account.atVenue('clearinghouseState')).assetPositions;
    expect(await positions()).toHaveLength(1);
    const { venues } = await platform.descriptor();
    const markets = await readMarkets(venues.hyperliquid.url);
    // One rests in a market of the deployment, and one in another, which is none of its business.
    for (const market of markets.filter(({ coin }) => coin === 'ETH' || coin === 'BTC'))
      expect(await customer.execute(restingOrder(restingIn(market, 12)))).toMatchObject({ status: 'succeeded' });
    expect((await owner.send('POST', `${path}/exit`, {})).body).toMatchObject({
      ...{ status: 'stopped', orders_cancelled: 1, positions_closed: 1, positions_left: 0 },
    });
    await until('no position', positions, (all) => all?.length === 0);
    const { executions } = (await owner.send('GET', '/runtime/executions?limit=2')).body;
    expect(executions).toMatchObject([
      { action_type: 'order', status: 'succeeded' },
      { action_type: 'cancel', status: 'succeeded' },
    ]);
    const left = (await account.atVenue('openOrders')).map(({ coin }: { coin: string }) => coin);
    expect(left).toEqual(['BTC']);
    const again = await until(
      'an exit that finds nothing',
      () => owner.send('POST', `${path}/exit`, {}),
      ({ body: { positions_closed: closed } }) => closed === 0,
    );
    expect([again.status, again.body.positions_left]).toEqual([200, 0]);
    const deleted = await until(
      'a deletion',
      () => owner.send('DELETE', path),
      (answer) => answer.status === 200,
    );
    expect(deleted.headers.get('x-positions')).toBe('left-open');
  },
  TEST_MS_MAX,
);
