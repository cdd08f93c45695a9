import { describe, expect, test } from '@jest/globals';
import { routes, toolOnlyRoutes } from '../routes/index.js';
import { requestOf, toolOf } from './tool.js';
import { ToolDescriptions } from './tool-descriptions.js';
import { routesByName, toolRoutes } from './tool-routes.js';

/** On average: every tool takes space in the context of a model. */
const TOOL_BYTES_MAX = 1_400;

const offered = toolRoutes([...routes, ...toolOnlyRoutes]);
const descriptions = new ToolDescriptions(offered, 'dots');
const tools = offered.map((route) => toolOf(route, descriptions));

function routeOf(tool: string) {
  const route = offered.find((each) => each.tool === tool);
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
      expect(JSON.stringify([tool.description, inputSchema, outputSchema])).not.toMatch(
        /(GET|POST|DELETE) \/|Idempotency-/,
      );
    });
  },
);

test.each(['dots', 'underscores'] as const)('the list of all tools with names of %s is short', (naming) => {
  const named = new ToolDescriptions(offered, naming);
  const bytes = Buffer.byteLength(JSON.stringify({ tools: offered.map((route) => toolOf(route, named)) }));
  expect(bytes / offered.length).toBeLessThanOrEqual(TOOL_BYTES_MAX);
});

describe('the schema of an answer', () => {
  const schemaOf = (tool: string) => tools.find(({ name }) => name === tool)?.outputSchema;

  test('names its fields and those of its records, what may be null, which are always there, and the values of a set', () => {
    expect(schemaOf('runtime.backtests.list')).toMatchObject({
      type: 'object',
      properties: {
        backtests: {
          type: 'array',
          items: {
            properties: {
              status: { type: 'string', description: 'One of queued, running, finished, error' },
              release: { anyOf: [{ type: 'string' }, { type: 'null' }] },
              result: { type: 'object' },
            },
          },
        },
        next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['backtests', 'next_cursor'],
    });
  });

  test('of a removal names its own fields alone', () => {
    expect(schemaOf('runtime.backtests.delete')?.properties).toMatchObject({ result: { type: 'object' } });
    expect(JSON.stringify(schemaOf('runtime.backtests.delete'))).not.toContain('win_rate');
    expect(JSON.stringify(schemaOf('runtime.backtests.get'))).toContain('win_rate');
  });

  test('leaves out examples and bounds', () => {
    expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toMatch(
      /"(examples|pattern|maximum|x-.*?)":/,
    );
  });
});

describe('annotations are true to the effect', () => {
  const writing = tools
    .filter(({ annotations }) => !annotations.readOnlyHint)
    .map(({ name, annotations: { readOnlyHint: _reads, ...hints } }) => [name, hints]);
  const moves = { destructiveHint: true, idempotentHint: true, openWorldHint: true };
  const removes = { destructiveHint: true, idempotentHint: true, openWorldHint: false };
  const adds = { destructiveHint: false, idempotentHint: false, openWorldHint: false };

  test('of every tool that writes', () => {
    expect(Object.fromEntries(writing)).toEqual({
      'account.keys.create': adds,
      'account.keys.revoke': removes,
      'account.trading.update': removes,
      'wallet.venue.setup': moves,
      'wallet.withdrawal_otp': { ...adds, openWorldHint: true },
      'wallet.withdrawal_authorize': { ...adds, idempotentHint: true },
      'wallet.withdraw': moves,
      'wallet.withdrawal_recover': removes,
      'context.market_requests.create': adds,
      'context.market_requests.drop': removes,
      'runtime.backtests.create': adds,
      'runtime.backtests.delete': removes,
      'runtime.deployments.create': adds,
      'runtime.deployments.update': removes,
      'runtime.deployments.set_status': removes,
      'runtime.deployments.attach_credentials': removes,
      'runtime.deployments.delete': removes,
      'runtime.deployments.start_parity': adds,
      'runtime.executions.submit': moves,
    });
  });

  test('all others read', () => {
    const reading = offered.filter(({ method }) => method === 'GET').map(({ tool }) => tool);
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual(reading);
    for (const { annotations } of tools.filter((tool) => tool.annotations.readOnlyHint))
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  });
});

test('registration is no tool: nobody who holds a key needs it', () => {
  expect(offered.filter(({ authentication }) => authentication === 'none')).toEqual([]);
});

describe('names for hosts that take no dots', () => {
  const underscores = new ToolDescriptions(offered, 'underscores');
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

describe('a refusal', () => {
  const told = (error: object) => JSON.parse(descriptions.inRefusal(JSON.stringify({ error }))).error;

  test('names the arguments of a tool where REST names headers', () => {
    const docs_url = 'https://api.example/docs/errors/idempotency_key_required';
    const details = [{ path: 'idempotency-key', message: 'must be a UUID' }];
    const message = 'An Idempotency-Key header is required.';
    expect(told({ code: 'idempotency_key_required', message, details, docs_url })).toEqual({
      code: 'idempotency_key_required',
      message: 'An idempotency_key is required.',
      details: [{ path: 'idempotency_key', message: 'must be a UUID' }],
      docs_url,
    });
  });

  test('names tools where REST names addresses, and leaves the rest as it is', () => {
    const error = { code: 'venue_setup_in_progress', message: 'Poll GET /wallet.', docs_url: 'https://api.example' };
    expect(told(error)).toEqual({ ...error, message: 'Poll wallet.get.' });
    expect(descriptions.inRefusal('{"other":1}')).toBe('{"other":1}');
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

  test('with 200 rows where the route would give more and none are asked for', () => {
    const market = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', timeframe: '1h' };
    const limits = (tool: string, given: object) =>
      new URL(requestOf(routeOf(tool), { ...market, ...given }).url, 'http://any').searchParams.getAll('limit');
    expect([limits('context.candles.list', {}), limits('context.candles.list', { limit: 5_000 })]).toEqual([
      ['200'],
      ['5000'],
    ]);
    expect([limits('context.funding.list', {}), limits('runtime.backtests.list', {})]).toEqual([['200'], []]);
    const listed = tools.filter(({ inputSchema }) => Object(inputSchema.properties?.['limit']).default > 200);
    expect(listed.map(({ name }) => name)).toEqual([]);
  });

  test.each([{}, { id: '' }, { id: '..' }])('%j has no address', (given) => {
    expect(() => requestOf(routeOf('runtime.backtests.get'), given)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: [{ path: 'id', message: 'is required' }] }),
    );
  });
});
