import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { buildServer } from '../http/server.js';
import { startStubGateway } from '../testing/stub-gateway.js';
import { errorPages } from './error-pages.js';
import { openPages } from './serve-pages.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let directory: string;
let gateway: Gateway;
let server: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const folder of ['console', 'guides', 'reference', 'text']) await mkdir(join(directory, folder));
  await writeFile(join(directory, 'guides', 'first.html'), '<h1>A first &amp; only guide</h1>');
  await writeFile(join(directory, 'text', 'main.js.gz'), gzipSync('the copying'));
  await writeFile(join(directory, 'text', 'search.json.gz'), gzipSync('[]'));
  await writeFile(join(directory, 'reference', 'main.js.gz'), gzipSync('the operations'));
  await writeFile(join(directory, 'text', 'favicon.svg.gz'), gzipSync('<svg/>'));
  await writeFile(join(directory, 'console', 'index.html.gz'), gzipSync('the console'));
  await writeFile(join(directory, 'console', 'main-0A1B2C3D.js.gz'), gzipSync('its script'));
  await writeFile(join(directory, 'console', 'theme.css.gz'), gzipSync('its style'));
  await writeFile(join(directory, 'secret.txt'), 'none of the files');
  gateway = new Gateway(startStubGateway().executor);
  server = buildServer({
    routes: [],
    localRoutes: errorPages(),
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

const linksOf = (body: string) => [...body.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);

test('the first page of the documentation says that this is a sandbox and leads to everything', async () => {
  const { statusCode, body } = await get('/docs');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('Sandbox')]);
  expect(linksOf(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '')).toEqual([
    ...['/', '/docs/api', '/openapi.json', 'http://localhost:4000/explorer', '/.well-known/mcp.json', '/docs/errors'],
    ...['/readyz', '/docs/guides/first'],
  ]);
});

describe('the console', () => {
  test.each(['/', '/app', '/app/sign-in', '/app/backtests/bt_1?tab=trades', '/app/deep/er/place'])(
    'is the page at %s',
    async (url) => {
      const { statusCode, body, headers } = await get(url);
      expect([statusCode, body, headers['cache-control']]).toEqual([200, 'the console', 'no-cache']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
    },
  );

  test('keeps its page fresh, and files that are named by their content for good', async () => {
    const { body, headers } = await get('/app/assets/main-0A1B2C3D.js');
    expect([body, headers['content-type']]).toEqual(['its script', 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/app/assets/theme.css')).headers['cache-control']).toBe('no-cache');
  });

  test('answers HEAD without the page, and nothing but a read', async () => {
    const head = await server.inject({ method: 'HEAD', url: '/app/wallet', headers: BROWSER });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const post = await server.inject({ method: 'POST', url: '/app', headers: BROWSER });
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a page that is not there', () => {
  test.each([
    ...['/docs/none', '/docs/guides/none', '/docs/errors/none', '/docs/api/none.js', '/docs/api/..%2Fsecret.txt'],
    ...[
      '/docs/guides/..%2F..%2Fsecret',
      '/app/assets/none.js',
      '/app/assets/index.html',
      '/app/assets/..%2f..%2fsecret.txt',
    ],
    ...['/app/assets/a/b.js', '/nowhere', '/wp-admin/setup.php'],
  ])('is a page at %s, which leads home', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(linksOf(body)).toEqual(expect.arrayContaining(['/', '/docs']));
    expect(body).not.toMatch(/none of the files/);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/text/main.js">']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
  });

  test('is an error to a program, and at every address that serves programs', async () => {
    for (const [url, headers] of [
      ['/docs/none', { accept: '*/*' }],
      ['/app/assets/none.js', { accept: '*/*' }],
      ['/nowhere', {}],
      ['/console/none', BROWSER],
      ['/v1/none', BROWSER],
    ] as const)
      expect((await get(url, { ...headers })).headers['content-type']).toBe('application/json; charset=utf-8');
  });
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

const OTHERS = [
  '/docs/api',
  '/docs/errors',
  '/docs/errors/internal',
  '/docs/guides/first',
  '/docs/text/main.js',
  '/favicon.ico',
];

test('no page may load a script or anything else but files of its own origin', async () => {
  for (const url of ['/', '/app', '/app/assets/main-0A1B2C3D.js', '/docs', ...OTHERS]) {
    const { headers, statusCode } = await get(url);
    expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 200, 'nosniff']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});

test('a browser that has a file is not sent it again', async () => {
  const first = await get('/docs/api/main.js');
  expect([first.body, first.headers['cache-control']]).toEqual(['the operations', 'no-cache']);
  const again = await get('/docs/api/main.js', { ...BROWSER, 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a file is sent compressed to those who take it so', async () => {
  const { headers, rawPayload } = await get('/docs/api/main.js', { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], gunzipSync(rawPayload).toString()]).toEqual(['gzip', 'the operations']);
});

test('the reference has the navigation of every page, and loads its operations', async () => {
  const { body } = await get('/docs/api');
  expect(body).toContain('<a href="/docs/api" aria-current="page">API reference</a>');
  expect([...body.matchAll(/ (?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file)).toEqual([
    ...['/docs/text/main.css', '/docs/text/main.js', '/docs/api/main.css', '/docs/api/main.js'],
  ]);
});

test('a guide is shown under its title', async () => {
  const { body } = await get('/docs/guides/first');
  expect(body).toMatch(/<title>A first &amp; only guide<\/title>[\s\S]*<h1>A first &amp; only guide/);
});

test('a guide leads to all other pages, and loads its style and what copies and searches', async () => {
  const { body } = await get('/docs/guides/first');
  expect(linksOf(body)).toEqual(['/docs', '/docs', '/docs/api', '/docs/errors', '/docs/guides/first', '/']);
  expect(body).toContain('<a href="/docs/guides/first" aria-current="page">A first &amp; only guide</a>');
  const script = /<script type="module" src="([^"]+)"/.exec(body)?.[1] ?? '';
  const { statusCode, body: program, headers } = await get(script);
  expect([statusCode, program, headers['content-type']]).toEqual([
    200,
    'the copying',
    'text/javascript; charset=utf-8',
  ]);
  expect(body).toContain('<link rel="stylesheet" href="/docs/text/main.css">');
  expect((await get('/docs')).body).toContain('id="guides"');
});

test('what can be found is JSON for the pages of this origin', async () => {
  const { statusCode, body, headers } = await get('/docs/text/search.json');
  expect([statusCode, body, headers['content-type']]).toEqual([200, '[]', 'application/json; charset=utf-8']);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});
