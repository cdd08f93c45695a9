import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { createTestTokens, type TestTokens } from '@platform/keys/tokens/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Arg, Args, Directive, Field, ObjectType, Query, Resolver } from 'type-graphql';
import {
  buildSubgraph,
  type Connection,
  ConnectionArguments,
  connectionType,
  DateTime,
  DateTimeColumn,
  FloatColumn,
  startSubgraph,
  toConnection,
  Usd,
} from './index.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A thing.' })
class Thing {
  @Field(() => String, { description: 'Its id.' })
  id!: string;

  @Field(() => Usd, { description: 'Its price.' })
  priceUsd!: string;
}

const ThingConnection = connectionType(Thing, 'Thing');
const shoe: Thing = { id: 'shoe', priceUsd: '50.00' };

@Resolver()
class ThingResolver {
  @Query(() => ThingConnection, { description: 'Things.' })
  things(@Args(() => ConnectionArguments) page: ConnectionArguments): Connection<Thing> {
    return toConnection({ nodes: [shoe], cursors: ['c1'], nextCursor: 'c1' }, page);
  }

  @Query(() => String, { description: 'Fails as documented.' })
  refused(): string {
    throw new PlatformError('name_taken', { details: { name: 'x' } });
  }

  @Query(() => String, { description: 'Tells an instant.' })
  at(@Arg('time', () => DateTime, { description: 'The instant.' }) time: Date): string {
    return time.toISOString();
  }

  @Query(() => String, { description: 'Fails unexpectedly.' })
  broken(): string {
    throw new Error('canary');
  }
}

const clock = new ManualClock(1_700_000_000_000);
const logged: string[] = [];
let server: Awaited<ReturnType<typeof startSubgraph>>;
let tokens: TestTokens;
let token: string;

beforeAll(async () => {
  tokens = await createTestTokens(clock);
  token = await tokens.mint({ kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }, 'things');
  const { schema } = await buildSubgraph({ resolvers: [ThingResolver], references: { Thing: async () => shoe } });
  server = await startSubgraph({
    listen: '127.0.0.1:0',
    schema,
    passes: async () => false,
    verifier: tokens.verifier('things'),
    logger: createLogger({ process: 'test', level: 'error' }, { write: (line: string) => void logged.push(line) }),
    context: (request) => request,
  });
});

afterAll(async () => {
  await server.close();
  await tokens.remove();
});

async function ask(
  query: string,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
  variables: object = {},
) {
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

describe('a subgraph', () => {
  test('answers the gateway with pages whose items carry cursors', async () => {
    expect(
      await ask('{ things { edges { cursor node { id priceUsd } } pageInfo { hasNextPage endCursor } } }'),
    ).toEqual({
      data: { things: { edges: [{ cursor: 'c1', node: shoe }], pageInfo: { hasNextPage: true, endCursor: 'c1' } } },
    });
  });

  test.each([
    ['', false],
    ['(after: null)', false],
    ['(after: "c0")', true],
  ])('says of things%s whether pages come before: %s', async (page, hasPreviousPage) => {
    expect(await ask(`{ things${page} { pageInfo { hasPreviousPage } } }`)).toEqual({
      data: { things: { pageInfo: { hasPreviousPage } } },
    });
  });

  test('resolves references to its entities', async () => {
    const answer = await ask(
      '{ _entities(representations: [{ __typename: "Thing", id: "shoe" }]) { ... on Thing { priceUsd } } }',
    );
    expect(answer).toEqual({ data: { _entities: [{ priceUsd: '50.00' }] } });
  });

  test('refuses callers other than the gateway', async () => {
    expect(await ask('{ refused }', {})).toMatchObject({ errors: [{ extensions: { code: 'unauthorized' } }] });
    expect(await ask('{ refused }', { authorization: 'Bearer forged' })).toMatchObject({
      errors: [{ extensions: { code: 'unauthorized' } }],
    });
  });

  test('tells the gateway alone whether a check of its service passes', async () => {
    const look = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${server.port}/readiness/database`, { headers });
    expect((await look({})).status).toBe(401);
    const answer = await look({ authorization: `Bearer ${token}` });
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'unready' }]);
  });

  test('shows a documented error with its details', async () => {
    expect(await ask('{ refused }')).toMatchObject({
      errors: [{ extensions: { code: 'name_taken', details: { name: 'x' } } }],
    });
  });

  test.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T00:00:00+02:00', '2026-11-19T22:00:00.000Z'],
  ])('takes %s for an instant', async (time, at) => {
    expect(await ask(`{ at(time: "${time}") }`)).toEqual({ data: { at } });
  });

  test.each(['{ at(time: "yesterday") }', 'query ($time: DateTime!) { at(time: $time) }'])(
    'refuses what is none, which is nobody’s fault here: %s',
    async (query) => {
      logged.length = 0;
      const answer = await ask(query, undefined, { time: 'yesterday' });
      expect(answer).toMatchObject({ errors: [{ message: expect.stringContaining('ISO 8601') }] });
      expect(JSON.stringify(answer)).not.toContain('internal');
      expect(logged).toEqual([]);
    },
  );

  test('hides an unexpected error and logs it', async () => {
    const answer = await ask('{ broken }');
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'internal' } }] });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(logged.join('')).toContain('canary');
  });
});

describe('a column', () => {
  test('is written as the array that a list would be', () => {
    expect(DateTimeColumn.serialize([0, 86_400_000])).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z']);
    expect(FloatColumn.serialize([1, 0.5])).toEqual([1, 0.5]);
  });

  test.each([[[1, Number.NaN]], [[1, null]], ['1'], [undefined]])('of %j is refused', (value) => {
    expect(() => FloatColumn.serialize(value)).toThrow('finite numbers');
    expect(() => DateTimeColumn.serialize(value)).toThrow('finite numbers');
  });
});
