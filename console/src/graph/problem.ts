import type { CombinedError } from '@urql/core';

/** Why something did not work, in the platform's words. */
export interface Problem {
  /** Stable code of the catalogue; its page says what to do. */
  readonly code: string;
  readonly message: string;
  /** Places in what was sent, where the platform named any. */
  readonly places: readonly Place[];
  /** What support needs to find it; undefined where the platform did not answer. */
  readonly requestId?: string;
  /** Seconds after which it may work, where the platform said so. */
  readonly retryAfterSeconds?: number;
}

/** A place that is wrong: a line of a strategy, or a field of a request. */
export interface Place {
  readonly line?: number;
  readonly path?: string;
  readonly text: string;
}

/** The platform did not answer at all. */
export const UNREACHABLE: Problem = {
  code: 'service_unavailable',
  message: 'The platform does not answer. Check your connection, then try again.',
  places: [],
};

/** The problem in an error answer of REST: `{error: {code, message, details}}`. */
export function problemOf(body: unknown, status: number): Problem {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const code = textOf(error['code']) ?? (status === 401 ? 'unauthorized' : 'service_unavailable');
  const message = textOf(error['message']) ?? `The platform answered with status ${status}.`;
  return withRequestId({ code, message, places: placesOf(error['details']) }, error['request_id']);
}

/** The problem in an answer of the graph; undefined where there is none. */
export function problemOfGraph(error: CombinedError | undefined): Problem | undefined {
  if (error === undefined) return undefined;
  const [first] = error.graphQLErrors;
  if (first === undefined) return UNREACHABLE;
  const { code, details, requestId } = first.extensions;
  return withRequestId(
    { code: textOf(code) ?? 'internal', message: first.message, places: placesOf(details) },
    requestId,
  );
}

function withRequestId(problem: Problem, requestId: unknown): Problem {
  const text = textOf(requestId);
  return text === undefined ? problem : { ...problem, requestId: text };
}

function placesOf(details: unknown): Place[] {
  return Array.isArray(details) ? details.flatMap(placeOf) : [];
}

function placeOf(detail: unknown): Place[] {
  if (!isObject(detail)) return [];
  const text = textOf(detail['text']) ?? textOf(detail['message']);
  if (text === undefined) return [];
  const line = typeof detail['line'] === 'number' ? { line: detail['line'] } : {};
  const path = pathOf(detail['path']);
  return [{ ...line, ...(path === undefined ? {} : { path }), text }];
}

function pathOf(path: unknown): string | undefined {
  if (Array.isArray(path)) return path.map(String).join('.');
  return textOf(path);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
