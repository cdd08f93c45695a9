// Why: docs/decisions/edge/sdks.md
import { openapiDocument } from '@platform/rest-facade/openapi';
import { routes } from '@platform/rest-facade/routes';
import { z } from 'zod';

/** Callers name the address of their platform. */
const NO_ADDRESS = 'http://localhost:8080';

/**
 * Operations whose key names an attempt that other calls share: a code, its proof and its withdrawal carry the same one, and a recovery that
 * of an earlier attempt. Only the caller knows it.
 */
const KEY_IS_GIVEN = new Set(['sendWithdrawalCode', 'authorizeWithdrawal', 'createWithdrawal', 'recoverWithdrawal']);

/** Operations that take a key and still have an effect for each request: a repeated one sends another code. */
const EFFECT_PER_REQUEST = new Set(['sendWithdrawalCode']);

const parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() });
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameter),
  responses: z.record(z.string(), z.looseObject({ 'x-error-codes': z.array(z.string()).optional() })),
});
type Operation = z.output<typeof operation>;
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** What SDKs are made from. */
export interface SdkDocument {
  /** An OpenAPI document with what succeeds alone: all refusals have one envelope, which the layer by hand reads. */
  readonly openapi: object;
  /** Facts of operations that the generated code doesn't show, each operation as `POST /runtime/backtests`. */
  readonly facts: OperationFacts;
}

/** Which operations the layer by hand treats how. */
export interface OperationFacts {
  /** It makes their idempotency key. */
  readonly keyIsMade: readonly string[];
  /** With their key they may be repeated when their outcome is unknown. */
  readonly repeatable: readonly string[];
  /** They take the session token. */
  readonly ofSessions: readonly string[];
  /** Every code that some operation may refuse with, sorted. */
  readonly errorCodes: readonly string[];
}

/** Returns the document of the unified surface as SDKs need it. The older surface is for callers that exist. */
export function sdkDocument(): SdkDocument {
  const { paths, ...whole } = document.parse(openapiDocument(routes, [], NO_ADDRESS));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, each]) =>
      isPlanned(each) ? [] : [{ path, method, operation: each, name: `${method.toUpperCase()} ${path}` }],
    ),
  );
  const named = (test: (each: Operation) => boolean) =>
    operations.filter((each) => test(each.operation)).map(({ name }) => name);
  const kept = [...Map.groupBy(operations, ({ path }) => path)].map(([path, each]) => [
    path,
    Object.fromEntries(each.map(({ method, operation: one }) => [method, asCalled(one)])),
  ]);
  const { examples: _dropped, ...components } = whole.components;
  return {
    openapi: withoutExamples({ ...whole, components, paths: Object.fromEntries(kept) }),
    facts: {
      keyIsMade: named((each) => takesKey(each) && !KEY_IS_GIVEN.has(each.operationId)),
      repeatable: named((each) => takesKey(each) && !EFFECT_PER_REQUEST.has(each.operationId)),
      ofSessions: named(({ security }) => security.some((scheme) => 'session' in scheme)),
      errorCodes: [...new Set(operations.flatMap((each) => codesOf(each.operation)))].sort(),
    },
  };
}

/** Whether it only refuses as yet. */
function isPlanned({ responses }: Operation): boolean {
  return !Object.keys(responses).some(isSuccess);
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function takesKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key');
}

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ 'x-error-codes': codes = [] }) => codes);
}

/** An operation as callers of an SDK see it. */
function asCalled(each: Operation): object {
  const { links: _links, summary, description, ...rest } = each;
  const optional = takesKey(each) && !KEY_IS_GIVEN.has(each.operationId);
  return {
    ...rest,
    description: description.startsWith(summary) ? description : `${summary}. ${description}`,
    parameters: each.parameters.map((one) =>
      optional && one.name === 'Idempotency-Key' ? { ...one, required: false } : one,
    ),
    responses: Object.fromEntries(
      Object.entries(each.responses)
        .filter(([status]) => isSuccess(status))
        .map(([status, { links: _none, headers: _read, ...response }]) => [status, response]),
    ),
  };
}

/** Examples name days counted back from now: what is made must be the same tomorrow. */
function withoutExamples<Value>(value: Value): Value;
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutExamples(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (name === 'example' || name === 'examples') return [];
      // The names below are those of fields, whatever they are.
      if (name !== 'properties') return [[name, withoutExamples(each)]];
      return [[name, Object.fromEntries(Object.entries(each).map(([field, one]) => [field, withoutExamples(one)]))]];
    }),
  );
}
