import { S3Client } from '@aws-sdk/client-s3';
import { ConfigurationError, hostOf, isLoopback } from '@platform/kit/config';
import type { S3Access } from '../settings.js';

/** Every call may be made again: what it changes, it sets to what it was given, or creates once. */
const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 2_000;
/** Of one attempt, with what it sends: at most `OBJECT_BYTES_MAX`. */
const REQUEST_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 15_000;
const CONNECTIONS_MAX = 32;
/** What a store of one's own is asked by where nothing is said: it has no regions, yet they are part of a signature. */
const REGION_OF_NONE = 'us-east-1';

/**
 * Returns a client. What `access` leaves open is found as the client always finds it, such as credentials by the machine's role. Throws
 * `ConfigurationError` where the store is on another machine and would be asked without TLS, unless that is allowed.
 */
export function openClient(access: S3Access): S3Client {
  const { AWS_REGION: region } = access;
  const endpoint = endpointOf(access);
  const agent = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  return new S3Client({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // The names of buckets are no hosts of a store of one's own.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: region ?? REGION_OF_NONE }),
    ...(region !== undefined && { region }),
    ...credentialsOf(access),
  });
}

function endpointOf(access: S3Access): string | undefined {
  const { AWS_ENDPOINT_URL: common, AWS_ENDPOINT_URL_S3: own, ALLOW_OBJECT_STORE_WITHOUT_TLS: isAllowed } = access;
  const endpoint = own ?? common;
  if (endpoint === undefined || isAllowed === true) return endpoint;
  if (endpoint.startsWith('https:') || isLoopback(hostOf(endpoint))) return endpoint;
  const name = own === undefined ? 'AWS_ENDPOINT_URL' : 'AWS_ENDPOINT_URL_S3';
  throw new ConfigurationError(
    `${name}: names another machine and must be https, or set ALLOW_OBJECT_STORE_WITHOUT_TLS=true`,
  );
}

function credentialsOf(access: S3Access) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = access;
  if (accessKeyId === undefined || secret === undefined) return {};
  const sessionToken = session?.reveal();
  return {
    credentials: { accessKeyId, secretAccessKey: secret.reveal(), ...(sessionToken !== undefined && { sessionToken }) },
  };
}
