/** Stands between the token and the digest of a link; neither has it. */
const SEPARATOR = '~';

/** What a link to a result says: whose result it is, and what it was when it was shared. */
export interface ResultLink {
  readonly token: string;
  /** SHA-256 of the result, in lower-case hex; undefined where the link has none. */
  readonly digest?: string;
}

/** The address of a shared result. What it says stands behind the `#`, which browsers send nowhere. */
export function addressOf(origin: string, { token, digest }: ResultLink): string {
  return `${origin}/app/shared#${token}${digest === undefined ? '' : SEPARATOR + digest}`;
}

/** Reads a link off the fragment of an address. */
export function linkOf(fragment: string): ResultLink | undefined {
  const [token = '', digest] = fragment.replace(/^#/, '').split(SEPARATOR);
  if (token === '') return undefined;
  return digest === undefined ? { token } : { token, digest };
}

/** The SHA-256 of a value's JSON with sorted keys; undefined where the browser computes none, as without TLS. */
export async function digestOf(value: unknown): Promise<string | undefined> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(sorted(value)));
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same value with its keys in order, and without the names of types that the client adds. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__typename')
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
