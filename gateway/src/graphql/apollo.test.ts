import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { expect, test } from '@jest/globals';
import { startTestGateway } from '../testing/platform.js';

test('neither its start nor its end asks anybody outside: Apollo would report the machine to its own servers', async () => {
  const hosts: string[] = [];
  const note = (message: unknown) => hosts.push((message as { request: ClientRequest }).request.host);
  subscribe('http.client.request.created', note);
  try {
    const gateway = await startTestGateway();
    await gateway.close();
  } finally {
    unsubscribe('http.client.request.created', note);
  }
  expect(hosts).toEqual([]);
});
