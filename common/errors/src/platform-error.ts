import { catalogue, type ErrorCode } from './catalogue/index.js';

/** The largest number of wrong fields that a refusal names. */
export const PROBLEMS_MAX = 20;

/** One wrong field of a request: `path` as `config.exchange.name`, empty for the whole body. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Details of an error beyond its message; JSON, and never anything secret. */
export type ErrorDetails = { readonly [key: string]: unknown } | readonly unknown[];

/** An error that callers are meant to see: a documented code, a message, and details that hold no secret. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** Whether this repeats an earlier answer to the same idempotency key. */
  readonly replayed: boolean;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetails; replayed?: boolean; cause?: unknown } = {},
  ) {
    super(options.message ?? catalogue[code].message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.replayed = options.replayed ?? false;
  }
}
