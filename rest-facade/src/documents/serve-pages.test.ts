import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { buildServer } from '../http/server.js';
import { startStubGateway } from '../testing/stub-gateway.js';
import { openPages } from './serve-pages.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let directory: string;
let gateway: Gateway;
let server: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const folder of ['guides', 'reference', 'text']) await mkdir(join(directory, folder));
  await writeFile(join(directory, 'guides', 'first.html'), '<h1>A first &amp; only guide</h1>');
  await writeFile(join(directory, 'text', 'main.js.gz'), gzipSync('the copying'));
  await writeFile(join(directory, 'reference', 'index.html.gz'), gzipSync('the reference'));
  await writeFile(join(directory, 'reference', 'favicon.svg.gz'), gzipSync('<svg/>'));
  await writeFile(join(directory, 'secret.txt'), 'none of the files');
  gateway = new Gateway(startStubGateway().executor);
  server = buildServer({
    routes: [],
    localRoutes: [],
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'http://localhost:8080',
    clock: systemClock,
    pages: await openPages(directory, { isSandbox: true, graphUrl: 'http://localhost:4000/graphql' }),
    logger: createLogger({ process: 'test', level: 'error' }),
  });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = BROWSER) => server.inject({ url, headers });

test('the first page says that this is a sandbox and leads to everything', async () => {
  for (const url of ['/', '/docs']) {
    const { statusCode, body } = await get(url);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Sandbox')]);
    const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);
    expect(links).toEqual([
      ...['/docs/api', '/openapi.json', 'http://localhost:4000/explorer', '/.well-known/mcp.json', '/docs/errors'],
      ...['/docs/guides/first', '/readyz'],
    ]);
  }
});

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  'a program that accepts %j finds nothing there',
  async (headers) => {
    for (const url of ['/', '/docs']) {
      const answer = await get(url, { ...headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
    }
  },
);

test('no page may load a script or anything else but files of its own origin', async () => {
  for (const url of ['/', '/docs/api', '/docs/guides/first', '/docs/text/main.js', '/favicon.ico']) {
    const { headers, statusCode } = await get(url);
    expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 200, 'nosniff']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});

test('a browser that has a file is not sent it again', async () => {
  const first = await get('/docs/api');
  expect([first.body, first.headers['cache-control']]).toEqual(['the reference', 'no-cache']);
  const again = await get('/docs/api', { ...BROWSER, 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a file is sent compressed to those who take it so', async () => {
  const { headers, rawPayload } = await get('/docs/api', { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], gunzipSync(rawPayload).toString()]).toEqual(['gzip', 'the reference']);
});

test('a guide is shown under its title', async () => {
  const { body } = await get('/docs/guides/first');
  expect(body).toMatch(/<title>A first &amp; only guide<\/title>[\s\S]*<h1>A first &amp; only guide/);
});

test('a guide leads to all other pages, and loads what copies its blocks of code', async () => {
  const { body } = await get('/docs/guides/first');
  const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);
  expect(links).toEqual(['/docs', '/docs/api', '/docs#guides', '/docs/errors']);
  expect(body).toContain('<li aria-current="page">A first &amp; only guide</li>');
  const script = /<script type="module" src="([^"]+)"/.exec(body)?.[1] ?? '';
  const { statusCode, body: program, headers } = await get(script);
  expect([statusCode, program, headers['content-type']]).toEqual([
    200,
    'the copying',
    'text/javascript; charset=utf-8',
  ]);
  expect((await get('/docs')).body).toContain('id="guides"');
});

test.each(['/docs/api/..%2Fsecret.txt', '/docs/guides/..%2F..%2Fsecret', '/docs/guides/none', '/docs/api/none.js'])(
  '%s is not there',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);
