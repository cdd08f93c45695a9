import { describe, expect, test } from '@jest/globals';
import type { Ask } from '../route.js';
import { getExecution } from './executions-get.js';
import { listExecutions } from './executions-list.js';
import { submitExecution } from './executions-submit.js';

const asked: unknown[] = [];
const pending = {
  id: 'exe_1',
  status: 'submitting',
  venue: 'hyperliquid',
  actionType: 'order',
  accountAddress: '0x1000000000000000000000000000000000000001',
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  resultJson: null,
  settlement: null,
};
const ended = {
  ...pending,
  status: 'succeeded',
  finishedAt: '2026-01-01T00:00:01.500Z',
  resultJson: '{"status":"ok","response":{"oid":1}}',
  settlement: 'confirmed',
};

/** The gateway's answer, as it comes over the wire. */
function answering(data: unknown): Ask {
  return async (_operation, variables) => {
    asked.push(variables);
    return data as never;
  };
}

function request(query: unknown = {}, params: unknown = {}) {
  return { params, query, headers: {}, body: undefined };
}

function page(hasNextPage: boolean) {
  return { executions: { edges: [{ node: pending }], pageInfo: { hasNextPage, endCursor: 'c1' } } };
}

describe('GET /runtime/executions', () => {
  test('shows a page with the cursor of the next one, and null on the last', async () => {
    const first = await listExecutions.run(request({ limit: '1', cursor: 'c0' }), answering(page(true)));
    expect(asked.at(-1)).toEqual({ first: 1, after: 'c0' });
    expect(first.body).toMatchObject({ executions: [{ id: 'exe_1' }], next_cursor: 'c1' });
    const last = await listExecutions.run(request(), answering(page(false)));
    expect(asked.at(-1)).toEqual({ first: 20, after: undefined });
    expect(last.body).toMatchObject({ next_cursor: null });
  });

  test.each([{ limit: 'ten' }, { limit: '1.5' }, { limit: '' }, { cursor: '' }, { status: 'failed' }])(
    'refuses %j as validation_failed before anybody is asked',
    async (query) => {
      const before = asked.length;
      await expect(listExecutions.run(request(query), answering(page(false)))).rejects.toMatchObject({
        code: 'validation_failed',
        details: [{ path: Object.keys(query)[0] }],
      });
      expect(asked).toHaveLength(before);
    },
  );

  test('leaves the bounds of the limit to the service', async () => {
    await listExecutions.run(request({ limit: '101' }), answering(page(false)));
    expect(asked.at(-1)).toMatchObject({ first: 101 });
  });
});

describe('GET /runtime/executions/{id}', () => {
  test('shows what is not known yet as null', async () => {
    const { status, body } = await getExecution.run(request({}, { id: 'exe_1' }), answering({ execution: pending }));
    expect(asked.at(-1)).toEqual({ id: 'exe_1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'exe_1',
      status: 'submitting',
      venue: 'hyperliquid',
      action_type: 'order',
      account_address: pending.accountAddress,
      created_at: pending.createdAt,
      finished_at: null,
      result: null,
      settlement: null,
    });
  });

  test("shows the venue's response as JSON", async () => {
    const { body } = await getExecution.run(request({}, { id: 'exe_1' }), answering({ execution: ended }));
    expect(body).toMatchObject({
      finished_at: ended.finishedAt,
      result: { status: 'ok', response: { oid: 1 } },
      settlement: 'confirmed',
    });
  });
});

describe('POST /runtime/executions', () => {
  const action = { type: 'cancel', cancels: [{ a: 0, o: 1 }] };
  const submission = {
    ...request(),
    headers: { 'idempotency-key': 'k1' },
    body: { venue: 'hyperliquid', action },
  };
  const submitted = (status: string, replayed = false) =>
    answering({ submitExecution: { execution: { ...pending, status }, replayed } });

  test.each([
    ['succeeded', 201],
    ['failed', 201],
    ['submitting', 202],
    ['reconciling', 202],
    ['reconciliation_required', 202],
  ])('answers %s with %d', async (executionStatus, status) => {
    const answer = await submitExecution.run(submission, submitted(executionStatus));
    expect(asked.at(-1)).toEqual({
      input: {
        venue: 'hyperliquid',
        actionJson: '{"type":"cancel","cancels":[{"a":0,"o":1}]}',
        accountAddress: undefined,
        idempotencyKey: 'k1',
      },
    });
    expect(answer).toMatchObject({ status, headers: {}, body: { id: 'exe_1', status: executionStatus } });
  });

  test('says when it repeats a record', async () => {
    const { headers } = await submitExecution.run(submission, submitted('succeeded', true));
    expect(headers).toEqual({ 'idempotency-replayed': 'true' });
  });

  const deep = JSON.parse(`${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`);

  test.each<[string, object]>([
    ['idempotency_key_required', { headers: {} }],
    ['idempotency_key_required', { headers: { 'idempotency-key': 'ü' } }],
    ['validation_failed', { body: { venue: 'hyperliquid' } }],
    ['validation_failed', { body: { venue: 'aerodrome', action } }],
    ['validation_failed', { body: { venue: 'hyperliquid', action: {} } }],
    ['validation_failed', { body: { venue: 'hyperliquid', action: [action] } }],
    ['validation_failed', { body: { venue: 'hyperliquid', action, code: 'x' } }],
    ['validation_failed', { body: { venue: 'hyperliquid', action: { n: Number.POSITIVE_INFINITY } } }],
    ['validation_failed', { body: { venue: 'hyperliquid', action: deep } }],
  ])('refuses with %s before anybody is asked', async (code, overrides) => {
    const before = asked.length;
    await expect(submitExecution.run({ ...submission, ...overrides }, submitted('succeeded'))).rejects.toMatchObject({
      code,
    });
    expect(asked).toHaveLength(before);
  });

  test('leaves to the service what is deeper than an action goes', async () => {
    const nested = JSON.parse(`${'{"x":'.repeat(40)}1${'}'.repeat(40)}`);
    await submitExecution.run({ ...submission, body: { venue: 'hyperliquid', action: nested } }, submitted('failed'));
    expect(asked.at(-1)).toMatchObject({ input: { actionJson: JSON.stringify(nested) } });
  });
});
