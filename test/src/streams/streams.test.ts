import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { until as waitUntil } from '../platform/wait.js';
import { Following, type SeenEvent } from './following.js';

const ONE_BACKTEST = `subscription ($id: ID!, $after: String) {
  backtest(id: $id, after: $after) { sequence kind id backtest { id status name } }
}`;
const ALL_BACKTESTS = `subscription ($after: String) {
  backtests(after: $after) { sequence kind id backtest { id status progress { fraction } } }
}`;

let platform: Platform;
let url: string;
let alice: Caller;
let bob: Caller;
let database: mongoose.mongo.MongoClient;
const open: Following[] = [];

beforeAll(async () => {
  platform = await Platform.start('its runtime service is killed');
  ({ streams_url: url } = await platform.descriptor());
  alice = await Caller.register(platform, 'streams-alice@example.com');
  bob = await Caller.register(platform, 'streams-bob@example.com');
  database = await new mongoose.mongo.MongoClient(await platform.mongodbUri()).connect();
  for (const symbol of ['BTC/USDC:USDC', 'ETH/USDC:USDC']) await untilFundingIsStored(alice, symbol);
}, 300_000);

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

afterAll(async () => {
  await database.close();
  await platform[Symbol.asyncDispose]();
});

const until = (isSo: () => Promise<boolean>) => waitUntil('what follows', isSo, (so) => so, { pollIntervalMs: 50 });

function follow(
  caller: Caller,
  query: string,
  {
    variables = {},
    singleConnection = false,
  }: { variables?: Record<string, unknown>; singleConnection?: boolean } = {},
): Following {
  const headers = { 'x-api-key': caller.apiKey };
  const following = new Following({ url, headers, singleConnection }, { query, variables });
  open.push(following);
  return following;
}

async function createBacktest(caller: Caller): Promise<string> {
  const { status, body } = await caller.send('POST', '/runtime/backtests', backtestRequest());
  expect(status).toBe(202);
  return body.id;
}

/** Changes a stored backtest as often as this, as a worker would. */
async function change(id: string, times: number, pauseMs: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    await backtests().updateOne({ _id: id }, { $set: { name: `change ${time}` } });
    await wait(pauseMs);
  }
}

const backtests = () => database.db('runtime').collection<{ _id: string; name?: string }>('backtests');

/** What a follower saw between two places: in order, each once, and what was lost. */
function account(following: Following) {
  const changes = following.of('changed').map(({ sequence }) => sequence);
  const isInOrder = changes.every((sequence, index) => index === 0 || sequence > (changes[index - 1] ?? ''));
  return { changes: changes.length, isInOrder, gaps: following.of('gap').length };
}

describe.each([
  ['a connection of its own', false],
  ['a connection for many', true],
])('over %s', (_mode, singleConnection) => {
  test('a backtest is followed from its creation to its end by its events', async () => {
    const following = follow(alice, ALL_BACKTESTS, { singleConnection });
    await following.until(({ kind }) => kind === 'current');
    const id = await createBacktest(alice);
    const statusOf = (event: SeenEvent) => Reflect.get(Object(event['backtest']), 'status');
    await following.until((event) => event.id === id && ['finished', 'error'].includes(statusOf(event)));
    const statuses = following.events.filter((event) => event.id === id).map(statusOf);
    expect(['queued', 'running']).toContain(statuses[0]);
    expect(statuses.at(-1)).toBe('finished');
    expect(account(following)).toMatchObject({ isInOrder: true, gaps: 0 });
    expect(following.errors).toEqual([]);
  });
});

describe('one backtest', () => {
  test('is shown as it is now, then as it changes, and is removed at its end', async () => {
    const id = await createBacktest(alice);
    await alice.untilEnded(id);
    const following = follow(alice, ONE_BACKTEST, { variables: { id } });
    expect(await following.until(({ kind }) => kind === 'current')).toMatchObject({
      id,
      backtest: { status: 'finished' },
    });
    await change(id, 1, 0);
    expect(await following.until(({ kind }) => kind === 'changed')).toMatchObject({ backtest: { name: 'change 1' } });
    await alice.send('DELETE', `/runtime/backtests/${id}`);
    expect(await following.until(({ kind }) => kind === 'removed')).toMatchObject({ id, backtest: null });
  });

  test.each(['runtime', 'edge', 'mongod'])(
    'is followed on though %s dies, each change once and in order',
    async (name) => {
      const id = await createBacktest(alice);
      await alice.untilEnded(id);
      const following = follow(alice, ONE_BACKTEST, { variables: { id } });
      await following.until(({ kind }) => kind === 'current');
      await change(id, 10, 20);
      // The database's own death breaks writes too.
      const dying = platform.kill(name);
      if (name === 'mongod') await dying;
      await change(id, 10, 200);
      await dying;
      await until(async () => account(following).changes >= 20);
      expect(account(following)).toEqual({ changes: 20, isInOrder: true, gaps: 0 });
      const last = following.of('changed').at(-1);
      expect(last).toMatchObject({ backtest: { name: 'change 10' } });
    },
  );
});

describe('another account', () => {
  test('is told nothing, whatever it follows', async () => {
    const id = await createBacktest(alice);
    const all = [
      follow(bob, ALL_BACKTESTS),
      follow(bob, ONE_BACKTEST, { variables: { id } }),
      follow(
        bob,
        'subscription ($after: String) { deployments(after: $after) { sequence kind id deployment { status } } }',
      ),
      follow(
        bob,
        'subscription ($after: String) { executions(after: $after) { sequence kind id execution { status } } }',
      ),
      follow(bob, 'subscription ($after: String) { wallet(after: $after) { sequence kind id wallet { address } } }'),
    ];
    for (const each of all) await each.until(({ kind }) => kind === 'current');
    const own = follow(alice, ONE_BACKTEST, { variables: { id } });
    await own.until(({ kind }) => kind === 'current');
    await alice.untilEnded(id);
    await change(id, 5, 20);
    await own.until((event) => Reflect.get(Object(event['backtest']), 'name') === 'change 5');
    await wait(500);
    expect(all.map((each) => each.of('changed', 'removed', 'gap'))).toEqual(all.map(() => []));
    expect(all[1]?.events[0]).toMatchObject({ id, backtest: null });
    expect(all[1]?.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'backtest_not_found' }) }),
    ]);
  });

  test('can not read, add to or end a stream by its token', async () => {
    const call = (
      caller: Caller | undefined,
      method: string,
      more: { token?: string; search?: string; body?: object } = {},
    ) =>
      fetch(`${url}${more.search ?? ''}`, {
        method,
        headers: {
          ...(caller && { 'x-api-key': caller.apiKey }),
          ...(more.token && { 'x-graphql-event-stream-token': more.token }),
          ...(more.body && { 'content-type': 'application/json' }),
          ...(method === 'GET' && { accept: 'text/event-stream' }),
        },
        ...(more.body && { body: JSON.stringify(more.body) }),
      });
    const token = await (await call(alice, 'PUT')).text();
    const body = { query: 'subscription { backtests { sequence } }', extensions: { operationId: '1' } };
    const tried = [
      await call(bob, 'GET', { token }),
      await call(bob, 'POST', { token, body }),
      await call(bob, 'DELETE', { token, search: '?operationId=1' }),
      await call(undefined, 'GET', { token }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 401]);
    expect((await call(alice, 'POST', { token, body })).status).toBe(202);
  });
});

test('an account opens as many streams as it may, and no more', async () => {
  const carol = await Caller.register(platform, 'streams-carol@example.com');
  const opened = Array.from({ length: 20 }, () => follow(carol, ALL_BACKTESTS));
  for (const each of opened) await each.until(({ kind }) => kind === 'current');
  const refused = await fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': carol.apiKey, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'subscription { backtests { sequence } }' }),
  });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: 'quota_exceeded' } });
  await opened[0]?.close();
  const more = follow(carol, ALL_BACKTESTS);
  await more.until(({ kind }) => kind === 'current');
});

test('a revoked key ends its streams', async () => {
  const { body } = await bob.sendAsSession('POST', '/account/keys', { name: 'streams' });
  const headers = { 'x-api-key': body.api_key };
  const following = new Following({ url, headers }, { query: ALL_BACKTESTS });
  open.push(following);
  await following.until(({ kind }) => kind === 'current');
  await bob.sendAsSession('DELETE', `/account/keys/${body.key_id}`);
  await until(async () => following.interruptions > 0 && following.errors.length > 0);
  const after = following.events.length;
  await wait(500);
  expect(following.events).toHaveLength(after);
});
