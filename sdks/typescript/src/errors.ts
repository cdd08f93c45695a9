import type { ErrorCode } from './generated/facts.gen.js';

/** What every error of this package is. */
export class PlatformError extends Error {
  override readonly name: string = 'PlatformError';
}

/** What is known of a call that did not succeed. */
export interface FailedCall {
  /** The operation, as `POST /runtime/backtests`. */
  readonly operation: string;
  /** The key that all tries of the call had: a later call with it and the same body takes effect at most once. */
  readonly idempotencyKey: string | undefined;
  /**
   * Whether a try may have had its effect all the same: its answer was lost, and no later one shows what became of it. Repeat the call with
   * its key, or read what is there.
   */
  readonly outcomeUnknown: boolean;
  readonly tries: number;
}

/** The platform has refused a call. */
export class RefusedError extends PlatformError implements FailedCall {
  override readonly name = 'RefusedError';
  readonly operation: string;
  readonly idempotencyKey: string | undefined;
  readonly outcomeUnknown: boolean;
  readonly tries: number;
  readonly status: number;
  /** Its documented code; `http_<status>` where something between here and the platform has answered. */
  readonly code: ErrorCode;
  /** Has a form by code: fields that are wrong, what is missing, until when. */
  readonly details: unknown;
  /** The page of the code. */
  readonly docsUrl: string | undefined;
  /** Names the request in the platform's logs. */
  readonly requestId: string | undefined;
  /** Seconds until the call may be made again; undefined where the answer doesn't say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal, call: FailedCall) {
    super(`${call.operation}: ${refusal.code}: ${refusal.message}`);
    this.operation = call.operation;
    this.idempotencyKey = call.idempotencyKey;
    this.outcomeUnknown = call.outcomeUnknown;
    this.tries = call.tries;
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details;
    this.docsUrl = refusal.docsUrl;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** No answer came, within the tries and the time that a call has. */
export class NoAnswerError extends PlatformError implements FailedCall {
  override readonly name = 'NoAnswerError';
  readonly operation: string;
  readonly idempotencyKey: string | undefined;
  readonly outcomeUnknown: boolean;
  readonly tries: number;

  constructor(call: FailedCall, cause: unknown) {
    super(`${call.operation}: no answer after ${call.tries} ${call.tries === 1 ? 'try' : 'tries'}`, { cause });
    this.operation = call.operation;
    this.idempotencyKey = call.idempotencyKey;
    this.outcomeUnknown = call.outcomeUnknown;
    this.tries = call.tries;
  }
}

/** What was waited for has ended, and not as hoped. */
export class WorkFailedError<Work = unknown> extends PlatformError {
  override readonly name = 'WorkFailedError';

  constructor(
    message: string,
    /** The record as it ended. */
    readonly work: Work,
  ) {
    super(message);
  }
}

/** What was waited for goes on, and the time to wait is over. */
export class WaitedTooLongError<Work = unknown> extends PlatformError {
  override readonly name = 'WaitedTooLongError';

  constructor(
    message: string,
    /** The record as it was last read; undefined where it could not be read. */
    readonly work: Work | undefined,
  ) {
    super(message);
  }
}

/** The parts of an answer that refuses. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: unknown;
  readonly docsUrl: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Reads an answer that refuses, no matter who wrote it. */
export function readRefusal(status: number, headers: Headers, text: string): Refusal {
  const error = fieldOf(parsed(text), 'error');
  const code = fieldOf(error, 'code');
  const message = fieldOf(error, 'message');
  const docsUrl = fieldOf(error, 'docs_url');
  return {
    status,
    code: typeof code === 'string' ? code : `http_${status}`,
    message: typeof message === 'string' ? message : `the answer has status ${status} and no error of the platform`,
    details: fieldOf(error, 'details'),
    docsUrl: typeof docsUrl === 'string' ? docsUrl : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  };
}

function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a field of what may be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return field;
}
