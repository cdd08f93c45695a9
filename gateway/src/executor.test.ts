import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FLOODING_ADDRESS, startTestGateway, type TestGateway } from './testing/platform.js';

let gateway: TestGateway;
let told: Record<string, string>[];

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

beforeEach(() => {
  told = [];
  gateway.counted.length = 0;
  gateway.seen.length = 0;
});

const good = { 'x-api-key': 'good' };
const incoming = (headers: Record<string, string> = good, ip = '192.0.2.1') => ({ id: 'r-1', headers, ip });
const tell = (headers: Readonly<Record<string, string>>) => void told.push({ ...headers });

function ask(query: string, variables: Record<string, unknown> = {}, who = incoming()) {
  return gateway.executor.execute(who, { query, variables }, tell);
}

const SHOP = 'query Shop($id: ID!) { shop(id: $id) { id things { id } } }';

describe('an operation in memory', () => {
  test('is answered as over HTTP, planned once and then by the one subgraph that it concerns', async () => {
    const answered = { data: { shop: { id: 's1', things: [{ id: 't1' }, { id: 't2' }] } } };
    for (let asked = 0; asked < 3; asked += 1) expect(await ask(SHOP, { id: 's1' })).toEqual(answered);
    const response = await gateway.post('/graphql', JSON.stringify({ query: SHOP, variables: { id: 's1' } }), good);
    expect(await response.json()).toEqual(answered);
    expect(gateway.seen).toHaveLength(4);
    expect(gateway.seen[2]).toEqual({ caller: expect.objectContaining({ accountId: 'acc_good' }), requestId: 'r-1' });
  });

  test('joins subgraphs, and changes something once', async () => {
    const { data } = await ask('{ shop(id: "s1") { things { price } } }');
    expect(data).toEqual({ shop: { things: [{ price: 't1.00' }, { price: 't2.00' }] } });
    gateway.seen.length = 0;
    await ask('mutation { openShop(name: "x") { id } }');
    expect(gateway.seen).toHaveLength(1);
  });

  test('shows errors as over HTTP, under the id of the request', async () => {
    expect(await ask('{ refused }')).toMatchObject({
      errors: [{ message: 'Taken.', extensions: { code: 'name_taken', details: { name: 'x' }, requestId: 'r-1' } }],
    });
    const { errors } = await ask('query Q($n: Int!) { add(number: $n) }', { n: 'x' });
    expect(errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  });

  test('of a subgraph that is down fails as over HTTP, planned or known', async () => {
    const query = '{ thing(id: "t1") { owner } }';
    await ask(query);
    await gateway.stopThings();
    await expect(ask(query)).rejects.toMatchObject({ code: 'service_unavailable' });
    const { errors } = await ask('{ shop(id: "s1") { things { owner } } }');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'service_unavailable' } });
    await gateway.startThings();
    expect(await ask(query)).toEqual({ data: { thing: { owner: 'acc_good' } } });
  });

  test('counts once, and what is left is told', async () => {
    const left = (headers: Record<string, string> | undefined) =>
      Number(/r=(\d+)/.exec(headers?.['ratelimit'] ?? '')?.[1]);
    await ask(SHOP, { id: 's1' });
    await ask(SHOP, { id: 's1' });
    expect(left(told[0]) - left(told[1])).toBe(1);
    expect(told[1]?.['ratelimit-policy']).toBe('"credential";q=1000;w=60');
  });

  test('counts more where large variables are refused', async () => {
    const left = async () => {
      await ask(SHOP, { id: 's1' });
      return Number(/r=(\d+)/.exec(told.at(-1)?.['ratelimit'] ?? '')?.[1]);
    };
    const before = await left();
    await ask('query Q($n: Int!) { add(number: $n) }', { n: 'x'.repeat(200_000) });
    expect(before - (await left())).toBe(5);
  });
});

describe('who asks', () => {
  test('with an invalid key is refused before anything is executed, and counts for the address', async () => {
    await expect(ask(SHOP, { id: 's1' }, incoming({ 'x-api-key': 'bad' }))).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect([gateway.seen, gateway.counted]).toEqual([[], ['192.0.2.1']]);
  });

  test('without a credential is the client at the address', async () => {
    expect(await ask('{ thing(id: "t1") { owner } }', {}, incoming({}, '2001:db8::1'))).toEqual({
      data: { thing: { owner: 'anonymous' } },
    });
    expect(gateway.counted).toEqual(['2001:db8::1']);
    const flooding = ask(SHOP, { id: 's1' }, incoming({}, FLOODING_ADDRESS));
    await expect(flooding).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 30 } });
    expect(told.at(-1)).toEqual({
      'ratelimit-policy': '"unauthenticated";q=120;w=60',
      ratelimit: '"unauthenticated";r=0;t=30',
    });
  });

  test('is told, and counts as so many requests', async () => {
    expect(await gateway.executor.caller(incoming(), 1, tell)).toMatchObject({
      credentialType: 'api_key',
      permissions: ['read'],
    });
    await expect(gateway.executor.caller(incoming({}), 5, tell)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(gateway.counted).toEqual(Array(5).fill('192.0.2.1'));
  });
});

test('a request for an operation of the older surface is counted once for it, whatever it executes', async () => {
  const asker = { ...incoming(), legacyOperation: 'v1.things.list' };
  const wrong = { ...incoming(), legacyOperation: 'V1 things' };
  await ask(SHOP, { id: 's1' }, asker);
  await gateway.executor.caller(asker, 3, tell);
  await gateway.executor.caller({ ...incoming(), legacyOperation: 'v1.things.read' }, 5, tell);
  await ask(SHOP, { id: 's1' });
  await expect(ask(SHOP, { id: 's1' }, wrong)).rejects.toThrow('V1 things names no legacy operation');
  gateway.clock.advance(2_000);
  gateway.usages.length = 0;
  await ask(SHOP, { id: 's1' });
  expect(gateway.usages.map(({ legacyOperations }) => legacyOperations)).toEqual([
    [
      { operation: 'v1.things.list', requests: 1 },
      { operation: 'v1.things.read', requests: 1 },
    ],
  ]);
});

test('a subgraph tells whether a check of its service passes now', async () => {
  const look = (subgraph: string, check: string) => gateway.executor.isReady(subgraph, check);
  expect(await look('things', 'database')).toBe(true);
  gateway.setDatabaseUp(false);
  expect(await look('things', 'database')).toBe(false);
  gateway.setDatabaseUp(true);
  expect([await look('things', 'database'), await look('things', 'nothing')]).toEqual([true, false]);
  await gateway.stopThings();
  expect(await look('things', 'database')).toBe(false);
  await gateway.startThings();
});
