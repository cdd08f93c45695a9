import { UnreadableBody } from '@platform/edge/http';
import { type ErrorCode, type FieldProblem, PlatformError } from '@platform/errors';

/** What a web framework throws. */
export type HttpError = Error & { readonly code?: string; readonly statusCode?: number };

/** The largest body of a known caller. */
export const BODY_BYTES_MAX = 1024 * 1024;

/** What the web framework refuses before a route is asked, as documented errors; undefined for anything else. */
export function refusalOf(error: HttpError, invalidRequest: ErrorCode): PlatformError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new PlatformError('unsupported_media_type', { details: { accepted: ['application/json'] } });
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new PlatformError('not_found');
    default:
      return isClientFault(error)
        ? new PlatformError(codeOf(error, invalidRequest), { details: [faultOf(error)], cause: error })
        : undefined;
  }
}

/** A name given twice says nothing about what is to be executed: executions have a code of their own for that alone. */
function codeOf(error: HttpError, invalidRequest: ErrorCode): ErrorCode {
  const isNameTwice = error instanceof UnreadableBody && error.isNameTwice;
  return isNameTwice && invalidRequest === 'validation_failed' ? 'invalid_request' : invalidRequest;
}

function faultOf(error: HttpError): FieldProblem {
  if (!(error instanceof UnreadableBody)) return { path: '', message: 'is not valid JSON' };
  return { path: error.path, message: error.message };
}

function isClientFault({ statusCode }: HttpError): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}
