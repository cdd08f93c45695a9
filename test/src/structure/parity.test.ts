import { describe, expect, test } from '@jest/globals';
import { routes as restRoutes, toolOnlyRoutes } from '@platform/rest-facade/routes';
import { buildSchema } from 'graphql';
import { graphTypes, protoMessages, selectedValues, shownColumns, shownValues } from './contracts.js';
import { graphDiffers, graphOnly, protoOnly, restDiffers } from './parity-exceptions.js';
import { readText } from './repository.js';

const routes = [...restRoutes, ...toolOnlyRoutes];
const messages = protoMessages();
const types = graphTypes(buildSchema(readText('gateway/schema.graphql')));
/** The parts of pages, on either side. */
const paging = new Set(['endCursor', 'hasNextPage', 'nextCursor']);

/** Returns the message of a type: the one with its name, or the procedure's response for a mutation's payload. */
function messageOf(type: string): string[] | undefined {
  return messages.get(type) ?? messages.get(type.replace(/Payload$/, 'Response'));
}

function difference(left: readonly string[], right: readonly string[]): string[] {
  return left.filter((field) => !right.includes(field));
}

describe('the graph shows what the contracts carry', () => {
  test.each([...types].filter(([type]) => messageOf(type) !== undefined))('%s', (type, fields) => {
    const message = messageOf(type) ?? [];
    const differs = { proto: difference(message, fields), graph: difference(fields, message) };
    const { reason: _reason, ...excepted } = { proto: [], graph: [], reason: '', ...graphDiffers[type] };
    expect(differs).toEqual(excepted);
  });

  test('and has no other types than those listed', () => {
    expect([...types.keys()].filter((type) => messageOf(type) === undefined).sort()).toEqual(
      Object.keys(graphOnly).sort(),
    );
  });

  test('and leaves out no other messages than those listed', () => {
    const shown = [...messages.keys()].filter((name) => !/(Request|Response)$/.test(name) && !types.has(name));
    expect(shown.sort()).toEqual(Object.keys(protoOnly).sort());
  });
});

describe('REST, or a tool without a route, shows what its operation asks for', () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (name, route) => {
    const bodies = Object.values(route.response).flatMap(route.mediaType === 'text/csv' ? shownColumns : shownValues);
    const shown = [...new Set(bodies)].filter((field) => !paging.has(field));
    const selected = selectedValues(route.operation).filter((field) => !paging.has(field));
    const differs = { graph: difference(selected, shown).sort(), rest: difference(shown, selected).sort() };
    const { reason: _reason, ...excepted } = { graph: [], rest: [], reason: '', ...restDiffers[name] };
    expect(differs).toEqual(excepted);
  });
});

test('no exception is listed for what does not exist', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(difference(Object.keys(restDiffers), names)).toEqual([]);
  expect(difference(Object.keys(graphDiffers), [...types.keys()])).toEqual([]);
});
