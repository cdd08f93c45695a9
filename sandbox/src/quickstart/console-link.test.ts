import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { consoleLink } from './console-link.js';

let server: Server;
let answer: object;
let authorization: string | undefined;

beforeEach(async () => {
  server = createServer((request, response) => {
    authorization = request.headers.authorization;
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => void server.close());

const ask = () => {
  const { port } = server.address() as AddressInfo;
  const platform = { base_url: 'http://localhost:8080', graphql_url: `http://127.0.0.1:${port}/graphql` };
  return consoleLink(platform, 'tps_session');
};

test('the console signs the session in by a secret that no server is sent', async () => {
  answer = { data: { createSignInLink: { secret: 'tpi_once' } } };
  expect(await ask()).toBe('http://localhost:8080/app/sign-in#tpi_once');
  expect(authorization).toBe('Bearer tps_session');
});

test('a platform that makes no link is reported with its words', async () => {
  answer = { data: { createSignInLink: null }, errors: [{ message: 'A part of the platform is down.' }] };
  await expect(ask()).rejects.toThrow('no sign-in link: A part of the platform is down.');
});
