import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf, challenges, type PresentedCredential, presentedCredential } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { FastifyRequest } from 'fastify';
import type { Asker, CallerSeen, OnAllowance } from '../gateway/executor.js';
import type { Route } from '../routes/route.js';

/**
 * Makes the gateway authenticate the caller and count the request as `requests` requests (default: one). Throws for a caller who may
 * not use the route; on a public route, only for a caller whose allowance is used up.
 */
export type Prove = (request: FastifyRequest, requests?: number, onAllowance?: OnAllowance) => Promise<void>;

/** The credentials that each kind of route takes. */
const TAKEN: Readonly<Record<Exclude<Route['authentication'], 'none'>, readonly PresentedCredential['type'][]>> = {
  key: ['api_key'],
  session: ['bearer_token'],
  any: ['api_key', 'bearer_token'],
};

/** Returns the one credential that a route reads, as it is passed on. Throws `unauthorized` if it is missing. */
export function credentialOf(authentication: Route['authentication'], headers: IncomingHttpHeaders): Asker['headers'] {
  if (authentication === 'none') return {};
  const presented = authentication === 'session' ? bearerOf(headers) : presentedCredential(headers);
  if (presented === undefined || presented === 'malformed' || !TAKEN[authentication].includes(presented.type))
    throw new PlatformError('unauthorized');
  return presented.type === 'api_key'
    ? { 'x-api-key': presented.secret }
    : { authorization: `Bearer ${presented.secret}` };
}

const KEY_IS_TAKEN = 'an API key, in the header `x-api-key` or as `Authorization: Bearer`';
const TOKEN_IS_TAKEN =
  'a session token of POST /account/verify, or a token of the identity provider, as `Authorization: Bearer`';

/** Returns the refusal of a caller: the accepted credential, whether the presented one was of that kind, and the challenge. */
export function unauthorizedAt(
  authentication: Route['authentication'] | undefined,
  headers: IncomingHttpHeaders,
): { readonly error: PlatformError; readonly challenge: string } {
  const presented = presentedCredential(headers);
  const bearer = bearerOf(headers);
  const taken = { key: KEY_IS_TAKEN, session: TOKEN_IS_TAKEN, any: `${KEY_IS_TAKEN}; or ${TOKEN_IS_TAKEN}` };
  const credential = { key: 'api_key', session: 'session_token', any: 'any' } as const;
  const kind = authentication === undefined || authentication === 'none' ? 'any' : authentication;
  const shown = kind === 'session' ? (bearer ?? presented) : presented;
  const type = shown === undefined || shown === 'malformed' ? undefined : shown.type;
  const isOther = (kind === 'key' && type === 'bearer_token') || (kind === 'session' && type === 'api_key');
  const found = isOther ? `${type === 'api_key' ? 'An API key' : 'A token'} is not taken here.` : foundOf(shown);
  const bearers =
    kind === 'session' && type === 'bearer_token'
      ? `${challenges.bearer_token}, error="invalid_token"`
      : challenges.bearer_token;
  return {
    error: new PlatformError('unauthorized', {
      message: `${found} This address takes ${taken[kind]}.`,
      details: { credential: credential[kind] },
    }),
    challenge: kind === 'session' ? bearers : `${challenges.api_key}, ${bearers}`,
  };
}

function foundOf(presented: ReturnType<typeof presentedCredential>): string {
  if (presented === undefined) return 'No credential was sent.';
  if (presented === 'malformed') return 'The authorization sent is no bearer.';
  return presented.type === 'api_key'
    ? 'The API key sent is unknown or revoked.'
    : 'The token sent is unknown, expired or revoked.';
}

/** Returns whether a response of this status is sent only to holders of a valid credential. */
export function provesCaller(route: Route | undefined, status: number): boolean {
  if (route === undefined || route.authentication === 'none') return false;
  return status !== 401 && status !== 429 && status < 500;
}

/** Throws the refusal of a caller who may not use the route, before any fault of the request is reported. */
export function checkCaller(route: Pick<Route, 'authentication' | 'permission'>, caller: CallerSeen): void {
  if (route.authentication === 'session' && caller.credentialType !== 'session')
    throw new PlatformError('unauthorized');
  const suffices = route.permission === 'read' ? ['read', 'trade', 'all'] : ['trade', 'all'];
  if (!caller.permissions.some((permission) => suffices.includes(permission)))
    throw new PlatformError('insufficient_permissions');
}
