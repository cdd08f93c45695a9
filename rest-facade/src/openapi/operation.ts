import { z } from 'zod';
import { prefixOf } from '../legacy/operation.js';
import { retirementOf } from '../legacy/retirement.js';
import { noFields, type Route } from '../routes/route.js';
import { exampleOf } from './example.js';
import type { SchemaWriter } from './json-schema.js';
import { refusalsOf, takes } from './refusals.js';
import { headersOf, refusalResponses, surfaceOf } from './responses.js';

/** The parts of an operation's description. */
export interface DocumentParts {
  readonly routes: readonly Route[];
  readonly schemas: SchemaWriter;
}

/** The tag of operations of the older surface. */
export const LEGACY_TAG = 'legacy';

/** The security schemes by the credential that a route reads. */
const SECURITY = {
  key: [{ apiKey: [] }],
  session: [{ session: [] }, { identityProvider: [] }],
  any: [{ apiKey: [] }, { session: [] }, { identityProvider: [] }],
  none: [],
} as const;

const LOCATIONS = [
  ['path', 'params'],
  ['query', 'query'],
  ['header', 'headers'],
] as const;

type Named = Pick<Route, 'operation' | 'legacy'>;

/** The name that clients made from the document give the operation: that of its GraphQL operation, or its own on the older surface. */
function operationIdOf(route: Named): string {
  const name = typeNameOf(route);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** What names of its types begin with. */
export function typeNameOf({ operation, legacy }: Named): string {
  if (legacy !== undefined)
    return legacy.name.replace(/(?:^|[.-])(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return /(?:query|mutation) (\w+)/.exec(operation)?.[1] ?? '';
}

/** The part of the interface that a route belongs to. */
function areaOf({ path, legacy }: Pick<Route, 'path' | 'legacy'>): string {
  return legacy === undefined ? (path.split('/')[1] ?? '') : LEGACY_TAG;
}

const CREDENTIALS = {
  key: {
    read: 'Takes any API key.',
    trade: 'Takes an API key that permits `trade` or `all`.',
  },
  session: 'Takes a session token or a token of the identity provider; API keys are refused.',
  any: {
    read: 'Takes any API key, a session token or a token of the identity provider.',
    trade: 'Takes an API key that permits `trade` or `all`, a session token or a token of the identity provider.',
  },
  none: 'Takes no credential.',
} as const;

/** Returns what it does, who may call it, and how it is retried or paged. */
function descriptionOf(route: Route): string {
  const repeated = takes(route.request.headers, 'idempotency-key')
    ? ['If the outcome stays unknown, repeat the request unchanged with the same `Idempotency-Key`.']
    : [];
  return [`${route.summary}.`, credentialOf(route), ...repeated, ...readingOnOf(route), ...endOf(route)].join(' ');
}

/** Returns when an operation of the older surface ends and what replaces it, in sentences; none for any other. */
function endOf({ path, legacy }: Route): string[] {
  if (legacy === undefined) return [];
  const { endsAt } = retirementOf(prefixOf(path));
  const instead = legacy.successor === null ? 'Nothing replaces it.' : `Use \`${legacy.successor}\` instead.`;
  return [`Deprecated: it ends on ${endsAt.toISOString().slice(0, 10)}. ${instead}`];
}

/** Returns who may call it, in a sentence. */
export function credentialOf({ authentication, permission }: Route): string {
  const taken = CREDENTIALS[authentication];
  return typeof taken === 'string' ? taken : taken[permission];
}

/** Returns how to read the next page, in a sentence; none where there are no pages. */
export function readingOnOf({ request }: Route): string[] {
  return takes(request.query, 'cursor') ? ['For the next page pass `next_cursor` as `cursor`, until it is null.'] : [];
}

/** A route as an OpenAPI operation. */
export function operationOf(route: Route, parts: DocumentParts) {
  const { schemas } = parts;
  const body = requestBodyOf(route, parts);
  return {
    operationId: operationIdOf(route),
    ...(route.legacy === undefined ? {} : { deprecated: true }),
    tags: [areaOf(route)],
    summary: route.summary,
    description: descriptionOf(route),
    security: SECURITY[route.authentication],
    parameters: LOCATIONS.flatMap(([location, part]) => parametersOf(location, route.request[part], schemas)),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successesOf(route, parts), ...refusalResponses(refusalsOf(route), schemas, surfaceOf(route)) },
  };
}

/** The fields of a part of a request as parameters. */
export function parametersOf(location: string, part: z.ZodType, schemas: SchemaWriter) {
  if (!(part instanceof z.ZodObject)) return [];
  const { required = [] } = schemas.write(part, 'input');
  return Object.entries(part.shape).map(([name, field]) => {
    const { description, examples, ...schema } = schemas.writeParameter(field as z.ZodType);
    return {
      name: location === 'header' ? headerCase(name) : name,
      in: location,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(examples === undefined ? {} : { example: examples[0] }),
    };
  });
}

function headerCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function requestBodyOf(route: Route, { schemas }: DocumentParts) {
  const { body } = route.request;
  if (body === noFields.body) return undefined;
  const schema = schemas.refer(`${typeNameOf(route)}Body`, schemas.write(body, 'input'));
  const example = exampleOf(schema, schemas.components);
  return { required: !body.safeParse(undefined).success, content: { 'application/json': { schema, example } } };
}

function successesOf(route: Route, { routes, schemas }: DocumentParts) {
  const replayable = /\breplayed\b/.test(route.operation);
  const links = linksOf(route, routes);
  return Object.fromEntries(
    Object.entries(route.response).map(([status, body]) => {
      const schema = schemas.refer(`${typeNameOf(route)}Result`, schemas.write(body, 'output'));
      const example = exampleOf(schema, schemas.components);
      return [
        status,
        {
          description: body.description ?? route.summary,
          headers: replayable ? headersOf('Idempotency-Replayed') : headersOf(),
          content: { [route.mediaType]: { schema, example } },
          ...(links === undefined ? {} : { links }),
        },
      ];
    }),
  );
}

/** What can be done with the record that a route creates. */
function linksOf({ creates }: Route, routes: readonly Route[]) {
  if (creates === undefined) return undefined;
  const below = routes.filter(({ path }) => path === creates.path || path.startsWith(`${creates.path}/`));
  return Object.fromEntries(
    below.map((route) => {
      const operationId = operationIdOf(route);
      return [operationId, { operationId, parameters: { id: `$response.body#${creates.id}` } }];
    }),
  );
}
