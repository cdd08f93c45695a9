import { canonicalOfNautilus, FEES, isCanonicalSymbol, MINIMUM_ORDER_USD } from '../hyperliquid/codec/index.js';
import { isCanonicalSymbol as isLighterSymbol, FEES as LIGHTER_FEES } from '../lighter/codec/index.js';
import { isCanonicalSymbol as isPolymarketSymbol } from '../polymarket/codec/index.js';
import type { VenueRow } from './row.js';

/** Smallest amount of a venue setup (docs/interface.md, limits). */
const MINIMUM_DEPOSIT_USD = '50.00';

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BINANCE_SYMBOL = /^[A-Z0-9]{1,40}\/[A-Z0-9]{1,20}$/;

const has = (form: RegExp) => (text: string) => form.test(text);
const itself = (isCanonical: (text: string) => boolean) => (alias: string) => (isCanonical(alias) ? alias : undefined);

/**
 * Every venue that the interface names, in the interface's order. A service registers what it offers at a venue: its own tables are typed
 * by these rows, so a capability that no service provides does not compile.
 */
export const venues = {
  hyperliquid: {
    name: 'Hyperliquid',
    status: 'available',
    roles: ['markets', 'wallet', 'executions'],
    capabilities: ['context', 'backtest', 'paper', 'execution', 'setup', 'withdraw'],
    switched: { live: 'FEATURE_MANAGED_LIVE' },
    kinds: ['perpetual'],
    history: 'backfill',
    hasEveryCandle: true,
    chains: ['arbitrum'],
    address: EVM_ADDRESS,
    isCanonicalSymbol,
    frameworks: {
      freqtrade: {
        status: 'available',
        example: 'BTC/USDC:USDC',
        canonical: itself(isCanonicalSymbol),
        funding: 'told',
      },
      nautilus: {
        status: 'available',
        example: 'BTC-PERP.HYPERLIQUID',
        canonical: canonicalOfNautilus,
        funding: 'applied',
      },
    },
    fees: FEES,
    minimumOrderUsd: MINIMUM_ORDER_USD,
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    accountFigures: ['perp_equity_usd', 'perp_withdrawable_usd'],
    endpoints: {
      addresses: [
        { variable: 'HYPERLIQUID_API_URL', scheme: 'http', sandbox: { path: '', name: 'url' } },
        { variable: 'HYPERLIQUID_WS_URL', scheme: 'ws', sandbox: { path: '/ws', name: 'ws_url' } },
      ],
      shareVariable: 'HYPERLIQUID_WEIGHT_PER_MINUTE',
      containerPort: 8091,
      marketData: {
        addressVariable: 'HYPERLIQUID_MARKET_DATA_ADDRESS',
        allowanceVariable: 'HYPERLIQUID_MARKET_DATA_WEIGHT_PER_MINUTE',
        allowancePerMinute: 1_200,
      },
    },
    regions: ['eu'],
  },
  polymarket: {
    name: 'Polymarket',
    status: 'available',
    roles: ['markets', 'wallet', 'executions'],
    capabilities: ['context', 'backtest', 'execution', 'setup'],
    switched: { withdraw: 'FEATURE_VENUE_EXITS' },
    kinds: ['prediction'],
    history: 'releases',
    hasEveryCandle: false,
    chains: ['polygon'],
    address: EVM_ADDRESS,
    isCanonicalSymbol: isPolymarketSymbol,
    frameworks: {
      nautilus: { status: 'available', example: '1234.POLYMARKET', canonical: itself(isPolymarketSymbol) },
    },
    fees: { takerPct: 0, makerPct: 0, builderPct: 0, byMarket: true },
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    accountFigures: ['cash_usd'],
    endpoints: {
      addresses: [
        { variable: 'POLYMARKET_CLOB_URL', scheme: 'http', sandbox: { path: '/clob', name: 'clob_url' } },
        { variable: 'POLYMARKET_GAMMA_URL', scheme: 'http', sandbox: { path: '/gamma', name: 'gamma_url' } },
        { variable: 'POLYMARKET_BRIDGE_URL', scheme: 'http', sandbox: { path: '/bridge', name: 'bridge_url' } },
        {
          variable: 'POLYMARKET_RELAYER_URL',
          scheme: 'http',
          real: 'https://relayer-v2.polymarket.com',
          sandbox: { path: '/relayer', name: 'relayer_url' },
        },
        { scheme: 'http', sandbox: { path: '/data', name: 'data_url' } },
      ],
      shareVariable: 'POLYMARKET_CLOB_REQUESTS_PER_MINUTE',
      containerPort: 8092,
    },
    regions: [],
  },
  lighter: {
    name: 'Lighter',
    status: 'available',
    roles: ['markets', 'wallet', 'executions'],
    capabilities: ['context', 'backtest', 'paper', 'execution', 'setup'],
    switched: { withdraw: 'FEATURE_VENUE_EXITS' },
    kinds: ['perpetual'],
    history: 'releases',
    hasEveryCandle: false,
    chains: ['arbitrum'],
    address: EVM_ADDRESS,
    isCanonicalSymbol: isLighterSymbol,
    frameworks: {
      nautilus: { status: 'available', example: 'BTC-PERP.LIGHTER', canonical: itself(isLighterSymbol) },
    },
    fees: LIGHTER_FEES,
    minimumDepositUsd: MINIMUM_DEPOSIT_USD,
    accountFigures: ['collateral_usd'],
    endpoints: {
      addresses: [
        { variable: 'LIGHTER_API_URL', scheme: 'http', sandbox: { path: '', name: 'url' } },
        { variable: 'LIGHTER_WS_URL', scheme: 'ws', sandbox: { path: '/stream', name: 'ws_url' } },
      ],
      containerPort: 8093,
      marketData: {
        addressVariable: 'LIGHTER_MARKET_DATA_ADDRESS',
        allowanceVariable: 'LIGHTER_REQUESTS_PER_MINUTE',
        allowancePerMinute: 60,
      },
    },
    regions: ['eu'],
  },
  binance: {
    name: 'Binance',
    status: 'planned',
    roles: ['markets', 'executions'],
    capabilities: [],
    kinds: ['spot'],
    history: 'backfill',
    hasEveryCandle: false,
    chains: [],
    address: undefined,
    isCanonicalSymbol: has(BINANCE_SYMBOL),
    frameworks: {
      freqtrade: { status: 'planned', example: 'BTC/USDT', canonical: itself(has(BINANCE_SYMBOL)) },
    },
    // binance.com/en/fee/schedule, regular user, spot
    fees: { takerPct: 0.1, makerPct: 0.1, builderPct: 0 },
    minimumDepositUsd: undefined,
    endpoints: undefined,
    regions: [],
  },
  aerodrome: {
    name: 'Aerodrome',
    status: 'planned',
    roles: [],
    capabilities: [],
    kinds: ['spot'],
    history: 'backfill',
    hasEveryCandle: false,
    chains: ['base'],
    address: EVM_ADDRESS,
    isCanonicalSymbol: undefined,
    frameworks: {},
    fees: undefined,
    minimumDepositUsd: undefined,
    endpoints: undefined,
    regions: [],
  },
} as const satisfies Readonly<Record<string, VenueRow>>;

/** A venue's id in the interface's spelling. */
export type VenueId = keyof typeof venues;
/** The venues that have a role. */
export type VenueOf<Part extends VenueRow['roles'][number]> = {
  [Id in VenueId]: Part extends (typeof venues)[Id]['roles'][number] ? Id : never;
}[VenueId];
/** The venues with a capability. */
export type VenueOffering<What extends VenueRow['capabilities'][number]> = {
  [Id in VenueId]: What extends (typeof venues)[Id]['capabilities'][number] ? Id : never;
}[VenueId];
/** The venues whose history is published in immutable releases. */
export type VenueWithReleases = {
  [Id in VenueId]: (typeof venues)[Id]['history'] extends 'releases' ? Id : never;
}[VenueId];
