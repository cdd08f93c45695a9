import { FEES } from '@platform/venue-hyperliquid';

/** A venue and what the platform does there now; a part that isn't built is false. */
export interface VenueProfile {
  readonly id: string;
  readonly status: 'available' | 'planned';
  readonly kinds: readonly ('perpetual' | 'spot' | 'prediction')[];
  readonly frameworks: readonly ('freqtrade' | 'nautilus')[];
  readonly capabilities: {
    readonly context: boolean;
    readonly backtest: boolean;
    readonly paper: boolean;
    readonly live: boolean;
    readonly execution: boolean;
    readonly setup: boolean;
    readonly withdraw: boolean;
  };
  /** Percent of the value traded, a side; the venue's base tier. */
  readonly fees: { readonly takerPct: number; readonly makerPct: number; readonly builderPct: number };
  /** Decimal string; undefined where no venue setup is planned. */
  readonly minimumDepositUsd: string | undefined;
  readonly regions: readonly string[];
}

/** Smallest amount of a venue setup (docs/interface.md, limits). */
const MINIMUM_DEPOSIT_USD = '50.00';

const NOTHING_YET = {
  context: false,
  backtest: false,
  paper: false,
  live: false,
  execution: false,
  setup: false,
  withdraw: false,
};

/** Every venue of the interface, in the order of their ids. */
export const venueProfiles: readonly VenueProfile[] = [
  {
    id: 'binance',
    status: 'planned',
    kinds: ['spot'],
    frameworks: [],
    capabilities: NOTHING_YET,
    // binance.com/en/fee/schedule, regular user, spot
    fees: { takerPct: 0.1, makerPct: 0.1, builderPct: 0 },
    minimumDepositUsd: undefined,
    regions: [],
  },
  {
    id: 'hyperliquid',
    status: 'available',
    kinds: ['perpetual'],
    frameworks: ['freqtrade'],
    capabilities: { ...NOTHING_YET, context: true, backtest: true },
    fees: FEES,
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    regions: [],
  },
  {
    id: 'lighter',
    status: 'planned',
    kinds: ['perpetual'],
    frameworks: [],
    capabilities: NOTHING_YET,
    // docs.lighter.xyz, fees: none on standard accounts
    fees: { takerPct: 0, makerPct: 0, builderPct: 0 },
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    regions: [],
  },
  {
    id: 'polymarket',
    status: 'planned',
    kinds: ['prediction'],
    frameworks: [],
    capabilities: NOTHING_YET,
    // docs.polymarket.com, fees: none on most markets
    fees: { takerPct: 0, makerPct: 0, builderPct: 0 },
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    regions: [],
  },
];
