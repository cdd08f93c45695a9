// Why: docs/decisions/edge/older-intelligence.md

/** What is quoted and settled in the dollar, as canonical symbols of perpetuals end. */
const SETTLED = '/USDC:USDC';

/** Returns the canonical symbol of a pair of the older surface: `ETH`, `xyz:NVDA`; any other text is one already. */
export function symbolOf(pair: string): string {
  if (/[/.]/.test(pair)) return pair;
  return `${pair.toUpperCase().replace(':', '-')}${SETTLED}`;
}

/** Returns the pair that the older surface calls a market by; `builderDex` is the third-party exchange that it trades on, if any. */
export function pairOf(symbol: string, builderDex: string | undefined): string {
  if (!symbol.endsWith(SETTLED)) return symbol;
  const base = symbol.slice(0, -SETTLED.length);
  const prefix = `${builderDex?.toUpperCase()}-`;
  return builderDex !== undefined && base.startsWith(prefix) ? `${builderDex}:${base.slice(prefix.length)}` : base;
}
