import type { ErrorCode } from '@platform/errors';
import type { z } from 'zod';
import { exampleOf } from './example.js';
import { type DocumentParts, parametersOf } from './operation.js';
import { headersOf, refusalResponses } from './responses.js';

/** Documentation of an operation that the facade answers itself. It needs no credential. */
export interface LocalOperation {
  /** The name that clients made from the document give it. */
  readonly id: string;
  readonly summary: string;
  /** The parameters of its path. Default: none. */
  readonly params?: z.ZodObject;
  /** The documented statuses, each with its body. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** Default: none. */
  readonly refusals?: readonly ErrorCode[];
}

/** Every code that a local operation may refuse with. */
export function localRefusalsOf({ refusals = [] }: LocalOperation): readonly ErrorCode[] {
  return [...refusals, 'payload_too_large', 'internal'];
}

/** A local operation as an OpenAPI operation. */
export function localOperationOf(operation: LocalOperation, { schemas }: DocumentParts) {
  const { id, summary, params, responses, mediaType = 'application/json' } = operation;
  const successes = Object.entries(responses).map(([status, body]) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Result`;
    const schema = schemas.refer(name, schemas.write(body, 'output'));
    const content = { [mediaType]: { schema, example: exampleOf(schema, schemas.components) } };
    return [status, { description: body.description ?? summary, headers: headersOf(), content }];
  });
  return {
    operationId: id,
    tags: ['platform'],
    summary,
    description: `${summary}. Takes no credential.`,
    security: [],
    parameters: params === undefined ? [] : parametersOf('path', params, schemas),
    responses: {
      ...Object.fromEntries(successes),
      ...refusalResponses(localRefusalsOf(operation), schemas),
    },
  };
}
