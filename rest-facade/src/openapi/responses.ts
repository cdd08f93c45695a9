import { catalogue, type ErrorCode, PlatformError } from '@platform/errors';
import { envelope } from '../http/envelope.js';
import { errorBody } from '../http/error-body.js';
import { legacyErrorBodySchema } from '../legacy/error-schema.js';
import { legacyCodeOf, legacyErrorBody } from '../legacy/errors.js';
import type { Route } from '../routes/route.js';
import type { SchemaWriter } from './json-schema.js';
import { byStatus } from './refusals.js';

const REQUEST_ID = '0b9a3c1e-6f1d-4f0e-9a55-2f7d1c9e8a10';

/** Headers of answers, which `headersOf` refers to. */
export const headers = {
  'X-Request-Id': {
    description: 'Id of the request in logs and traces; taken from the request if it has 1 to 128 safe characters',
    required: true,
    schema: { type: 'string', examples: [REQUEST_ID] },
  },
  'Retry-After': {
    description: 'Seconds until the request may be made again',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [12] },
  },
  RateLimit: {
    description:
      'Requests left in the allowance, and the seconds until it is full again (draft-ietf-httpapi-ratelimit-headers)',
    required: false,
    schema: { type: 'string', examples: ['"credential";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The allowance: a number of requests and the window in seconds',
    required: false,
    schema: { type: 'string', examples: ['"credential";q=600;w=60'] },
  },
  'Idempotency-Replayed': {
    description: 'Present when this is the response to an earlier request with the same key',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
} as const;

const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const;

/** The headers of every answer, and more, as a response lists them. */
export function headersOf(...more: readonly (keyof typeof headers)[]) {
  return Object.fromEntries([...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * The responses of refusals, by status: which codes there are, when each is given, and what it looks like. One schema serves
 * them all; the codes are listed in the description, since clients made from one schema per status
 * lose its fields or fail on a new code.
 */
export function refusalResponses(codes: readonly ErrorCode[], schemas: SchemaWriter, surface: Surface = 'unified') {
  const { body, codeOf, exampleOf } = ERRORS[surface];
  const responses = [...byStatus(codes)].map(([status, sameStatus]) => [
    String(status),
    {
      description: sameStatus.map((code) => `\`${codeOf(code)}\`: ${catalogue[code].when}`).join('\n\n'),
      'x-error-codes': [...new Set(sameStatus.map(codeOf))],
      headers: status === 429 ? headersOf('Retry-After') : headersOf(),
      content: {
        'application/json': {
          schema: schemas.write(body, 'output'),
          examples: Object.fromEntries(
            sameStatus.map((code) => [codeOf(code), { $ref: `#/components/examples/${exampleOf(code)}` }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries(responses);
}

/** The surface that an operation is part of: each has its own envelope of errors. */
export type Surface = 'unified' | 'legacy';

/** Returns the surface of a route. */
export function surfaceOf({ legacy }: Pick<Route, 'legacy'>): Surface {
  return legacy === undefined ? 'unified' : 'legacy';
}

/** How each surface writes errors, and the names of their examples. */
const ERRORS = {
  unified: { body: errorBody, codeOf: (code: ErrorCode): string => code, exampleOf: (code: ErrorCode): string => code },
  legacy: {
    body: legacyErrorBodySchema,
    codeOf: legacyCodeOf,
    exampleOf: (code: ErrorCode) => `legacy_${legacyCodeOf(code)}`,
  },
} as const;

/** Returns the examples of errors on a surface, by name. */
export function errorExamples(codes: Iterable<ErrorCode>, surface: Surface, publicUrl: string) {
  return Object.fromEntries(
    [...codes].map((code) => {
      const error = new PlatformError(code);
      const unified = envelope(error, publicUrl);
      const older = legacyErrorBody(error, { page: unified.error.docs_url, requestId: REQUEST_ID });
      const value = surface === 'unified' ? unified : older;
      return [ERRORS[surface].exampleOf(code), { summary: catalogue[code].when, value }];
    }),
  );
}
