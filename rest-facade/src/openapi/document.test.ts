import { describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { errorPages } from '../documents/error-pages.js';
import { livenessRoutes } from '../health/liveness.js';
import { readinessRoute } from '../health/readiness.js';
import { envelope } from '../http/envelope.js';
import { toolRoutes } from '../mcp/tool.js';
import { routes } from '../routes/index.js';
import { openapiDocument } from './document.js';
import { openapiRoute } from './openapi-route.js';
import { refusalsOf } from './refusals.js';

const BASE = 'https://api.example';
const others = [...livenessRoutes(systemClock), readinessRoute(async () => true), ...errorPages()];
const document = openapiDocument(routes, others, BASE);

const content = z.record(z.string(), z.object({ schema: z.unknown(), example: z.unknown().optional() }));
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.object({ name: z.string(), schema: z.unknown(), example: z.unknown().optional() })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
});
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operationSchema.parse(operation)] as const,
  ),
);

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(document, 'openapi');

/** What a value breaks of a schema that stands in the document. */
function broken(schema: unknown, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
  return validate(value) ? null : validate.errors;
}

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone({ ...document }));
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
});

test('has every route, each operation under a name of its own', () => {
  const expected = [...routes, ...others.map(({ path }) => ({ method: 'GET', path }))];
  expect(operations.map(([name]) => name).sort()).toEqual(
    expected.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('takes both kinds of bearer token wherever it takes one', () => {
  const secured = routes
    .filter(({ authentication }) => authentication === 'session')
    .map(({ method, path }) => Object(document.paths[path]?.[method.toLowerCase()]).security);
  expect(secured.length).toBeGreaterThan(0);
  for (const security of secured) expect(security).toEqual([{ session: [] }, { identityProvider: [] }]);
  expect(document.components).toMatchObject({
    securitySchemes: { session: { scheme: 'bearer' }, identityProvider: { scheme: 'bearer' } },
  });
});

test('every tool has a name of its own', () => {
  const names = toolRoutes(routes).map(({ tool }) => tool);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^(account|wallet|context|runtime)(\.[a-z_]+){1,2}$/.test(name))).toEqual([]);
});

describe.each(operations)('%s', (_name, { parameters, requestBody, responses }) => {
  test('has examples that its schemas take', () => {
    const given = parameters.filter(({ example }) => example !== undefined);
    const bodies = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
    for (const { schema, example } of [...given, ...bodies])
      if (example !== undefined) expect([example, broken(schema, example)]).toEqual([example, null]);
  });

  test('says what every parameter and field means', () => {
    expect(undescribed({ parameters, requestBody, responses })).toEqual([]);
  });
});

test('says what every field of its components means', () => {
  expect(undescribed(document.components.schemas)).toEqual([]);
});

/** Properties and parameters without a description of their own or of what they refer to. */
function undescribed(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (path.endsWith('/example') || path.endsWith('/examples')) return [];
  const nested = Object.entries(part).flatMap(([name, value]) => undescribed(value, `${path}/${name}`));
  const properties = 'properties' in part ? Object.entries(part.properties ?? {}) : [];
  const missing = properties.filter(([, value]) => isLeaf(value) && !('description' in Object(value)));
  const parameter = 'in' in part && !('description' in part) ? [path] : [];
  return [...parameter, ...missing.map(([name]) => `${path}/${name}`), ...nested];
}

/** What is neither a part of its own, a constant, nor a list or object of described ones, nor narrows another schema. */
function isLeaf(value: unknown): boolean {
  const { $ref, type, anyOf, enum: values, const: only, ...rest } = Object(value);
  if ($ref !== undefined || only !== undefined || type === 'object' || type === 'array' || anyOf !== undefined)
    return false;
  return !(values !== undefined && type === undefined && Object.keys(rest).length === 0);
}

test('what a refusal looks like fits the schema of errors', () => {
  for (const code of new Set(routes.flatMap(refusalsOf))) {
    const body = envelope(new PlatformError(code, { details: [{ path: 'a', message: 'b' }] }), BASE);
    expect(broken(document.components.schemas['Error'], body)).toBeNull();
  }
});

test('is made once, as text', async () => {
  const route = openapiRoute(routes, others, () => BASE);
  const [first, second] = [await route.answer({}), await route.answer({})];
  expect(second.body).toBe(first.body);
  expect(Object.keys(JSON.parse(String(first.body)).paths)).toEqual([...Object.keys(document.paths), '/openapi.json']);
});
