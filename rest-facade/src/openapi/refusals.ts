import { catalogue, type ErrorCode } from '@platform/errors';
import type { Route } from '../routes/route.js';

/** Codes that any route may return to any caller. */
const ALWAYS = [
  'payload_too_large',
  'response_too_large',
  'rate_limited',
  'internal',
  'service_unavailable',
  'deadline_exceeded',
] as const;

/** Returns every code that a route may refuse with: its own, and those that follow from its input and its credential. */
export function refusalsOf(route: Route): readonly ErrorCode[] {
  const { method, path, authentication, permission, invalidRequest, request, refusals, legacy } = route;
  const codes: readonly (ErrorCode | false)[] = [
    invalidRequest,
    takes(request.headers, 'idempotency-key') && 'idempotency_key_required',
    takes(request.query, 'cursor') && invalidRequest !== 'bad_request' && 'invalid_cursor',
    authentication !== 'none' && 'unauthorized',
    (authentication === 'key' || authentication === 'any') && permission === 'trade' && 'insufficient_permissions',
    path.includes('{') && 'not_found',
    method !== 'GET' && 'unsupported_media_type',
    legacy !== undefined && 'operation_retired',
    ...refusals,
    ...ALWAYS,
  ];
  return [...new Set(codes)].filter((code) => code !== false);
}

/** The codes by the status that they are answered with, statuses in ascending order. */
export function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  const grouped = Map.groupBy(codes, (code) => catalogue[code].http);
  return new Map([...grouped].sort(([one], [other]) => one - other));
}

/** Whether a part of a request has a field of that name. */
export function takes(schema: Route['request']['query'], name: string): boolean {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null && name in schema.shape;
}
