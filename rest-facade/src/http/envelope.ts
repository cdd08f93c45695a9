import { catalogue, type ErrorCode, type ErrorDetails, PlatformError } from '@platform/errors';
import type { FastifyReply } from 'fastify';
import { legacyErrorBody } from '../legacy/errors.js';
import { replayHeaders } from '../routes/fields.js';

/** Path of the error pages; `docs_url` is this and the code. */
export const ERROR_PAGES_PATH = '/docs/errors';

/** The body of every error of the unified surface. */
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
  const docs_url = `${publicUrl}${ERROR_PAGES_PATH}/${code}`;
  return { error: { code, message, ...(details === undefined ? {} : { details }), docs_url } };
}

/** Paths of the older surface, whose errors have their own envelope. */
const LEGACY_PATH = /^\/(v[123]|auth)(?=[/?]|$)/;

/** The graph, as the pages of the console reach it: clients of graphs read errors in their own form. */
const GRAPH_PATH = /^\/console\/graphql(?=[/?]|$)/;

/** Sends a documented error with the headers that belong to it, in the envelope of the surface that `url` is part of. */
export function sendError(
  reply: FastifyReply,
  error: PlatformError,
  { publicUrl, url }: { readonly publicUrl: string; readonly url: string },
): FastifyReply {
  const retryAfter = retryAfterSeconds(error);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(catalogue[error.code].http)
    .headers(replayHeaders(error.replayed))
    .send(bodyOf(error, { publicUrl, url, requestId: reply.request.id }));
}

function bodyOf(
  error: PlatformError,
  { publicUrl, url, requestId }: { readonly publicUrl: string; readonly url: string; readonly requestId: string },
): object {
  if (LEGACY_PATH.test(url))
    return legacyErrorBody(error, { page: `${publicUrl}${ERROR_PAGES_PATH}/${error.code}`, requestId });
  if (!GRAPH_PATH.test(url)) return envelope(error, publicUrl);
  const { code, message, details } = error;
  return { errors: [{ message, extensions: { code, ...(details === undefined ? {} : { details }), requestId } }] };
}

const RETRY_AFTER_SECONDS_DEFAULT = 60;

/** A rate limit states in `details` when it ends; a 429 without that means one minute. */
function retryAfterSeconds({ code, details }: PlatformError): number | undefined {
  if (catalogue[code].http !== 429) return undefined;
  const stated = details !== undefined && 'retry_after_seconds' in details ? details['retry_after_seconds'] : undefined;
  return typeof stated === 'number' ? stated : RETRY_AFTER_SECONDS_DEFAULT;
}
