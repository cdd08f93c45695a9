const NAME = /^[a-z_]\w{0,31}$/i;
/** A name, a variable, a type or a field of a type, as GraphQL writes them. */
const GRAPHQL_NAME = /^[$@[]{0,2}[a-z_]\w{0,31}(\.[a-z_]\w{0,31})?[\]!]{0,4}$/i;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const DIGITS = /(?<!\w)(?:0x[\da-f]+|\d{6,})/gi;
const HIDDEN = '…';
/** Names of a path that a refusal repeats. */
const PATH_NAMES_MAX = 10;

/**
 * A caller's own name for a field as an error may repeat it: hidden where it is none by its looks, since people paste
 * keys and codes into the wrong place, and answers are kept in logs and screenshots. None of ours looks like a name.
 */
export function repeatedName(name: string): string {
  return NAME.test(name) ? name : HIDDEN;
}

/** A path of such names and of numbers of items, as `config.exchange.0.name`; only its beginning where it is long. */
export function repeatedPath(path: readonly (string | number)[]): string {
  const shown = path.slice(0, PATH_NAMES_MAX).map((part) => (typeof part === 'number' ? part : repeatedName(part)));
  return shown.join('.');
}

/** A refusal in GraphQL's words with what it quotes of the caller's values hidden; names stay. */
export function withoutQuotedValues(message: string): string {
  const named = message.replace(QUOTED, (quoted) => (GRAPHQL_NAME.test(quoted.slice(1, -1)) ? quoted : `"${HIDDEN}"`));
  return named.replace(DIGITS, HIDDEN);
}
