import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { type OlderAgent, openOlderAgent } from './older-agent.js';

/** What a published agent does from nothing but an e-mail address, as its instructions say: only the base address differs. */

const TEST_MS_MAX = 400_000;
let platform: Platform;
let agent: OlderAgent;

beforeAll(async () => {
  platform = await Platform.shared();
  agent = await openOlderAgent(platform, 'legacy-agent');
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

/** A request as the agent sends it. */
function ask(method: string, path: string, body?: object): Promise<Answer> {
  return send(agent.baseUrl, method, path, { headers: { 'x-api-key': agent.key }, ...(body && { body }) });
}

/** Repeats a request until it is answered as hoped. */
function askUntil(hoped: (answer: Answer) => boolean, ...request: Parameters<typeof ask>): Promise<Answer> {
  return until(request.join(' '), () => ask(...request), hoped);
}

/** Polls a status as the agent does. */
function untilStatus(path: string, wanted: string): Promise<Answer> {
  return askUntil(({ body }) => body.status === wanted, 'GET', `${path}/status`);
}

const isDone = ({ status }: Answer) => status === 200;

test(
  'searches, backtests, and reads the result file',
  async () => {
    const found = await ask('POST', '/v3/markets/search', agent.bodies.search);
    expect([found.status, Array.isArray(found.body.candidates)]).toEqual([200, true]);
    const created = await ask('POST', '/v2/backtesting', agent.bodies.backtest);
    const path = `/v2/backtesting/${created.body.id}`;
    expect((await ask('PUT', `${path}/status`, { action: 'start' })).body.previous_status).toBe('pending');
    await untilStatus(path, 'completed');
    const { resultUrl } = (await ask('GET', path)).body;
    const file = await send(agent.baseUrl, 'GET', resultUrl);
    expect([file.status, Object.keys(file.body.strategy)]).toEqual([200, [expect.any(String)]]);
  },
  TEST_MS_MAX,
);

test(
  'deposits until the venue is ready, and signs an order and its cancel',
  async () => {
    const [{ wallet_address: address }] = (await ask('GET', '/v3/account')).body.items;
    const deposit = await ask('POST', '/v2/portfolio/hyperliquid/deposit', agent.bodies.deposit);
    expect([200, 202]).toContain(deposit.status);
    expect(deposit.body).toMatchObject({ amount: '60.00', wallet_address: address });
    await askUntil(({ body }) => body.onboarding?.ready === true, 'GET', `/v3/account/${address}/status/hyperliquid`);

    const sendAction = '/v2/authorize-and-send/hyperliquid';
    const placed = await ask('POST', sendAction, agent.bodies.order);
    expect([placed.status, placed.body.status]).toEqual([200, 'ok']);
    const [{ resting }] = placed.body.response.data.statuses;
    const cancels = agent.bodies.order.orders.map(({ a }) => ({ a, o: resting.oid }));
    const canceled = await ask('POST', sendAction, { type: 'cancel', cancels });
    expect([canceled.status, canceled.body.status]).toEqual([200, 'ok']);
  },
  TEST_MS_MAX,
);

test(
  'deploys with real money, reads its log, stops, exits and deletes',
  async () => {
    const created = await ask('POST', '/v2/deployment', agent.bodies.deployment);
    expect([created.status, created.body]).toMatchObject([201, { status: 'pending', execution_mode: 'live' }]);
    const path = `/v2/deployment/${created.body.id}`;
    const attached = await ask('POST', `${path}/credentials`, { exchange: 'hyperliquid' });
    expect(attached.body).toMatchObject({ credentials_status: 'stored', wallet_source: 'main_trading_wallet' });
    // The capital is on its way meanwhile.
    const started = await askUntil(isDone, 'PUT', `${path}/status`, { action: 'start' });
    expect(started.body.status).toBe('running');
    const isBought = ({ message }: { message: string }) => message.includes('fulfilled');
    await askUntil(({ body }) => body.items.some(isBought), 'GET', `${path}/logs`);

    const stopped = await ask('PUT', `${path}/status`, { action: 'stop' });
    expect([stopped.status, stopped.headers.get('x-positions')]).toEqual([200, 'left-open']);
    await untilStatus(path, 'stopped');
    expect((await ask('DELETE', path)).body.error).toBe('positions_open');
    expect((await ask('POST', `${path}/exit`, {})).body).toMatchObject({ positions_closed: 1, positions_left: 0 });
    await askUntil(isDone, 'DELETE', path);
    // Lists keep what was deleted, as they did.
    const rowOf = ({ body }: Answer) => body.items.find(({ id }: { id: string }) => id === created.body.id);
    await askUntil((answer) => typeof rowOf(answer)?.deletedAt === 'string', 'GET', '/v2/deployment');
  },
  TEST_MS_MAX,
);
