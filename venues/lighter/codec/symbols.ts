/**
 * Symbols of Lighter's perpetuals. The venue names a market by what it trades (`BTC`, `1000PEPE`), the platform by `<MARKET>-PERP.LIGHTER`,
 * which is Nautilus's spelling too. The market has the venue's spelling.
 */

const CANONICAL = /^[\w-]{1,40}-PERP\.LIGHTER$/;
/** People's and tools' spellings of a perpetual: a coin, a pair, a contract name. */
const LOOSE = /^([\w-]{1,40}?)(?:[-/_]?(?:USDC?|PERP))?(?::USDC)?(?:-PERP)?(?:\.LIGHTER)?$/i;

/** Returns the canonical symbol of a market; undefined for a name that can't be part of one. */
export function canonicalSymbol(market: string): string | undefined {
  const symbol = `${market}-PERP.LIGHTER`;
  return isCanonicalSymbol(symbol) ? symbol : undefined;
}

/** Returns whether a text has the form of a canonical symbol; the market need not exist. */
export function isCanonicalSymbol(text: string): boolean {
  return CANONICAL.test(text);
}

/**
 * Returns the canonical symbol that another text may have meant, in upper case like nearly all of the venue's markets. Only for suggesting
 * it to the caller, never for answering in its place. Undefined when the text resembles nothing.
 */
export function canonicalCandidate(text: string): string | undefined {
  const market = LOOSE.exec(text)?.[1];
  return market === undefined ? undefined : canonicalSymbol(market.toUpperCase());
}
