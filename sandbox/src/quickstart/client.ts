/** An answer of the platform that is not the one hoped for. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** `body` is what it answered. */
  constructor(
    message: string,
    readonly body: string,
  ) {
    super(message);
  }
}

/** The credentials of a request: none, an API key or a session token. */
export type Credentials = { apiKey?: string; sessionToken?: string };

/** Calls a REST route and gives its JSON body. Throws `ApiError` with the envelope's code and message. */
export async function call<Body>(
  baseUrl: string,
  method: string,
  path: string,
  credentials: Credentials,
  body?: unknown,
): Promise<Body> {
  const headers: Record<string, string> = {};
  if (credentials.apiKey !== undefined) headers['x-api-key'] = credentials.apiKey;
  if (credentials.sessionToken !== undefined) headers['authorization'] = `Bearer ${credentials.sessionToken}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(`${method} ${path}: ${response.status} ${text}`, text);
  // A demonstration reads only documented fields; the contract tests check the shapes.
  return JSON.parse(text) as Body;
}
