const NAME = /^[a-z_]\w{0,31}$/i;
/** A name, a variable, a type or a field of a type in GraphQL syntax. */
const GRAPHQL_NAME = /^[$@[]{0,2}[a-z_]\w{0,31}(\.[a-z_]\w{0,31})?[\]!]{0,4}$/i;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const DIGITS = /(?<!\w)(?:0x[\da-f]+|\d{6,})/gi;
const HIDDEN = '…';
/** The number of names of a path that a refusal repeats. */
const PATH_NAMES_MAX = 10;

/**
 * Returns a caller's own name for a field as an error may repeat it: hidden where it does not look like a name, since people paste keys and
 * codes into the wrong place, and answers are kept in logs and screenshots. None of the platform's secrets looks like a name.
 */
export function repeatedName(name: string): string {
  return NAME.test(name) ? name : HIDDEN;
}

/** Returns a path of such names and of item numbers, as `config.exchange.0.name`; only its beginning where it is long. */
export function repeatedPath(path: readonly (string | number)[]): string {
  const shown = path.slice(0, PATH_NAMES_MAX).map((part) => (typeof part === 'number' ? part : repeatedName(part)));
  return shown.join('.');
}

/** Returns GraphQL's message of a refusal with quoted values of the caller hidden; names stay. */
export function withoutQuotedValues(message: string): string {
  const named = message.replace(QUOTED, (quoted) => (GRAPHQL_NAME.test(quoted.slice(1, -1)) ? quoted : `"${HIDDEN}"`));
  return named.replace(DIGITS, HIDDEN);
}
