import { describe, expect, test } from '@jest/globals';
import { routes } from '../routes/index.js';
import { requestOf, toolOf, toolRoutes } from './tool.js';

function routeOf(tool: string) {
  const route = routes.find((each) => each.tool === tool);
  if (route === undefined) throw new Error(`no tool ${tool}`);
  return route;
}

describe.each(toolRoutes(routes).map((route) => [route.tool, route] as const))('%s', (_name, route) => {
  test('takes an object, every field described, and gives an object', () => {
    const { inputSchema, outputSchema } = toolOf(route);
    expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
    expect(Object.keys(outputSchema.properties ?? {})).not.toEqual([]);
    const undescribed = Object.entries(inputSchema.properties ?? {}).filter(([, field]) => {
      const { description, type, oneOf } = Object(field);
      return description === undefined && type !== 'object' && oneOf === undefined;
    });
    expect(undescribed).toEqual([]);
    expect(JSON.stringify(inputSchema)).not.toContain('$ref');
  });
});

describe('arguments become the request of the route', () => {
  test('in its path, its headers and its body', () => {
    const given = { venue: 'a/b', amount_usd: '50.00', idempotency_key: 'k', nope: 1 };
    expect(requestOf(routeOf('wallet.venue.setup'), given)).toEqual({
      method: 'POST',
      url: '/wallet/venues/a%2Fb/setup',
      headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
      payload: '{"amount_usd":"50.00","nope":1}',
    });
  });

  test('in its query, with what it does not know, so that it refuses that', () => {
    expect(requestOf(routeOf('context.markets.list'), { query: 'b t&c', limit: 5, nope: [1] })).toEqual({
      method: 'GET',
      url: '/context/markets?query=b+t%26c&limit=5&nope=%5B1%5D',
      headers: {},
    });
  });

  test.each([{}, { id: '' }, { id: '..' }])('%j has no address', (given) => {
    expect(() => requestOf(routeOf('runtime.backtests.get'), given)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [{ path: 'id', message: 'is required' }] }),
    );
  });
});
