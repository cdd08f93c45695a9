// Why: docs/decisions/edge/credentials-on-requests.md
import type { IncomingHttpHeaders } from 'node:http';

/** What somebody presents: an API key, or a token of a session or of the identity provider. */
export interface PresentedCredential {
  readonly type: 'api_key' | 'bearer_token';
  readonly secret: string;
}

const BEARER = /^Bearer +(\S+)$/i;
/** Secrets of API keys begin so; what else a bearer holds is a token. */
const API_KEY = /^tp_/;

/**
 * The credential of a request by the one rule of all ports: `x-api-key` goes first; a bearer that holds an API key is that key.
 * Undefined where nothing is presented, `malformed` where the authorization is no bearer.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | 'malformed' | undefined {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string' && apiKey !== '') return { type: 'api_key', secret: apiKey };
  return bearerOf(headers);
}

/** What the authorization of a request holds; the rest as above. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): PresentedCredential | 'malformed' | undefined {
  if (authorization === '') return undefined;
  const secret = BEARER.exec(authorization)?.[1];
  if (secret === undefined) return 'malformed';
  return { type: API_KEY.test(secret) ? 'api_key' : 'bearer_token', secret };
}

const REALM = 'realm="trading-platform"';

/** What `WWW-Authenticate` says of each credential. */
export const challenges = {
  api_key: `ApiKey ${REALM}, header="x-api-key"`,
  bearer_token: `Bearer ${REALM}`,
} as const;
