import { type LegacyRoute, prefixOf } from './operation.js';
import { retirementOf } from './retirement.js';

/** The page that says what to do once the older surface has ended. */
const DEPRECATION_PAGE = '/docs/errors/operation_retired';

/**
 * Returns the headers of every answer of an operation of the older surface. Source: RFC 9745 (`Deprecation`, a structured date), RFC 8594
 * (`Sunset`, an HTTP date), RFC 8288 (`Link`) with the relations `deprecation`, `sunset` and `successor-version` (RFC 5829).
 */
export function legacyHeaders(
  { path, legacy }: Pick<LegacyRoute, 'path' | 'legacy'>,
  parameters: unknown,
  publicUrl: string,
): Readonly<Record<string, string>> {
  const { deprecatedAt, endsAt } = retirementOf(prefixOf(path));
  const page = `<${publicUrl}${DEPRECATION_PAGE}>`;
  const successor = legacy.successor === null ? [] : [`<${publicUrl}${placeOf(legacy.successor, parameters)}>`];
  const links = [`${page}; rel="deprecation"`, `${page}; rel="sunset"`];
  return {
    deprecation: `@${deprecatedAt.getTime() / 1_000}`,
    sunset: endsAt.toUTCString(),
    link: [...links, ...successor.map((address) => `${address}; rel="successor-version"`)].join(', '),
  };
}

/** Returns the address in the name of a route, with the parameters of the request; it ends before one that the request does not have. */
function placeOf(route: string, parameters: unknown): string {
  const path = route.slice(route.indexOf(' ') + 1);
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(parameters)));
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = name === undefined ? part : known.get(name);
    return value === undefined ? undefined : encodeURIComponent(String(value));
  });
  const end = parts.indexOf(undefined);
  return parts.slice(0, end === -1 ? parts.length : end).join('/');
}
