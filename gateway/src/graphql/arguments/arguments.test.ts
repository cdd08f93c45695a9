import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../testing/platform.js';

const INSTANT = 'must be an ISO 8601 date, or date and time with a zone';
const INT = 'must be a whole number from -2147483648 to 2147483647';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

async function ask(query: string, variables: object = {}, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ query, variables });
  const response = await gateway.post('/graphql', body, { 'x-api-key': 'good', ...headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect, and fail if one is missing.
  return (await response.json()) as any;
}

describe('a malformed argument is refused by its path and what it takes', () => {
  test.each<[string, object, string, string]>([
    ['query ($v: DateTime) { opened(at: $v) }', { v: 'yesterday' }, 'at', INSTANT],
    ['query ($v: DateTime) { opened(at: $v) }', { v: 1 }, 'at', INSTANT],
    ['query ($v: DateTime) { opened(at: $v) }', { v: '2026-02-30' }, 'at', INSTANT],
    ['{ opened(at: "yesterday") }', {}, 'at', INSTANT],
    ['{ opened(at: 5) }', {}, 'at', INSTANT],
    ['query ($v: DateTime = "never") { opened(at: $v) }', {}, '$v', INSTANT],
    ['query ($v: Size) { opened(size: $v) }', { v: 'huge' }, 'size', 'is one of small, large'],
    ['{ opened(size: huge) }', {}, 'size', 'is one of small, large'],
    ['query ($v: Int) { opened(first: $v) }', { v: 1.5 }, 'first', INT],
    ['query ($v: Int) { opened(first: $v) }', { v: 3_000_000_000 }, 'first', INT],
    ['{ opened(first: 3000000000) }', {}, 'first', INT],
    ['query ($v: Window) { opened(window: $v) }', { v: [] }, 'window', 'must be an object'],
    ['query ($v: Window) { opened(window: $v) }', { v: { from: 'x' } }, 'window.from', INSTANT],
    ['query ($v: Window) { opened(window: $v) }', { v: {} }, 'window.from', 'is required'],
    ['query ($v: Window) { opened(window: $v) }', { v: { from: '2026-01-01', to: 1 } }, 'window.to', 'is not known'],
    ['query ($v: DateTime!) { opened(window: { from: $v }) }', { v: 'x' }, 'window.from', INSTANT],
    ['query ($v: DateTime!) { opened(window: { from: $v }) }', {}, 'window.from', 'is required'],
    ['{ opened(window: { from: null }) }', {}, 'window.from', 'is required'],
    ['{ opened(window: { from: "2026-01-01", note: 7 }) }', {}, 'window.note', 'must be a string'],
    ['{ opened(window: { from: "2026-01-01", sizes: [small, 1] }) }', {}, 'window.sizes.1', 'is one of small, large'],
    [
      'query ($v: [Size!]) { opened(window: { from: "2026-01-01", sizes: $v }) }',
      { v: ['small', 'x'] },
      'window.sizes.1',
      'is one of small, large',
    ],
  ])('%s %j', async (query, variables, path, message) => {
    const { errors, data } = await ask(query, variables);
    expect(errors).toMatchObject([
      {
        message: `\`${path}\` ${message}.`,
        extensions: { code: 'invalid_request', details: [{ path, message }] },
      },
    ]);
    expect(data).toBeUndefined();
    expect(gateway.logged).toEqual([]);
  });

  test('up to twenty places of it, never with the value', async () => {
    const v = { from: '2026-01-01', sizes: Array.from({ length: 40_000 }, () => 'secret') };
    const answer = await ask('query ($v: Window) { opened(window: $v) }', { v });
    expect(answer.errors[0].extensions.details).toHaveLength(20);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T01:00:00+01:00', '2026-11-20T00:00:00.000Z'],
])('an instant may be written as %s', async (at, opened) => {
  expect(await ask('query ($at: DateTime) { opened(at: $at) }', { at })).toEqual({ data: { opened } });
  expect(await ask(`{ opened(at: "${at}") }`)).toEqual({ data: { opened } });
});

describe('what a service refuses by the name that REST has', () => {
  const refusalOf = async (query: string, variables: object = {}) => {
    const { errors } = await ask(query, variables);
    return [errors[0].message, errors[0].extensions.details[0].path];
  };
  const ORDER = 'mutation ($input: OrderInput!) { order(input: $input) }';

  test.each([
    ['config', 'configJson is odd.', 'input.configJson'],
    ['config.exchange.pair_whitelist', 'pair_whitelist is odd.', 'input.configJson.exchange.pair_whitelist'],
    ['due_at', 'dueAt is odd.', 'input.dueAt'],
    ['window.from', 'from is odd.', 'input.window.from'],
    ['elsewhere', 'elsewhere is odd.', 'elsewhere'],
  ])('as %s is named as the graph names it', async (path, message, shown) => {
    expect(await refusalOf(ORDER, { input: { configJson: path } })).toEqual([message, shown]);
  });

  test('is named so below aliases and fragments', async () => {
    const query = 'query { ...F } fragment F on Query { a: opened(first: 0) }';
    expect(await refusalOf(query)).toEqual(['first is odd.', 'first']);
  });

  test('keeps that name for the facade', async () => {
    const question = { query: '{ opened(first: 0) }', variables: {} };
    const { errors } = await gateway.executor.execute({ id: 'r-1', headers: {}, ip: '192.0.2.1' }, question, () => {});
    expect(errors).toMatchObject([{ message: 'limit is odd.', extensions: { details: [{ path: 'limit' }] } }]);
  });
});

test('what a document costs is told in whole numbers', async () => {
  const { errors } = await ask('{ shops(first: 2000000000) { id } }');
  expect(errors[0].message).toMatch(/^The document costs 2000000001, and may cost 60000:/);
});
