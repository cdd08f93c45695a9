/**
 * Symbols of Polymarket's tokens. A market has a token for each of its outcomes; the venue names it by its id, a number of up to
 * 78 digits, and the platform by `<TOKEN_ID>.POLYMARKET`.
 */

const SUFFIX = '.POLYMARKET';
const TOKEN = /^\d{1,78}$/;
const CANONICAL = /^(\d{1,78})\.POLYMARKET$/;
/** A token by itself, in another spelling, or after its market in the form of nautilus_trader's own adapter. */
const LOOSE = /^(?:0x[0-9a-f]{64}-)?(\d{1,78})(?:\.POLYMARKET)?$/i;

/** Returns the canonical symbol of a token. */
export function canonicalSymbol(tokenId: string): string {
  return `${tokenId}${SUFFIX}`;
}

/** Returns whether a text has the form of a canonical symbol; the token need not exist. */
export function isCanonicalSymbol(text: string): boolean {
  return CANONICAL.test(text);
}

/** Returns whether a text has the form of a token's id. */
export function isTokenId(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns the token of a canonical symbol; undefined for any other text. */
export function tokenOf(symbol: string): string | undefined {
  return CANONICAL.exec(symbol)?.[1];
}

/** Returns the canonical symbol that another text may have meant: only for suggesting it to the caller. Undefined: it resembles none. */
export function canonicalCandidate(text: string): string | undefined {
  const tokenId = LOOSE.exec(text)?.[1];
  return tokenId === undefined ? undefined : canonicalSymbol(tokenId);
}
