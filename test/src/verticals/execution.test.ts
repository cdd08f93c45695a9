import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { Vertical } from './vertical.js';

const MONGODB_URI = process.env['TEST_MONGODB_URI'] ?? '';
const START_MS = 1_700_000_000_000;
const LIST = `query ($first: Int! = 20, $after: String) {
  executions(first: $first, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } }
}`;
const FIELDS = 'id status venue actionType accountAddress createdAt finishedAt resultJson settlement';
let vertical: Vertical;

const newest = {
  _id: 'exe_v3',
  accountId: 'acc_v1',
  idempotencyKey: 'k3',
  status: 'succeeded',
  venue: 'hyperliquid',
  actionType: 'order',
  accountAddress: '0x1000000000000000000000000000000000000001',
  createdAt: new Date(START_MS + 3),
  finishedAt: new Date(START_MS + 5),
  resultJson: '{"status":"ok"}',
  settlement: 'mined',
};

beforeAll(async () => {
  const connection = await connectMongo(new Secret(MONGODB_URI), 'execution');
  await resetDatabase(connection);
  const { finishedAt: _finishedAt, resultJson: _resultJson, ...pending } = { ...newest, status: 'submitting' };
  const older = [1, 2].map((age) => ({
    ...pending,
    _id: `exe_v${age}`,
    idempotencyKey: `k${age}`,
    createdAt: new Date(START_MS + age),
  }));
  // Without providers nothing is executed, so the test uses the collection of the service.
  await connection.collection<{ _id: string }>('executions').insertMany([...older, newest]);
  await connection.close();
  vertical = await Vertical.start('execution', { MONGODB_URI }, LIST);
}, PROCESSES_HOOK_MS_MAX);

afterAll(() => vertical[Symbol.asyncDispose]());

describe('executions', () => {
  test('page newest first by the cursors of the service', async () => {
    const first = await vertical.ask('acc_v1', LIST, { first: 2 });
    expect(first.data.executions).toMatchObject({
      edges: [{ node: { id: 'exe_v3' } }, { node: { id: 'exe_v2' } }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const { endCursor } = first.data.executions.pageInfo;
    expect(endCursor).toBe(first.data.executions.edges[1].cursor);
    const second = await vertical.ask('acc_v1', LIST, { after: endCursor });
    expect(second.data.executions).toMatchObject({
      edges: [{ node: { id: 'exe_v1' } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });

  test('are empty for another account, whose cursors are refused', async () => {
    const { data } = await vertical.ask('acc_v1', LIST, { first: 1 });
    expect((await vertical.ask('acc_v2', LIST)).data.executions.edges).toEqual([]);
    const stolen = await vertical.ask('acc_v2', LIST, { after: data.executions.pageInfo.endCursor });
    expect(stolen.errors?.[0]?.extensions.code).toBe('invalid_cursor');
  });

  test.each([0, 101])('refuse a page of %d', async (first) => {
    expect((await vertical.ask('acc_v1', LIST, { first })).errors?.[0]?.extensions).toEqual({
      code: 'invalid_request',
      details: [{ path: 'limit', message: 'must be from 1 to 100' }],
    });
  });
});

describe('an execution', () => {
  test('shows every field of its record', async () => {
    const { data } = await vertical.ask('acc_v1', `{ execution(id: "exe_v3") { ${FIELDS} } }`);
    expect(data.execution).toEqual({
      id: 'exe_v3',
      status: 'succeeded',
      venue: 'hyperliquid',
      actionType: 'order',
      accountAddress: newest.accountAddress,
      createdAt: '2023-11-14T22:13:20.003Z',
      finishedAt: '2023-11-14T22:13:20.005Z',
      resultJson: '{"status":"ok"}',
      settlement: 'mined',
    });
  });

  test('is not found under an unknown id, nor by another account', async () => {
    for (const [account, id] of [
      ['acc_v1', 'exe_unknown'],
      ['acc_v2', 'exe_v3'],
    ] as const) {
      const { errors } = await vertical.ask(account, `{ execution(id: "${id}") { id } }`);
      expect(errors?.[0]?.extensions.code).toBe('execution_not_found');
    }
  });

  test('resolves as an entity for its owner and is null for anybody else', async () => {
    const query = `{ _entities(representations: [
      { __typename: "Execution", id: "exe_v1" }, { __typename: "Execution", id: "exe_unknown" }
    ]) { ... on Execution { id status finishedAt } } }`;
    expect((await vertical.ask('acc_v1', query)).data).toEqual({
      _entities: [{ id: 'exe_v1', status: 'submitting', finishedAt: null }, null],
    });
    expect((await vertical.ask('acc_v2', query)).data).toEqual({ _entities: [null, null] });
  });
});

describe('submitExecution', () => {
  const SUBMIT = `mutation ($input: SubmitExecutionInput!) { submitExecution(input: $input) { replayed execution { id } } }`;
  const input = { venue: 'hyperliquid', actionJson: '{"type":"withdraw3"}', idempotencyKey: 'k' };

  test.each([
    [input, 'native_action_unsupported'],
    [{ ...input, actionJson: '{"type":"order"}' }, 'native_action_invalid'],
    [{ ...input, actionJson: '{"type":"order","api-secret":1}' }, 'server_owned_field'],
    [{ ...input, actionJson: '{"type":"scheduleCancel"}' }, 'execution_provider_unavailable'],
  ])('refuses %j with %s', async (wanted, code) => {
    const { errors } = await vertical.ask('acc_v1', SUBMIT, { input: wanted });
    expect(errors?.[0]?.extensions.code).toBe(code);
  });
});

test('the service stops on SIGTERM with 0', async () => {
  expect(await vertical.stop()).toBe(0);
});
