import {
  type ErrorCode,
  type FieldProblem,
  issueMessage,
  PlatformError,
  PROBLEMS_MAX,
  repeatedName,
} from '@platform/errors';
import type { z } from 'zod';

/**
 * Returns the request as parsed by its schema. Throws `invalidRequest` with its problems in `details`, up to twenty of them, or
 * `idempotency_key_required` where that header is malformed, or required and missing.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  invalidRequest: ErrorCode,
): z.output<Schema> {
  const result = schema.safeParse(raw, { error: issueMessage });
  if (result.success) return result.data;
  const { issues } = result.error;
  const code = issues.some(concernsIdempotencyKey) ? 'idempotency_key_required' : invalidRequest;
  throw new PlatformError(code, { details: listed(issues.flatMap(toProblems)) });
}

/** Returns the first problems, and the number of further ones. */
function listed(problems: readonly FieldProblem[]): FieldProblem[] {
  const more = problems.length - PROBLEMS_MAX;
  if (more <= 0) return [...problems];
  return [...problems.slice(0, PROBLEMS_MAX), { path: '', message: `has ${more} more problems` }];
}

function concernsIdempotencyKey({ path }: z.core.$ZodIssue): boolean {
  return path[0] === 'headers' && path[1] === 'idempotency-key';
}

/** A caller's view of an issue: the part of the request isn't named, since no field stands in two of them. */
function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const [, ...path] = issue.path;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, repeatedName(key)].join('.'), message: 'is not a known field' }));
  return [{ path: path.join('.'), message: issue.message }];
}
