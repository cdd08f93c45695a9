import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pageHeaders, StaticFiles } from '@platform/edge/http';
import fastify from 'fastify';
import { serveExplorer } from './explorer.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let directory: string;
const server = fastify();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'explorer-'));
  await writeFile(join(directory, 'index.html.gz'), gzipSync('the explorer'));
  const files = await StaticFiles.open(directory, pageHeaders({ styles: "'self' 'unsafe-inline'" }));
  serveExplorer(server, { files, publicUrl: 'https://platform.example' });
  server.get('/graphql', async () => 'the graph');
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

test.each(['/', '/graphql'])('a browser that opens %s is sent to the explorer', async (url) => {
  const answer = await server.inject({ url, headers: BROWSER });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/explorer']);
});

test.each([
  ['/graphql?query={__typename}', BROWSER],
  ['/graphql', { accept: 'application/json' }],
  ['/graphql', {}],
])('%s with %j is for the graph', async (url, headers) => {
  expect((await server.inject({ url, headers })).body).toBe('the graph');
});

test.each(['/app', '/docs', '/docs/api', '/docs/errors'])(
  'the explorer’s link to %s leads to the facade',
  async (url) => {
    const answer = await server.inject({ url, headers: BROWSER });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `https://platform.example${url}`]);
  },
);

test('the explorer runs no script but its files, and may make styles', async () => {
  const { body, headers } = await server.inject({ url: '/explorer', headers: BROWSER });
  expect(body).toBe('the explorer');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self'; style-src 'self' 'unsafe-inline';/);
});
