import { integer, origins } from '@platform/kit/config';
import { z } from 'zod';

/** What a server that faces callers reads from the environment. */
export const httpSettings = {
  LISTEN_HOST: z
    .string()
    .default('127.0.0.1')
    // A host name may have two addresses, and a server listens on only one of them.
    .transform((host) => (host === 'localhost' ? '127.0.0.1' : host))
    .describe('address to listen on'),
  HTTP_HEADERS_TIMEOUT_SECONDS: integer(1, 600)
    .default(10)
    .describe('time that the head of a request may take to arrive, including the first one of a connection'),
  HTTP_REQUEST_TIMEOUT_SECONDS: integer(1, 600).default(30).describe('time that a whole request may take to arrive'),
  HTTP_IDLE_TIMEOUT_SECONDS: integer(1, 600)
    .default(72)
    .describe('how long a kept connection may wait for the next request'),
  HTTP_ANSWER_TIMEOUT_SECONDS: integer(1, 3_600)
    .default(120)
    .describe('time from the head of a request until its client has taken the whole answer'),
  HTTP_CONNECTIONS_MAX: integer(10, 1_000_000).default(10_000).describe('connections that may be open at once'),
  HTTP_UNAUTHENTICATED_CONNECTIONS_PER_CLIENT_MAX: integer(1, 1_000_000)
    .default(500)
    .describe(
      'connections that one address may keep open without having shown a valid credential; TRUSTED_PROXIES are not limited',
    ),
  CORS_ORIGINS: origins
    .optional()
    .describe(
      "origins whose pages may call from a browser, separated by commas, or * for every one; unset: the platform's own alone",
    ),
};

/** Bounds of the connections of one server. */
export interface ConnectionLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly connectionsMax: number;
  readonly unauthenticatedPerClientMax: number;
}

/** Returns the limits that the environment sets, or the defaults without an environment. */
export function connectionLimits(environment = z.object(httpSettings).parse({})): ConnectionLimits {
  return {
    headersTimeoutMs: environment.HTTP_HEADERS_TIMEOUT_SECONDS * 1_000,
    requestTimeoutMs: environment.HTTP_REQUEST_TIMEOUT_SECONDS * 1_000,
    idleTimeoutMs: environment.HTTP_IDLE_TIMEOUT_SECONDS * 1_000,
    answerTimeoutMs: environment.HTTP_ANSWER_TIMEOUT_SECONDS * 1_000,
    connectionsMax: environment.HTTP_CONNECTIONS_MAX,
    unauthenticatedPerClientMax: environment.HTTP_UNAUTHENTICATED_CONNECTIONS_PER_CLIENT_MAX,
  };
}
