import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestCertificates, type TestCertificates } from '@platform/rpc/grpc/testing';
import { KubernetesApi } from './kubernetes-api.js';

/** The API of a cluster over TLS, with the certificate of its own authority. */

const question = { path: '/version', query: { pretty: 'false' }, answerBytesMax: 100 } as const;
let certificates: TestCertificates;
let server: Server;
let asked: (string | undefined)[];
let api: KubernetesApi;

beforeEach(async () => {
  asked = [];
  certificates = await createTestCertificates();
  const { GRPC_TLS_CA_FILE: caFile, GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE } = certificates.settings;
  const tokenFile = join(caFile, '..', 'token');
  await writeFile(tokenFile, 'first\n');
  const pair = { cert: await readFile(GRPC_TLS_CERT_FILE), key: await readFile(GRPC_TLS_KEY_FILE) };
  server = createServer(pair, ({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a socket in the file system.
  const { port } = server.address() as AddressInfo;
  api = new KubernetesApi({ url: `https://localhost:${port}/clusters/one/`, tokenFile, caFile });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await certificates.remove();
});

test('an answer comes over TLS, below the path of the address, and a token that was replaced is sent', async () => {
  expect(await api.get(question)).toBe('{}');
  await writeFile(join(certificates.settings.GRPC_TLS_CA_FILE, '..', 'token'), 'second');
  expect(await api.get(question)).toBe('{}');
  const path = '/clusters/one/version?pretty=false';
  expect(asked).toEqual([`${path} Bearer first`, `${path} Bearer second`]);
});

test('a server of another authority is told nothing, the token least', async () => {
  await certificates.replace();
  await expect(api.get(question)).rejects.toThrow(/certificate|signature/);
  expect(asked).toEqual([]);
});
