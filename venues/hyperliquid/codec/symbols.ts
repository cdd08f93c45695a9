// Why: docs/decisions/venues/hyperliquid.md
/**
 * Symbols of Hyperliquid's perpetuals. The venue names a market by its coin (`BTC`, `kPEPE`, `xyz:TSLA`); the platform by
 * `<BASE>/USDC:USDC`, exactly as ccxt, and with it freqtrade, spell it, which writes the coin in upper case with `-` for `:`.
 * From a base alone the coin's case can't be told: only the venue's listing leads back to the coin.
 */

const BASE = '[A-Z0-9][A-Z0-9-]{0,39}';
const CANONICAL = new RegExp(`^(${BASE})/USDC:USDC$`);
const NAUTILUS = new RegExp(`^(${BASE})-PERP\\.HYPERLIQUID$`);
/** What people and tools write for a perpetual: a coin, a pair, a contract name. */
const LOOSE = /^([A-Za-z0-9:-]{1,40}?)(?:[-/_]?(?:USDC?|PERP))?(?::USDC)?(?:-PERP)?(?:\.HYPERLIQUID)?$/i;

/** The canonical symbol, which is also freqtrade's pair: `BTC` gives `BTC/USDC:USDC`, `kPEPE` gives `KPEPE/USDC:USDC`. */
export function canonicalSymbol(coin: string): string {
  return `${coin.toUpperCase().replaceAll(':', '-')}/USDC:USDC`;
}

/** Whether a text has the form of a canonical symbol; the market need not exist. */
export function isCanonicalSymbol(text: string): boolean {
  return CANONICAL.test(text);
}

/** The Nautilus alias of a canonical symbol: `BTC-PERP.HYPERLIQUID`. Undefined when the symbol isn't canonical. */
export function nautilusSymbol(canonical: string): string | undefined {
  const base = CANONICAL.exec(canonical)?.[1];
  return base === undefined ? undefined : `${base}-PERP.HYPERLIQUID`;
}

/** The canonical symbol of a Nautilus alias. Undefined for any other text. */
export function canonicalOfNautilus(alias: string): string | undefined {
  const base = NAUTILUS.exec(alias)?.[1];
  return base === undefined ? undefined : `${base}/USDC:USDC`;
}

/**
 * The canonical symbol that a text which isn't one may have meant: an alias, a coin, a pair in another spelling.
 * For telling the caller only, never for answering in its place. Undefined when the text resembles nothing.
 */
export function canonicalCandidate(text: string): string | undefined {
  const coin = LOOSE.exec(text)?.[1];
  return coin === undefined ? undefined : canonicalSymbol(coin);
}
