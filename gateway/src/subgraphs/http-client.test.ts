import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { JsonPeer } from './http-client.js';

let server: Server | undefined;
let peer: JsonPeer | undefined;
let asked = 0;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  await peer?.close();
  server = undefined;
  peer = undefined;
});

/** Long enough for a busy machine. */
const TIMEOUT_MS = 10_000;

/** Returns a client of a server with this handler. */
async function peerThat(answer: (response: ServerResponse) => void, timeoutMs = TIMEOUT_MS): Promise<JsonPeer> {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  peer = new JsonPeer(`http://127.0.0.1:${port}`, { timeoutMs });
  return peer;
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, '1');
const question = { method: 'POST', path: '/', headers: {}, body: '{}' } as const;

describe('a JSON peer', () => {
  test('gives the answer of any status, however it is cut into pieces', async () => {
    const text = JSON.stringify({ text: 'ä'.repeat(50_000) });
    const asking = await peerThat((response) => {
      response.writeHead(503);
      const bytes = Buffer.from(text);
      response.write(bytes.subarray(0, 20_001));
      setTimeout(() => response.end(bytes.subarray(20_001)), 20);
    });
    expect(await asking.ask(question)).toMatchObject({ status: 503, body: JSON.parse(text) });
  });

  test.each([
    ['is cut off', (response: ServerResponse) => response.destroy()],
    ['is cut off in its answer', (response: ServerResponse) => response.write('{"a":', () => response.destroy())],
    ['answers what is no JSON', (response: ServerResponse) => response.end('<html>')],
    ['answers nothing', (response: ServerResponse) => response.end()],
  ])('that %s is service_unavailable, and is asked once', async (_case, answer) => {
    const asking = await peerThat(answer);
    await expect(asking.ask(question)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(asked).toBe(1);
  });

  test.each([
    ['without saying so before', {}],
    ['as it says before', { 'content-length': String(9 * MEBIBYTE.length) }],
  ])('that answers more than 8 MiB %s is response_too_large', async (_case, headers) => {
    const asking = await peerThat((response) => {
      response.writeHead(200, headers);
      for (let count = 0; count < 9; count += 1) response.write(MEBIBYTE);
      response.end();
    });
    await expect(asking.ask(question)).rejects.toMatchObject({ code: 'response_too_large' });
  });

  test('that does not listen is service_unavailable', async () => {
    peer = new JsonPeer('http://127.0.0.1:1', { timeoutMs: TIMEOUT_MS });
    await expect(peer.ask(question)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test.each([
    ['begin', () => {}],
    ['go on with', (response: ServerResponse) => response.write('{"a":')],
  ])('that does not %s its answer in time is deadline_exceeded', async (_case, answer) => {
    const asking = await peerThat(answer, 300);
    await expect(asking.ask(question)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
});
