const SECONDS = /^\d{1,6}$/;

/** An error answer of the platform. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** `body` is the body of the answer, `retryAfterMs` its `Retry-After`, where it has one. */
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
 * Calls a REST route and returns its JSON body. Throws `ApiError` with the envelope's code and message, and fetch's `TypeError` where no
 * answer came. Requests with the same idempotency key have their effect once.
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
