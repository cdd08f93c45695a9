import { catalogue, type ErrorCode } from '@platform/errors';
import { errorBody } from '../http/error-body.js';
import type { SchemaWriter } from './json-schema.js';
import { byStatus } from './refusals.js';

/** Headers of answers, which `headersOf` refers to. */
export const headers = {
  'X-Request-Id': {
    description: 'Id of the request in logs and traces; taken from the request if it has 1 to 128 safe characters',
    required: true,
    schema: { type: 'string', examples: ['0b9a3c1e-6f1d-4f0e-9a55-2f7d1c9e8a10'] },
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
export function refusalResponses(codes: readonly ErrorCode[], schemas: SchemaWriter) {
  const responses = [...byStatus(codes)].map(([status, sameStatus]) => [
    String(status),
    {
      description: sameStatus.map((code) => `\`${code}\`: ${catalogue[code].when}`).join('\n\n'),
      'x-error-codes': sameStatus,
      headers: status === 429 ? headersOf('Retry-After') : headersOf(),
      content: {
        'application/json': {
          schema: schemas.write(errorBody, 'output'),
          examples: Object.fromEntries(sameStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    },
  ]);
  return Object.fromEntries(responses);
}
