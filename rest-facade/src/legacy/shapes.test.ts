import { expect, test } from '@jest/globals';
import { SchemaWriter } from '../openapi/json-schema.js';
import { legacyRoutes } from './table.js';

/** What published clients read: a change of any of it is seen here before they see it. */

/** Returns the shape of a JSON schema: fields with their types, `?` where they may be absent. */
function shapeOf(schema: unknown, components: Readonly<Record<string, unknown>>): unknown {
  const { $ref, anyOf, type, properties, required = [], items } = Object(schema);
  if (typeof $ref === 'string') return shapeOf(components[$ref.split('/').at(-1) ?? ''], components);
  if (anyOf !== undefined) return anyOf.map((each: unknown) => shapeOf(each, components));
  if (type === 'array') return [shapeOf(items, components)];
  if (properties === undefined) return type ?? 'anything';
  const fields = Object.entries<unknown>(properties).map(([name, value]) => [
    required.includes(name) ? name : `${name}?`,
    shapeOf(value, components),
  ]);
  return Object.fromEntries(fields);
}

test.each(legacyRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  const schemas = new SchemaWriter();
  const written = Object.entries(route.response).map(
    ([status, body]) => [status, schemas.write(body, 'output')] as const,
  );
  const shapes = written.map(([status, body]) => [status, shapeOf(body, schemas.components)]);
  const { authentication, permission, mediaType, legacy } = route;
  const pinned = { authentication, permission, successor: legacy.successor, mediaType, ...Object.fromEntries(shapes) };
  expect(JSON.stringify(pinned)).toMatchSnapshot();
});
