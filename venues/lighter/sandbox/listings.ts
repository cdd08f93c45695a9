/** A market of the venue's listing, with the parameters of its simulation. */
export interface ListedMarket {
  readonly id: number;
  /** The base of a perpetual (`BTC`), the pair of a spot market (`ETH/USDC`). */
  readonly symbol: string;
  readonly type: 'perp' | 'spot';
  readonly sizeDecimals: number;
  readonly priceDecimals: number;
  /** Smallest share of a position's value that is its margin, in ten thousandths: 200 is a leverage of 50. */
  readonly minInitialMargin: number;
  /** The price in USD around which simulated prices move. */
  readonly typicalPrice: number;
  /** Standard deviation of the daily logarithmic return. */
  readonly dailyVolatility: number;
  /** Turnover of a typical hour in USD. */
  readonly hourlyTurnoverUsd: number;
  /** When its trading ended; undefined: it is active. */
  readonly inactiveSinceMs?: number;
}

/** The shares of a position's value that a market wants as margin, in ten thousandths. */
export function marginFractionsOf({ minInitialMargin }: ListedMarket) {
  return {
    /** Where an account has set none. */
    initial: Math.min(10_000, minInitialMargin * 2),
    /** Below it, the venue closes positions. */
    maintenance: Math.round(minInitialMargin * 0.6),
    /** Below it, the venue's insurance fund takes them over. */
    closeOut: Math.round(minInitialMargin * 0.4),
  };
}

/** The least worth of an order in millionths of USDC: ten USDC. */
export const MIN_QUOTE_MICRO_USDC = 10_000_000n;

/** Returns the least size of an order in units of the market's last decimal: worth about ten USDC, in round numbers. */
export function smallestSizeOf({ typicalPrice, sizeDecimals }: ListedMarket): number {
  return Math.max(1, Math.round(Number((10 / typicalPrice).toPrecision(1)) * 10 ** sizeDecimals));
}

/** When every simulated market began. */
export const LISTED_AT_MS = Date.UTC(2025, 0, 17);
/** Spot markets are numbered from here on, as the real venue's are. */
const FIRST_SPOT_ID = 2_048;

/**
 * The simulated markets. Ids, decimals and margins are the real venue's; price levels, volatilities and turnovers are typical of 2025. One
 * is so quiet that many of its minutes have no trade; one no longer trades.
 */
export const LISTINGS: readonly ListedMarket[] = [
  perpetual({ id: 0, symbol: 'ETH', decimals: [4, 2], minInitialMargin: 200, simulation: [3_200, 0.037, 9e6] }),
  perpetual({ id: 1, symbol: 'BTC', decimals: [5, 1], minInitialMargin: 200, simulation: [100_000, 0.025, 14e6] }),
  perpetual({ id: 2, symbol: 'SOL', decimals: [3, 3], minInitialMargin: 400, simulation: [170, 0.045, 4e6] }),
  perpetual({ id: 4, symbol: '1000PEPE', decimals: [0, 6], minInitialMargin: 1_000, simulation: [0.011, 0.066, 4e5] }),
  perpetual({ id: 23, symbol: 'POPCAT', decimals: [1, 5], minInitialMargin: 2_000, simulation: [0.4, 0.08, 600] }),
  {
    ...perpetual({ id: 28, symbol: 'MKR', decimals: [4, 2], minInitialMargin: 1_000, simulation: [1_500, 0.05, 1e5] }),
    inactiveSinceMs: Date.UTC(2025, 8, 15),
  },
  {
    ...perpetual({
      id: FIRST_SPOT_ID,
      symbol: 'ETH/USDC',
      decimals: [4, 2],
      minInitialMargin: 0,
      simulation: [3_200, 0.037, 2e5],
    }),
    type: 'spot',
  },
];

function perpetual({
  id,
  symbol,
  decimals: [sizeDecimals, priceDecimals],
  minInitialMargin,
  simulation: [typicalPrice, dailyVolatility, hourlyTurnoverUsd],
}: {
  readonly id: number;
  readonly symbol: string;
  /** Decimals of a size and of a price. */
  readonly decimals: readonly [number, number];
  readonly minInitialMargin: number;
  /** Typical price, daily volatility and hourly turnover. */
  readonly simulation: readonly [number, number, number];
}): ListedMarket {
  return {
    id,
    symbol,
    type: 'perp',
    sizeDecimals,
    priceDecimals,
    minInitialMargin,
    typicalPrice,
    dailyVolatility,
    hourlyTurnoverUsd,
  };
}
