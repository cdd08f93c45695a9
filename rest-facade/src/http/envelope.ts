import { catalogue, type ErrorCode, type ErrorDetails, PlatformError } from '@platform/errors';
import type { FastifyReply } from 'fastify';

/** The body of every error. */
export interface Envelope {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: ErrorDetails;
    readonly docs_url: string;
  };
}

/** A documented error as the interface writes it. */
export function envelope({ code, message, details }: PlatformError, publicUrl: string): Envelope {
  const docs_url = `${publicUrl}/docs/errors/${code}`;
  return { error: { code, message, ...(details === undefined ? {} : { details }), docs_url } };
}

/** Sends a documented error with the headers that belong to it. */
export function sendError(reply: FastifyReply, error: PlatformError, publicUrl: string): FastifyReply {
  const retryAfter = retryAfterSeconds(error);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(catalogue[error.code].http).send(envelope(error, publicUrl));
}

const RETRY_AFTER_SECONDS_DEFAULT = 60;

/** Whoever limits says in `details` when it ends; a 429 without that asks for a minute. */
function retryAfterSeconds({ code, details }: PlatformError): number | undefined {
  if (catalogue[code].http !== 429) return undefined;
  const stated = details !== undefined && 'retry_after_seconds' in details ? details['retry_after_seconds'] : undefined;
  return typeof stated === 'number' ? stated : RETRY_AFTER_SECONDS_DEFAULT;
}
