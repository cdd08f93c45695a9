const SECONDS = /^\d{1,6}$/;

/** An answer of the platform that is not the one hoped for. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** `body` is what it answered, `retryAfterMs` how long it asks to wait, where it does. */
  constructor(
    message: string,
    readonly status: number,
    readonly body: string,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message);
  }
}

/** The credentials of a request: none, an API key or a session token. */
export type Credentials = { apiKey?: string; sessionToken?: string };

/**
 * Calls a REST route and gives its JSON body. Throws `ApiError` with the envelope's code and message, and fetch's `TypeError` where
 * no answer came. What is sent under the same idempotency key again has its effect once.
 */
export async function call<Body>(
  baseUrl: string,
  method: string,
  path: string,
  credentials: Credentials,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Body> {
  const headers: Record<string, string> = {};
  if (credentials.apiKey !== undefined) headers['x-api-key'] = credentials.apiKey;
  if (credentials.sessionToken !== undefined) headers['authorization'] = `Bearer ${credentials.sessionToken}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    const after = response.headers.get('retry-after') ?? '';
    const retryAfterMs = SECONDS.test(after) ? Number(after) * 1_000 : undefined;
    throw new ApiError(`${method} ${path}: ${response.status} ${text}`, response.status, text, retryAfterMs);
  }
  // A demonstration reads only documented fields; the contract tests check the shapes.
  return JSON.parse(text) as Body;
}
