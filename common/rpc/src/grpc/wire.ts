import { Metadata, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { catalogue, type ErrorCode, type ErrorDetails, isErrorCode, PlatformError } from '@platform/errors';

const CODE_KEY = 'platform-error-code';
const DETAILS_KEY = 'platform-error-details-bin';
const REPLAYED_KEY = 'platform-error-replayed';
const TRANSPORT_CODES: Readonly<Record<number, ErrorCode>> = {
  4: 'deadline_exceeded',
  14: 'service_unavailable',
};

/** Returns a documented error as a gRPC status; the code and details travel as trailing metadata. */
export function toGrpcStatus(error: PlatformError): StatusObject {
  const metadata = new Metadata();
  metadata.set(CODE_KEY, error.code);
  if (error.details !== undefined) metadata.set(DETAILS_KEY, Buffer.from(JSON.stringify(error.details)));
  if (error.replayed) metadata.set(REPLAYED_KEY, 'true');
  return { code: catalogue[error.code].grpc, details: error.message, metadata };
}

/**
 * Returns the error of a gRPC call as a documented error: the callee's own, `service_unavailable` or `deadline_exceeded` from the
 * transport, and `internal` (with the cause kept for the log, never for the caller) otherwise.
 */
export function fromGrpcError(error: ServiceError): PlatformError {
  const [code] = error.metadata?.get(CODE_KEY) ?? [];
  if (isErrorCode(code)) {
    const details = readDetails(error);
    return new PlatformError(code, {
      message: error.details,
      replayed: error.metadata.get(REPLAYED_KEY).length > 0,
      cause: error,
      ...(details === undefined ? {} : { details }),
    });
  }
  return new PlatformError(TRANSPORT_CODES[error.code] ?? 'internal', { cause: error });
}

function readDetails(error: ServiceError): ErrorDetails | undefined {
  const [bytes] = error.metadata.get(DETAILS_KEY);
  if (!Buffer.isBuffer(bytes)) return undefined;
  const details: unknown = JSON.parse(bytes.toString());
  return typeof details === 'object' && details !== null ? (details as ErrorDetails) : undefined;
}
