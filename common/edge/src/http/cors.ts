import type { IncomingMessage } from 'node:http';

/** The origins whose pages may call from a browser. */
export interface CorsOptions {
  /** Origins beside the platform's own; `*` for all. */
  readonly origins: readonly string[];
  /** Returns the platform's own address; called when needed, since a free port is known only once it is bound. */
  readonly ownUrl: () => string;
}

/** What an answer tells a browser that calls for a page of another origin. */
export interface CorsAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether this is a preflight request: the answer is these headers alone, and no handler runs. */
  readonly isPreflight: boolean;
}

/** How long a browser may cache the answer. */
const KEPT_SECONDS = 600;

/** The headers that a page may read beside the body. */
const EXPOSED = [
  'x-request-id',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  'www-authenticate',
  'allow',
  'content-disposition',
].join(', ');

/** The headers that a page may send: none that a proxy is trusted for, and no cookie, since only the console's own pages have one. */
const SENT = [
  'content-type',
  'accept',
  'authorization',
  'x-api-key',
  'idempotency-key',
  'idempotency-replay-only',
  'x-request-id',
  'traceparent',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
  'mcp-protocol-version',
  'mcp-session-id',
  'x-graphql-event-stream-token',
].join(', ');

const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';

/** Returns the headers for the origin of a request; none where it has no origin, or one that may not call. */
export function corsAnswer(
  { method, headers: { origin, ...asked } }: Pick<IncomingMessage, 'method' | 'headers'>,
  options: CorsOptions,
): CorsAnswer {
  if (origin === undefined) return { headers: {}, isPreflight: false };
  if (!isAllowed(origin, options)) return { headers: { vary: 'origin' }, isPreflight: false };
  const headers = { vary: 'origin', 'access-control-allow-origin': origin };
  if (method !== 'OPTIONS' || asked['access-control-request-method'] === undefined)
    return { headers: { ...headers, 'access-control-expose-headers': EXPOSED }, isPreflight: false };
  const allowed = {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': SENT,
    'access-control-max-age': String(KEPT_SECONDS),
  };
  return { headers: { ...headers, ...allowed }, isPreflight: true };
}

function isAllowed(origin: string, { origins, ownUrl }: CorsOptions): boolean {
  return origins.includes('*') || origins.includes(origin) || isOwnOrigin(origin, ownUrl());
}

/** Returns whether an origin is that of the platform's own address; a machine's two names for itself count as one. */
export function isOwnOrigin(origin: string, ownUrl: string): boolean {
  return URL.canParse(ownUrl) && URL.canParse(origin) && canonical(origin) === canonical(ownUrl);
}

function canonical(url: string): string {
  return new URL(url).origin.replace('//127.0.0.1', '//localhost');
}
