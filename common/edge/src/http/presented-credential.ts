// Why: docs/decisions/edge/credentials-on-requests.md
import type { IncomingHttpHeaders } from 'node:http';

/** A credential that a caller presents: an API key, or a token of a session or of the identity provider. */
export interface PresentedCredential {
  readonly type: 'api_key' | 'bearer_token';
  readonly secret: string;
}

const BEARER = /^Bearer +(\S+)$/i;
/** The prefix of API key secrets; any other bearer value is a token. */
const API_KEY = /^tp_/;

/**
 * Returns the credential of a request by the rule of all ports: `x-api-key` takes precedence; a bearer that holds an API key is that key.
 * Undefined where nothing is presented, `malformed` where the authorization is not a bearer.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | 'malformed' | undefined {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string' && apiKey !== '') return { type: 'api_key', secret: apiKey };
  return bearerOf(headers);
}

/** Returns the credential in the authorization header of a request; otherwise as above. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): PresentedCredential | 'malformed' | undefined {
  if (authorization === '') return undefined;
  const secret = BEARER.exec(authorization)?.[1];
  if (secret === undefined) return 'malformed';
  return { type: API_KEY.test(secret) ? 'api_key' : 'bearer_token', secret };
}

const REALM = 'realm="trading-platform"';

/** The value of `WWW-Authenticate` for each credential. */
export const challenges = {
  api_key: `ApiKey ${REALM}, header="x-api-key"`,
  bearer_token: `Bearer ${REALM}`,
} as const;
