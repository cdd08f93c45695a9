import type { Perpetual } from './market.js';

/**
 * The simulated perpetuals, in the order of their asset ids. Size decimals and leverages are the real venue's; price
 * levels, volatilities and turnovers are typical of 2025.
 */
export const PERPETUALS: readonly Perpetual[] = [
  list('BTC', 5, 40, 56, 100_000, 0.025, 93e6),
  list('ETH', 4, 25, 55, 3_200, 0.037, 57e6),
  list('SOL', 2, 20, 54, 170, 0.045, 21e6),
  list('HYPE', 2, 10, 52, 35, 0.07, 13e6),
  list('XRP', 0, 20, 54, 2.4, 0.05, 6.1e6),
  list('DOGE', 0, 10, 52, 0.2, 0.054, 2.9e6),
  list('ADA', 0, 10, 51, 0.75, 0.056, 0.55e6),
  list('ARB', 1, 10, 51, 0.4, 0.054, 0.23e6),
  list('AVAX', 2, 10, 51, 22, 0.05, 0.65e6),
  list('BNB', 3, 10, 51, 720, 0.028, 0.66e6),
  list('LINK', 1, 10, 51, 17, 0.052, 0.82e6),
  list('LTC', 2, 10, 51, 105, 0.047, 0.49e6),
  list('NEAR', 1, 10, 51, 2.7, 0.055, 0.19e6),
  list('SUI', 1, 10, 52, 3.4, 0.06, 3.1e6),
  list('FARTCOIN', 1, 10, 51, 1.1, 0.1, 4.8e6),
  list('kPEPE', 0, 10, 52, 0.011, 0.066, 3.5e6),
];

/** A third party's dex on the venue, with perpetuals of its own. */
export interface BuilderDex {
  /** The prefix of its coins' names: `xyz:GOLD`. */
  readonly name: string;
  readonly fullName: string;
  readonly deployer: string;
  readonly feeRecipient: string;
  readonly perpetuals: readonly Perpetual[];
}

/** The builder-deployed dexes, in the order of their numbers: the sandbox has no trading there; everything can be read. */
export const BUILDER_DEXES: readonly BuilderDex[] = [
  {
    name: 'xyz',
    fullName: 'XYZ',
    deployer: '0x5a4d2b0c00000000000000000000000000000001',
    feeRecipient: '0x5a4d2b0c00000000000000000000000000000002',
    perpetuals: [
      list('xyz:GOLD', 4, 20, 20, 4_000, 0.011, 2.1e6),
      list('xyz:NVDA', 3, 10, 10, 180, 0.028, 1.4e6),
      list('xyz:TSLA', 3, 10, 10, 420, 0.036, 1.1e6),
    ],
  },
];

/** The venue's margin tables that the perpetuals name: id, description, and the leverage allowed from each notional in USD. */
export const MARGIN_TABLES: readonly [number, string, readonly (readonly [number, number])[]][] = [
  [
    51,
    'tiered 10x',
    [
      [0, 10],
      [3_000_000, 5],
    ],
  ],
  [
    52,
    'tiered 10x (2)',
    [
      [0, 10],
      [20_000_000, 5],
    ],
  ],
  [
    54,
    'tiered 20x',
    [
      [0, 20],
      [40_000_000, 10],
    ],
  ],
  [
    55,
    'tiered 25x',
    [
      [0, 25],
      [100_000_000, 15],
    ],
  ],
  [
    56,
    'tiered 40x',
    [
      [0, 40],
      [150_000_000, 20],
    ],
  ],
];

function list(
  coin: string,
  szDecimals: number,
  maxLeverage: number,
  marginTableId: number,
  typicalPrice: number,
  dailyVolatility: number,
  hourlyTurnoverUsd: number,
): Perpetual {
  return { coin, szDecimals, maxLeverage, marginTableId, typicalPrice, dailyVolatility, hourlyTurnoverUsd };
}
