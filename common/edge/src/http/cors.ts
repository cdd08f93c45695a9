import type { IncomingMessage } from 'node:http';

/** Whose pages may call from a browser. */
export interface CorsOptions {
  /** Origins beside the platform's own; `*` for all. */
  readonly origins: readonly string[];
  /** The platform's own address; asked for when needed, since a free port is known only once it is bound. */
  readonly ownUrl: () => string;
}

/** What an answer says to a browser that asks for a page of another origin. */
export interface CorsAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the browser only asks if it may: the answer is these headers, and no handler is asked. */
  readonly isPreflight: boolean;
}

/** How long a browser may keep the answer. */
const KEPT_SECONDS = 600;

/** What a page may read beside the body. */
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

/** What a page may send: nothing that a proxy is believed by, and never a cookie, which no port reads. */
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
].join(', ');

const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';

/** What is said to the origin of a request; nothing where it has none, or one that may not call. */
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
  if (origins.includes('*') || origins.includes(origin)) return true;
  const own = ownUrl();
  return URL.canParse(own) && URL.canParse(origin) && canonical(origin) === canonical(own);
}

/** A machine calls itself by two names. */
function canonical(url: string): string {
  return new URL(url).origin.replace('//127.0.0.1', '//localhost');
}
