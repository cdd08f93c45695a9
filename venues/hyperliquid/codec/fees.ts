/**
 * Fees per side in percent of the value traded: the venue's base tier for perpetuals (hyperliquid.gitbook.io/hyperliquid-docs/trading/fees)
 * and the builder fee that the platform's orders carry (docs/interface.md, cost model).
 */
export const FEES = { takerPct: 0.045, makerPct: 0.015, builderPct: 0.01 } as const;
