// Why: docs/decisions/venues/hyperliquid.md
/**
 * Symbols of Hyperliquid's perpetuals. The venue names a market by its coin (`BTC`, `kPEPE`, `xyz:TSLA`); the platform by
 * `<BASE>/USDC:USDC`, exactly as ccxt, and so freqtrade, spells it, which writes the coin in upper case with `-` for `:`. From a base alone
 * the coin's case can't be told: only the venue's listing leads back to the coin.
 */

const BASE = '[A-Z0-9][A-Z0-9-]{0,39}';
const CANONICAL = new RegExp(`^(${BASE})/USDC:USDC$`);
const NAUTILUS = new RegExp(`^(${BASE})-PERP\\.HYPERLIQUID$`);
/** People's and tools' spellings of a perpetual: a coin, a pair, a contract name. */
const LOOSE = /^([A-Za-z0-9:-]{1,40}?)(?:[-/_]?(?:USDC?|PERP))?(?::USDC)?(?:-PERP)?(?:\.HYPERLIQUID)?$/i;

/** Returns the canonical symbol, which is also freqtrade's pair: `BTC` becomes `BTC/USDC:USDC`, `kPEPE` becomes `KPEPE/USDC:USDC`. */
export function canonicalSymbol(coin: string): string {
  return `${coin.toUpperCase().replaceAll(':', '-')}/USDC:USDC`;
}

/** Returns whether a text has the form of a canonical symbol; the market need not exist. */
export function isCanonicalSymbol(text: string): boolean {
  return CANONICAL.test(text);
}

/** Returns the Nautilus alias of a canonical symbol: `BTC-PERP.HYPERLIQUID`. Undefined when the symbol isn't canonical. */
export function nautilusSymbol(canonical: string): string | undefined {
  const base = CANONICAL.exec(canonical)?.[1];
  return base === undefined ? undefined : `${base}-PERP.HYPERLIQUID`;
}

/** Returns the canonical symbol of a Nautilus alias. Undefined for any other text. */
export function canonicalOfNautilus(alias: string): string | undefined {
  const base = NAUTILUS.exec(alias)?.[1];
  return base === undefined ? undefined : `${base}/USDC:USDC`;
}

/**
 * Returns the canonical symbol that another text may have meant: an alias, a coin, a pair in another spelling. Only for suggesting it to
 * the caller, never for answering in its place. Undefined when the text resembles nothing.
 */
export function canonicalCandidate(text: string): string | undefined {
  const coin = LOOSE.exec(text)?.[1];
  return coin === undefined ? undefined : canonicalSymbol(coin);
}
