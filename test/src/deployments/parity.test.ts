import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

/** What a caller who asks for a parity report is told by REST and by the graph before there can be one. */

let platform: Platform;
let caller: Caller;
let id: string;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'parity@example.com');
  const { body } = await caller.send('POST', '/runtime/deployments', deploymentRequest('to be compared'));
  id = body.id;
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const path = () => `/runtime/deployments/${id}/parity`;

test('a deployment that never ran has no period to replay', async () => {
  const { status, body } = await caller.send('POST', path());
  expect([status, body.error]).toEqual([
    409,
    expect.objectContaining({ code: 'invalid_state', details: { status: 'created', action: 'start_parity' } }),
  ]);
});

test('a report that nobody asked for is not there', async () => {
  const { status, body } = await caller.send('GET', path());
  expect([status, body.error]).toEqual([
    409,
    expect.objectContaining({ code: 'invalid_state', details: { status: 'created', action: 'read_parity' } }),
  ]);
  const { body: graph } = await caller.query(`{ deployment(id: "${id}") { parity { status } } }`);
  expect(graph).toEqual({ data: { deployment: { parity: null } } });
});
