import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { systemClock } from '@platform/kit/clock';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { errorPages } from '../documents/error-pages.js';
import { livenessRoutes } from '../health/liveness.js';
import { readinessRoute } from '../health/readiness.js';
import { envelope } from '../http/envelope.js';
import { legacyDocumentRoute } from '../legacy/document.js';
import { legacyRoutes } from '../legacy/table.js';
import { toolRoutes } from '../mcp/tool-routes.js';
import { routes, toolOnlyRoutes } from '../routes/index.js';
import { openapiDocument } from './document.js';
import { openapiRoute } from './openapi-route.js';
import { refusalsOf } from './refusals.js';
import { withdrawalAuthorizationRoute } from './withdrawal-authorization-route.js';

const now = systemClock.now();
const BASE = 'https://api.example';
const documents = [...errorPages(), withdrawalAuthorizationRoute()];
const others = [...livenessRoutes(systemClock), readinessRoute(async () => true), ...documents];
const surface = [...routes, ...legacyRoutes];
const document = openapiDocument(surface, others, BASE);

const content = z.record(
  z.string(),
  z.object({
    schema: z.unknown(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.unknown()).optional(),
  }),
);
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.object({ name: z.string(), schema: z.unknown(), example: z.unknown().optional() })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content, 'x-error-codes': z.array(z.string()).optional() })),
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

const legacyNames = new Set(legacyRoutes.map(({ method, path }) => `${method} ${path}`));

async function requireValid(written: object): Promise<void> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone({ ...written }));
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
}

test('is valid OpenAPI 3.1', () => requireValid(document));

test('the older surface has a valid document of its own, with its operations alone, all deprecated', async () => {
  const { body } = await legacyDocumentRoute(legacyRoutes, () => BASE).answer({});
  const older: typeof document & { info: object } = JSON.parse(String(body));
  await requireValid(older);
  expect(older.info).toMatchObject({ version: '1.0.0' });
  expect(older.servers.map((server) => Object(server).url)).toEqual(['{base_url}', '{staging_url}', '{dev_url}']);
  const methods = Object.values(older.paths).flatMap((path) => Object.values(path));
  expect(methods).toHaveLength(legacyRoutes.length);
  for (const operation of methods) expect(operation).toMatchObject({ deprecated: true, tags: ['legacy'] });
});

test('has every route, each operation under a name of its own', () => {
  const expected = [...surface, ...others.map(({ path }) => ({ method: 'GET', path }))];
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
  const names = toolRoutes([...routes, ...toolOnlyRoutes]).map(({ tool }) => tool);
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

test('has no type that is null alone, of which generated clients make nothing', () => {
  expect(JSON.stringify(document).match(/(?<!\{)"type":"null"|"type":"null"(?!\})/g)).toBeNull();
});

test('describes everything in ASCII, which every generated client compiles', () => {
  const descriptions = [...JSON.stringify(document).matchAll(/"(?:description|summary)":"((?:[^"\\\\]|\\\\.)*)"/g)];
  expect(descriptions.length).toBeGreaterThan(500);
  expect(descriptions.flatMap(([, text = '']) => (/[^\x20-\x7e]/.test(text) ? [text] : []))).toEqual([]);
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
    expect(broken(document.components.schemas['ErrorEnvelope'], body)).toBeNull();
  }
});

test('every refusal is described by one schema, its codes beside it', () => {
  for (const [name, { responses }] of operations) {
    const refusals = Object.entries(responses).filter(([status]) => status >= '400' && name !== 'GET /readyz');
    for (const [, { content: stated, 'x-error-codes': codes }] of refusals) {
      expect([name, stated['application/json']?.schema]).toEqual([
        name,
        { $ref: `#/components/schemas/${legacyNames.has(name) ? 'LegacyError' : 'ErrorEnvelope'}` },
      ]);
      expect(Object.keys(stated['application/json']?.examples ?? {})).toEqual(codes);
    }
  }
});

test('leaves open in answers what may grow, and nothing that a request may name', () => {
  const schemas = z.record(z.string(), z.unknown()).parse(document.components.schemas);
  expect(schemas['Backtest']).toMatchObject({
    properties: { status: { type: 'string', 'x-extensible-enum': ['queued', 'running', 'finished', 'error'] } },
  });
  expect(Object(document.paths['/runtime/backtests']?.['get']).parameters[0].schema.enum).toContain('queued');
  const answers = Object.entries(schemas).filter(([name]) => !name.endsWith('Body'));
  expect(JSON.stringify(answers)).not.toMatch(/"(enum|const)":|"additionalProperties":false/);
});

test('has no part that generators stumble over', () => {
  const text = JSON.stringify(document);
  const components = Object.entries(document.components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  );
  const isUsed = (reference: string) => text.includes(`"${reference}"`) || reference.includes('securitySchemes');
  expect(components.filter((reference) => !isUsed(reference))).toEqual([]);
  expect(components).not.toContain('#/components/schemas/Error');
  expect(document.components.schemas['ErrorReport']).toMatchObject({
    properties: { details: { description: expect.any(String) } },
  });
  expect(Object.keys(Object(document.components.schemas['ErrorReport']).properties.details)).not.toContain('anyOf');
  expect(operations.map(([, { description }]) => description)).not.toContain('');
});

test('its example of a backtest lies within the history of a platform that was set up today', () => {
  const body = Object(document.paths['/runtime/backtests']?.['post']).requestBody.content['application/json'].example;
  const days = [body.range.from, body.range.to].map((day: string) => (Date.parse(day) - now.getTime()) / 86_400_000);
  expect(days[0]).toBeGreaterThan(-33);
  expect(days[1]).toBeLessThan(0);
});

test('holds what a login wallet signs, with its test vectors', () => {
  const path = Object(document.paths['/withdrawal-authorization.json']?.['get']);
  const { example } = path.responses[200].content['application/json'];
  expect(example).toMatchObject({ domain: { version: '2', chainId: 42_161 }, primaryType: 'WithdrawalAuthorization' });
  expect(example.vectors).toHaveLength(3);
});

test('is made once, as text', async () => {
  const route = openapiRoute(surface, others, () => BASE);
  const [first, second] = [await route.answer({}), await route.answer({})];
  expect(second.body).toBe(first.body);
  expect(Object.keys(JSON.parse(String(first.body)).paths)).toEqual([...Object.keys(document.paths), '/openapi.json']);
});
