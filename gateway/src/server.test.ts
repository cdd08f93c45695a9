import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from './testing/platform.js';

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly details?: unknown };
  }[];
}

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

const good = { 'x-api-key': 'good' };

async function ask(query: string, headers: Record<string, string> = good, variables: object = {}) {
  const response = await gateway.post('/graphql', JSON.stringify({ query, variables }), headers);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, index]));
const bodyWith = (more: object) => JSON.stringify({ query: '{ __typename }', ...more });

/** The document with its hash, then the hash alone. */
async function askByHash(query: string, variables: object = {}) {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const post = async (body: object) => {
    const response = await gateway.post('/graphql', JSON.stringify(body), { ...good, 'x-request-id': 'r-4' });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  const whole = await post({ query, extensions, variables });
  return { whole, again: await post({ extensions, variables }) };
}

const THING = '{ thing(id: "t1") { owner } }';
const SHOP = '{ shop(id: "s1") { id things { id price owner } } }';

describe('the graph', () => {
  test('joins entities across subgraphs, each asked in the name of the caller', async () => {
    gateway.seen.length = 0;
    const answer = await ask(SHOP, { ...good, 'x-request-id': 'r-1' });
    const things = ['t1', 't2'].map((id) => ({ id, price: `${id}.00`, owner: 'acc_good' }));
    expect(answer.body).toEqual({ data: { shop: { id: 's1', things } } });
    expect(answer.headers.get('x-request-id')).toBe('r-1');
    expect(gateway.seen).toEqual([
      {
        caller: {
          kind: 'user',
          workload: 'gateway',
          accountId: 'acc_good',
          credentialId: 'key_good',
          credentialType: 'api_key',
          permissions: ['read'],
        },
        requestId: 'r-1',
      },
    ]);
  });

  test('answers a caller without a credential as anonymous', async () => {
    const answer = await ask('{ thing(id: "t1") { owner } }', {});
    expect(answer.body).toEqual({ data: { thing: { owner: 'anonymous' } } });
  });

  test('shows a subgraph’s documented error with its details and the request id', async () => {
    const answer = await ask('{ refused }', { ...good, 'x-request-id': 'r-2' });
    expect(answer.body).toMatchObject({
      errors: [
        {
          message: 'Taken.',
          path: ['refused'],
          extensions: { code: 'name_taken', details: { name: 'x' }, requestId: 'r-2' },
        },
      ],
    });
  });

  test('hides an unexpected error', async () => {
    const answer = await ask('{ broken }', { ...good, 'x-request-id': 'r-3' });
    expect(answer.body.errors).toEqual([
      {
        message: expect.any(String),
        path: ['broken'],
        extensions: { code: 'internal', details: { request_id: 'r-3' }, requestId: 'r-3' },
      },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  test('makes an error of an entity that one subgraph names and another denies', async () => {
    const answer = await ask('{ shop(id: "odd") { things { price } } }');
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'internal' } }]);
    expect(answer.body).not.toHaveProperty('extensions');
  });

  test.each([
    ['no GraphQL', '{', {}],
    ['an unknown field', '{ nothing }', {}],
    ['a variable of the wrong type', 'query Q($n: Int!) { add(number: $n) }', { n: 'x' }],
    ['a missing variable', 'query Q($n: Int!) { add(number: $n) }', {}],
  ])('refuses %s as invalid_request', async (_case, query, variables) => {
    const answer = await ask(query, good, variables);
    expect(answer.body.errors).toMatchObject([
      { extensions: { code: 'invalid_request', requestId: expect.any(String) } },
    ]);
  });

  test('refuses a batch, a body that is no JSON and one that is too large', async () => {
    const send = async (body: string, headers = {}) => {
      const response = await gateway.post('/graphql', body, { ...good, ...headers });
      const answer = (await response.json()) as Answer;
      return [response.status, answer.errors?.[0]?.extensions.code];
    };
    expect(await send(JSON.stringify([{ query: SHOP }, { query: SHOP }]))).toEqual([400, 'invalid_request']);
    expect(await send('{')).toEqual([400, 'invalid_request']);
    expect(await send('x', { 'content-type': 'text/html' })).toEqual([415, 'unsupported_media_type']);
    expect(await send(JSON.stringify({ query: 'x'.repeat(3 * 1024 * 1024) }))).toEqual([413, 'payload_too_large']);
  });

  test.each([
    ['a variable given twice', '{"query":"{ refused }","variables":{"a":1,"a":2}}', 'variables.a', 'is given twice'],
    ['a list of 20,000 levels', `{"variables":{"a":${'['.repeat(20_000)}`, '', 'is nested deeper than 1000 levels'],
    ['more variables than a document has', bodyWith({ variables: many(300) }), 'variables', 'has more than 200 fields'],
    ['fields without end', bodyWith(many(300)), '', 'has more than 20 fields'],
    ['extensions without end', bodyWith({ extensions: many(30) }), 'extensions', 'has more than 20 fields'],
  ])('refuses %s before anybody works on it', async (_case, body, path, message) => {
    for (const headers of [{}, good]) {
      const response = await gateway.post('/graphql', body, headers);
      const { errors } = (await response.json()) as Answer;
      expect([response.status, errors?.[0]?.extensions.code]).toEqual([400, 'invalid_request']);
      expect(errors?.[0]?.message).toContain(`${path === '' ? 'body' : path}`);
      expect(errors?.[0]?.message).toContain(message);
    }
  });

  test('refuses a document of more than 64 KiB, its comments included', async () => {
    const { status, body } = await ask(`${'# x\n'.repeat(17_000)}{ __typename }`);
    expect([status, body.errors]).toMatchObject([400, [{ extensions: { code: 'invalid_request' } }]]);
    expect(JSON.stringify(body)).toContain('The document has more than 65536 bytes');
  });

  test.each([
    ['its length', (text: string) => text],
    ['none', (text: string) => new Blob([text]).stream()],
  ])('reads 64 KiB of somebody without a credential, who announces %s', async (_case, sent) => {
    const post = async (bytes: number, headers: Record<string, string>) => {
      const text = JSON.stringify({ query: '{ __typename }', extensions: { x: 'x'.repeat(bytes) } });
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent(text) };
      const response = await fetch(`${gateway.address}/graphql`, { ...init, ...{ duplex: 'half' } });
      const { errors = [] } = (await response.json()) as Answer;
      return [response.status, errors[0]?.extensions.details];
    };
    expect(await post(60_000, {})).toEqual([200, undefined]);
    expect(await post(70_000, {})).toEqual([413, { maximum_bytes: 65_536 }]);
    expect(await post(70_000, good)).toEqual([200, undefined]);
    expect(await post(2 * 1024 * 1024, good)).toEqual([413, { maximum_bytes: 2_097_152 }]);
  });

  test('refuses what is not UTF-8, and takes a byte order mark', async () => {
    const send = async (document: string, encoding: BufferEncoding) => {
      const body = Buffer.from(JSON.stringify({ query: document }), encoding);
      const headers = { 'content-type': 'application/json', ...good };
      const response = await fetch(`${gateway.address}/graphql`, { method: 'POST', headers, body });
      return [response.status, (await response.json()) as object];
    };
    const query = '{ thing(id: "ä") { id } }';
    const taken = await send(query, 'utf8');
    expect(taken).toEqual([200, { data: { thing: { id: 'ä' } } }]);
    expect(await send(query, 'latin1')).toMatchObject([
      400,
      { errors: [{ message: 'The body is not valid UTF-8.', extensions: { code: 'invalid_request' } }] },
    ]);
    const marked = await gateway.post('/graphql', `\uFEFF${JSON.stringify({ query })}`, good);
    expect([marked.status, await marked.json()]).toEqual(taken);
  });

  test.each([
    ['host', 'Host: other\r\n'],
    ['expect', 'Expect: miracles\r\n'],
  ])('refuses an odd %s header in words of its own', async (path, header) => {
    const { hostname, port } = new URL(gateway.address);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n${header}connection: close\r\n\r\n`);
    const [head = '', body = ''] = Buffer.concat(await socket.toArray())
      .toString()
      .split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_request', details: [{ path, message: expect.any(String) }] } }],
    });
  });

  test('refuses what a web page could send without asking first', async () => {
    const response = await fetch(`${gateway.address}/graphql?query=${encodeURIComponent('{__typename}')}`);
    expect(response.status).toBe(400);
  });

  test.each([{ 'x-api-key': 'good' }, { authorization: 'Bearer nobody' }])(
    'takes from GET what carries a credential, which no web page can send without asking first: %j',
    async (headers) => {
      const url = `${gateway.address}/graphql?query=${encodeURIComponent('{ __typename }')}`;
      const response = await fetch(url, { headers: headers as Record<string, string> });
      expect(response.status).toBe('x-api-key' in headers ? 200 : 401);
    },
  );
});

describe('a document that is sent by its hash', () => {
  test('is answered alike by the one subgraph that it concerns, in the name of the caller', async () => {
    gateway.seen.length = 0;
    const { whole, again } = await askByHash('query S($id: ID!) { shop(id: $id) { things { id } id } }', { id: 's9' });
    expect(whole.body).toEqual({ data: { shop: { things: [{ id: 't1' }, { id: 't2' }], id: 's9' } } });
    expect(again.body).toEqual(whole.body);
    expect(again.headers.get('content-type')).toBe(whole.headers.get('content-type'));
    expect(again.headers.get('x-request-id')).toBe('r-4');
    expect(gateway.seen).toHaveLength(2);
    expect(gateway.seen[1]).toEqual(gateway.seen[0]);
    const { whole: joined, again: joinedAgain } = await askByHash(SHOP);
    expect(joinedAgain.body).toEqual(joined.body);
  });

  test.each(['{ refused }', '{ broken }', '{ shop(id: "odd") { things { price } } }'])(
    'fails alike: %s',
    async (query) => {
      const { whole, again } = await askByHash(query);
      expect(whole.body.errors).toHaveLength(1);
      expect(again.body).toEqual(whole.body);
      expect(again.status).toBe(whole.status);
    },
  );

  test('changes something once per request', async () => {
    gateway.seen.length = 0;
    await askByHash('mutation { openShop(name: "hashed") { id } }');
    expect(gateway.seen).toHaveLength(2);
  });

  test('refuses variables of the wrong type alike', async () => {
    const query = 'query Q($n: Int!) { add(number: $n) }';
    await askByHash(query, { n: 1 });
    const { again } = await askByHash(query, { n: 'x' });
    expect(again.body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  });
});

describe('authentication', () => {
  test('refuses an invalid key even where none is needed', async () => {
    const answer = await ask('{ thing(id: "t1") { owner } }', { 'x-api-key': 'bad-canary' });
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([401, 'unauthorized']);
    expect(gateway.logged.join('')).not.toContain('bad-canary');
  });

  test('lets a revoked key pass for less than two seconds', async () => {
    gateway.validKeys.add('short');
    const pass = async () => (await ask('{ thing(id: "t1") { owner } }', { 'x-api-key': 'short' })).status;
    expect(await pass()).toBe(200);
    gateway.validKeys.delete('short');
    gateway.clock.advance(1_999);
    expect(await pass()).toBe(200);
    gateway.clock.advance(1);
    expect(await pass()).toBe(401);
  });
});

describe('a page', () => {
  const asWritten = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
  const preflight = (origin: string) =>
    fetch(`${gateway.address}/graphql`, { ...asWritten, headers: { ...asWritten.headers, origin } });

  test.each(['https://app.example', 'http://localhost:8080'])('of %s may ask', async (origin) => {
    const allowed = await preflight(origin);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect((await ask(THING, { ...good, origin })).headers.get('access-control-allow-origin')).toBe(origin);
    const refused = await ask(THING, { 'x-api-key': 'bad', origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey .*, Bearer /);
  });

  test('of another origin reads nothing', async () => {
    const origin = 'https://else.example';
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask(THING, { ...good, origin })).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a subgraph', () => {
  test('that is down fails what it is asked for, and nothing else', async () => {
    await askByHash(THING);
    await gateway.stopThings();
    const { again } = await askByHash(THING);
    expect(again.body.errors).toMatchObject([{ extensions: { code: 'service_unavailable', requestId: 'r-4' } }]);
    const answer = await ask(SHOP);
    // One error per lost field, and all other data in place.
    const lost = [0, 1].flatMap((index) => ['price', 'owner'].map((field) => ['shop', 'things', index, field]));
    expect(answer.body.errors).toMatchObject(
      lost.map((path) => ({ path, extensions: { code: 'service_unavailable' } })),
    );
    expect(answer.body.data).toEqual({ shop: { id: 's1', things: [null, null] } });
    const { body } = await ask('{ a: thing(id: "t1") { id } b: thing(id: "t2") { id } shop(id: "s1") { id } }');
    expect(body.data).toEqual({ a: null, b: null, shop: { id: 's1' } });
    expect(body.errors).toMatchObject([{ path: ['a'] }, { path: ['b'] }]);
    expect((await ask('{ shop(id: "s1") { id } }')).body).toEqual({ data: { shop: { id: 's1' } } });
    await gateway.startThings();
    expect((await ask(SHOP)).body).not.toHaveProperty('errors');
  });

  test('that is late is deadline_exceeded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.pauseShopsWith(() => promise);
    const answer = await ask('mutation { openShop(name: "late") { id } }');
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'deadline_exceeded' } }]);
    resolve();
  });

  test('finishes what it was asked when the caller leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    gateway.seen.length = 0;
    gateway.pauseShopsWith(() => {
      begin();
      return promise;
    });
    const { hostname, port } = new URL(gateway.address);
    const body = JSON.stringify({ query: 'mutation { openShop(name: "left") { id } }' });
    const leaving = connect(Number(port), hostname);
    leaving.write(`POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-request-id: left\r\n`);
    leaving.write(`content-length: ${body.length}\r\n\r\n${body}`);
    await begun;
    leaving.destroy();
    await new Promise((next) => setTimeout(next, 20));
    resolve();
    while (gateway.seen.length === 0) await new Promise((next) => setTimeout(next, 5));
    expect(gateway.seen.map(({ requestId }) => requestId)).toEqual(['left']);
  });
});
