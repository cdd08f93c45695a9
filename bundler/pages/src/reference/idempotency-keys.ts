const HEADER = 'Idempotency-Key';
/** The steps of one withdrawal carry one key: its code is bound to it. */
const WITHDRAWAL = /\/wallet\/withdraw(\/[a-z]+)?$/;
const WITHDRAWAL_BEGINS = /\/wallet\/withdraw\/otp$/;

/** The part of an OpenAPI document that is read here. */
export interface KeyDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
}

interface Parameter {
  readonly name: string;
  readonly example?: unknown;
}

/** A request as Swagger UI is about to send it. */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/**
 * Gives each request an idempotency key of its own where the reader left the document's example as it was: under that one key the
 * second request would be the first one again. What the reader typed is sent.
 */
export function freshKeys(document: KeyDocument, newKey: () => string) {
  const examples = examplesOf(document);
  let withdrawalKey: string | undefined;
  const keyFor = (path: string): string => {
    if (!WITHDRAWAL.test(path)) return newKey();
    if (WITHDRAWAL_BEGINS.test(path)) withdrawalKey = undefined;
    withdrawalKey ??= newKey();
    return withdrawalKey;
  };
  return <Request extends PreparedRequest>(request: Request): Request => {
    const sent = request.headers[HEADER];
    if (sent !== undefined && examples.has(sent)) request.headers[HEADER] = keyFor(new URL(request.url).pathname);
    return request;
  };
}

/** A random UUID; `crypto.randomUUID` is missing on pages that come without TLS from another machine. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function examplesOf({ paths }: KeyDocument): ReadonlySet<unknown> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  return new Set(parameters.filter(({ name }) => name === HEADER).map(({ example }) => example));
}
