import { UnreadableBody } from '@platform/edge/http';
import { type ErrorCode, type FieldProblem, PlatformError } from '@platform/errors';

/** An error of the web framework. */
export type HttpError = Error & { readonly code?: string; readonly statusCode?: number };

/** The largest body of a known caller. */
export const BODY_BYTES_MAX = 1024 * 1024;

/** Returns the documented error for a refusal of the web framework before a route runs; undefined for anything else. */
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

/** A duplicate name is a malformed request, not an invalid action: executions use their own code only for the action. */
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
