import { once } from 'node:events';
import { get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Connections, type CutReason } from './connections.js';
import { connectionLimits } from './settings.js';

const PATIENCE_MS = 60_000;
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
const HEAD = 'GET / HTTP/1.1\r\nhost: x\r\n';

let server: Server;
let connections: Connections;
let cut: CutReason[];
/** Requests that wait for an answer, each with what answers it. */
let waiting: (() => void)[];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

/** A server that answers `/wait` when the test says so, `/large` with more than a connection holds, all else at once. */
async function serve(limits: Partial<ReturnType<typeof connectionLimits>> = {}): Promise<void> {
  cut = [];
  waiting = [];
  connections = new Connections({
    limits: { ...connectionLimits(), ...limits },
    trustedProxies: ['127.0.0.9', '127.0.8.0/24'],
    writeRefusal: ({ code }, requestId) => JSON.stringify({ code, requestId }),
    onCut: (reason) => cut.push(reason),
  });
  server = connections.createServer((request, response) => {
    if (request.headers['x-api-key'] !== undefined) connections.trust(request);
    if (request.url === '/wait') waiting.push(() => response.end());
    else if (request.method === 'POST') request.on('end', () => response.end('taken')).resume();
    else if (request.url?.startsWith('/stream')) {
      connections.stream(request);
      response.write(request.url === '/stream/large' ? LARGE : 'begun');
    } else response.end(request.url === '/large' ? LARGE : 'served');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const port = () => (server.address() as AddressInfo).port;

/** A client that never closes by itself, from an address of this machine. */
async function open(written = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const client = connect({ port: port(), host: '127.0.0.1', localAddress, allowHalfOpen: true });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(written);
  return client;
}

function read(localAddress = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: port(), localAddress, agent: false };
    get(options, (response) => resolve(text(response))).on('error', reject);
  });
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAtMs = performance.now(); !(await isSo()); await sleep(10))
    if (performance.now() - startedAtMs > PATIENCE_MS) throw new Error(`waited without result for ${what}`);
}

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const untilFree = () => until('all to be freed', async () => (await openConnections()) === 0);

describe('a client that never closes', () => {
  test.each([
    ['and speaks no HTTP', 'nonsense\r\n\r\n', 'invalid_request'],
    ['and says nothing', '', 'deadline_exceeded'],
    ['and sends its head slowly', HEAD, 'deadline_exceeded'],
    ['and sends its body slowly', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc', 'deadline_exceeded'],
    ['and sends endless headers', `${HEAD}x: ${'x'.repeat(20_000)}`, 'payload_too_large'],
  ])('%s is told so and let go', async (_case, written, code) => {
    await serve({ headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 });
    const client = await open(written);
    const answer = await text(client);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 \\d{3} ${code}\r\n`));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ code, requestId: /x-request-id: (\S+)/.exec(head)?.[1] });
    await untilFree();
  });

  test('once it was refused is let go, though it goes on sending, and reads the answer', async () => {
    await serve();
    const client = await open(`${HEAD}x: ${'x'.repeat(20_000)}`);
    const sending = setInterval(() => client.write('x'.repeat(1_000)), 5);
    client.on('close', () => clearInterval(sending));
    expect((await once(client, 'data')).toString()).toContain('payload_too_large');
    await untilFree();
  });

  test('and waits after its answer is let go', async () => {
    await serve({ idleTimeoutMs: 100 });
    const client = await open(`${HEAD}\r\n`);
    expect((await once(client, 'data')).toString()).toContain('served');
    await untilFree();
  });

  test('and closes its own half at once is let go', async () => {
    await serve();
    (await open()).end();
    (await open(HEAD)).end();
    await untilFree();
  });

  test('and does not take its answer is let go', async () => {
    await serve({ answerTimeoutMs: 200 });
    (await open(`${HEAD.replace('/', '/large')}\r\n`)).pause();
    await untilFree();
    expect(cut).toEqual(['answer_timeout']);
  });

  test('and takes all of a stream keeps it, and one that does not is let go', async () => {
    await serve({ answerTimeoutMs: 1_000 });
    const taking = await open(`${HEAD.replace('/', '/stream')}\r\n`);
    await once(taking, 'data');
    (await open(`${HEAD.replace('/', '/stream/large')}\r\n`)).pause();
    await until('the end of the one that does not take it', () => cut.includes('answer_timeout'));
    await sleep(1_500);
    expect([taking.destroyed, cut]).toEqual([false, ['answer_timeout']]);
  });

  test('may take long to be answered, up to the bound', async () => {
    await serve({ headersTimeoutMs: 200, requestTimeoutMs: 200, answerTimeoutMs: 60_000 });
    const client = await open(`${HEAD.replace('/', '/wait')}\r\n`);
    await sleep(2_500);
    for (const answer of waiting) answer();
    expect((await once(client, 'data')).toString()).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('of too many connections without a credential', () => {
  test('the oldest that does nothing goes, and the new one is served', async () => {
    await serve({ unauthenticatedPerClientMax: 3 });
    const served = await open(`${HEAD.replace('/', '/wait')}\r\n`);
    await until('the request', () => waiting.length === 1);
    const slow = await open('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc');
    const silent = await open();
    expect(await read()).toBe('served');
    await until('the end of the oldest', () => slow.readableEnded || slow.destroyed);
    expect([served.destroyed, silent.destroyed, cut]).toEqual([false, false, ['client_limit']]);
    waiting[0]?.();
    expect((await once(served, 'data')).toString()).toMatch(/^HTTP\/1.1 200 /);
  });

  test('the new one goes where all others are being served', async () => {
    await serve({ unauthenticatedPerClientMax: 1 });
    const served = await open(`${HEAD.replace('/', '/wait')}\r\n`);
    await until('the request', () => waiting.length === 1);
    await expect(read()).rejects.toThrow();
    expect([served.destroyed, cut]).toEqual([false, ['client_limit']]);
  });

  test('none is another client’s, a proxy’s, or of somebody with a credential', async () => {
    await serve({ unauthenticatedPerClientMax: 1 });
    const known = await open(`${HEAD}x-api-key: k\r\n\r\n`);
    await once(known, 'data');
    for (const address of ['127.0.0.1', '127.0.0.2', ...Array(5).fill('127.0.0.9'), ...Array(5).fill('127.0.8.7')])
      await open('', address);
    await until('all to be open', async () => (await openConnections()) === 13);
    expect(cut).toEqual([]);
    await open('', '127.0.0.2');
    await until('a cut', () => cut.length === 1);
    expect(known.destroyed).toBe(false);
  });
});

describe('of too many connections in all', () => {
  test('those without a credential go before those with one', async () => {
    await serve({ connectionsMax: 3 });
    const known: Socket[] = [];
    for (let index = 0; index < 2; index += 1) {
      const client = await open(`${HEAD}x-api-key: k\r\n\r\n`);
      await once(client, 'data');
      known.push(client);
    }
    const silent = await open('', '127.0.0.2');
    expect(await read('127.0.0.3')).toBe('served');
    await until('the end of the silent one', () => silent.readableEnded || silent.destroyed);
    expect(known.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    expect(cut).toEqual(['connections_limit']);
  });

  test('one that stands idle with a credential goes when there is no other', async () => {
    await serve({ connectionsMax: 2 });
    for (let index = 0; index < 2; index += 1) await once(await open(`${HEAD}x-api-key: k\r\n\r\n`), 'data');
    const newest = await open(`${HEAD}x-api-key: k\r\n\r\n`);
    const [first] = clients;
    await until('the end of the oldest', () => first?.readableEnded === true || first?.destroyed === true);
    expect(newest.destroyed).toBe(false);
  });
});
