import { expect, test } from '@jest/globals';
import { routes } from '@platform/rest-facade/routes';
import { sdkDocument } from './document.js';

const { openapi, facts } = sdkDocument();
const text = JSON.stringify(openapi);

test('has what succeeds of each unified operation that is there, without examples, which differ from day to day', () => {
  expect(text).not.toMatch(/"examples?":/);
  expect(text).not.toContain('"x-error-codes"');
  const { paths } = openapi as { paths: Record<string, Record<string, { responses: object }>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ name: `${method.toUpperCase()} ${path}`, responses })),
  );
  const there = routes.filter(({ response }) => Object.keys(response).length > 0);
  expect(operations.map(({ name }) => name).sort()).toEqual(
    there.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  for (const { responses } of operations) expect(Object.keys(responses).every((status) => status < '300')).toBe(true);
});

test('makes a key where one call is one effect, and leaves it to the caller where calls share one', () => {
  expect(facts.keyIsMade).toEqual([
    'POST /wallet/venues/{venue}/setup',
    'POST /runtime/backtests',
    'POST /runtime/deployments',
    'POST /runtime/executions',
  ]);
  expect(facts.repeatable.filter((name) => !facts.keyIsMade.includes(name))).toEqual([
    'POST /wallet/withdraw/authorize',
    'POST /wallet/withdraw',
    'POST /wallet/withdraw/recover',
  ]);
});

test('knows which operations take a session, and every code', () => {
  expect(facts.ofSessions).toEqual(['GET /account/keys', 'POST /account/keys', 'DELETE /account/keys/{id}']);
  expect(facts.errorCodes).toEqual(
    expect.arrayContaining(['rate_limited', 'idempotency_key_conflict', 'unauthorized']),
  );
});
