import { describe, expect, test } from '@jest/globals';
import { routes } from '../routes/index.js';
import { requestOf, toolOf } from './tool.js';
import { routesByName, toolRoutes } from './tool-routes.js';
import { ToolWords } from './tool-words.js';

const OUTPUT_SCHEMAS_BYTES_MAX = 48_000;

const offered = toolRoutes(routes);
const words = new ToolWords(offered, 'dots');
const tools = offered.map((route) => toolOf(route, words));

function routeOf(tool: string) {
  const route = routes.find((each) => each.tool === tool);
  if (route === undefined) throw new Error(`no tool ${tool}`);
  return route;
}

describe.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s',
  (_name, { inputSchema, outputSchema, ...tool }) => {
    test('takes an object, every field described, and gives an object', () => {
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(Object.keys(outputSchema.properties ?? {})).not.toEqual([]);
      const undescribed = Object.entries(inputSchema.properties ?? {}).filter(([, field]) => {
        const { description, type, oneOf } = Object(field);
        return description === undefined && type !== 'object' && oneOf === undefined;
      });
      expect(undescribed).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    });

    test('has a title of words, and names tools where documents name addresses', () => {
      expect(tool.title).toMatch(/^[A-Z][a-z]+( API)?( [a-z]+)*$/);
      expect(tool.annotations.title).toBe(tool.title);
      expect(JSON.stringify([tool.description, inputSchema, outputSchema])).not.toMatch(
        /(GET|POST|DELETE) \/|Idempotency-/,
      );
    });
  },
);

test('what all tools answer with is described in few words', () => {
  const bytes = tools.reduce((sum, { outputSchema }) => sum + Buffer.byteLength(JSON.stringify(outputSchema)), 0);
  expect(bytes).toBeLessThanOrEqual(OUTPUT_SCHEMAS_BYTES_MAX);
});

describe('the schema of an answer', () => {
  const wallet = tools.find(({ name }) => name === 'wallet.get')?.outputSchema;

  test('says its shape, when a field is null, and which values there are', () => {
    expect(wallet).toMatchObject({
      type: 'object',
      properties: { venues: { properties: { lighter: { $ref: '#/$defs/WalletVenue' } } } },
      $defs: {
        WalletVenue: {
          properties: {
            minimum_deposit_usd: { type: 'number' },
            balance_usd: {
              anyOf: [{ type: 'number' }, { type: 'null' }],
              description: expect.stringContaining('Null'),
            },
            operation: {
              anyOf: [
                {
                  properties: {
                    status: { type: 'string', description: expect.stringContaining('One of processing, completed') },
                    error: { type: 'object', description: 'Only when it failed' },
                  },
                },
                { type: 'null' },
              ],
            },
          },
        },
      },
    });
  });

  test('leaves out examples, bounds, and records that nothing refers to', () => {
    expect(Object.keys(wallet?.$defs ?? {}).sort()).toEqual(['WalletVenue', 'YesNoUnknown']);
    expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toMatch(
      /"(examples|pattern|maximum|x-.*?)":/,
    );
  });
});

describe('annotations are true to the effect', () => {
  const writing = tools
    .filter(({ annotations }) => !annotations.readOnlyHint)
    .map(({ name, annotations: { destructiveHint, idempotentHint, openWorldHint } }) => [
      name,
      { destructiveHint, idempotentHint, openWorldHint },
    ]);
  const moves = { destructiveHint: true, idempotentHint: true, openWorldHint: true };
  const removes = { destructiveHint: true, idempotentHint: true, openWorldHint: false };
  const adds = { destructiveHint: false, idempotentHint: false, openWorldHint: false };

  test('of every tool that writes', () => {
    expect(Object.fromEntries(writing)).toEqual({
      'account.keys.create': adds,
      'account.keys.revoke': removes,
      'wallet.venue.setup': moves,
      'wallet.withdrawal_otp': { ...adds, openWorldHint: true },
      'wallet.withdraw': moves,
      'runtime.backtests.create': adds,
      'runtime.backtests.delete': removes,
      'runtime.executions.submit': moves,
    });
  });

  test('all others read', () => {
    const reading = offered.filter(({ method }) => method === 'GET').map(({ tool }) => tool);
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual(reading);
  });
});

test('registration is no tool: nobody who holds a key needs it', () => {
  expect(offered.filter(({ authentication }) => authentication === 'none')).toEqual([]);
});

describe('names for hosts that take no dots', () => {
  const underscores = new ToolWords(offered, 'underscores');
  const listed = offered.map((route) => toolOf(route, underscores));

  test('are of letters, digits and underscores, and each calls what the dotted one calls', () => {
    const called = routesByName(offered);
    expect(called.size).toBe(2 * offered.length);
    for (const [index, { name }] of listed.entries()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(called.get(name)).toBe(called.get(offered[index]?.tool ?? ''));
    }
  });

  test('stand in what the list says, too', () => {
    const setup = listed.find(({ name }) => name === 'wallet_venue_setup');
    expect(setup?.description).toContain('poll wallet_get for its progress');
  });
});

test('what creates a record says which tool follows it', () => {
  const create = tools.find(({ name }) => name === 'runtime.backtests.create');
  expect(create?.description).toContain('Poll runtime.backtests.get');
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
