/** The types of a venue's row. */
import type { Switch } from './switches.js';

/** The platform's capabilities at a venue. */
export const capabilities = ['context', 'backtest', 'paper', 'live', 'execution', 'setup', 'withdraw'] as const;
export type Capability = (typeof capabilities)[number];

/** A framework that strategies are written for. */
export const frameworkIds = ['freqtrade', 'nautilus'] as const;
export type FrameworkId = (typeof frameworkIds)[number];

/**
 * The parts of the interface that name a venue, even before the platform works with it: the venues of `GET /context/venues`, the wallet's
 * summaries, and the targets of executions.
 */
export type Role = 'markets' | 'wallet' | 'executions';

/** A framework's names of a venue's markets, whether it runs there, and how it treats funding. */
export interface VenueFramework {
  readonly status: 'available' | 'planned';
  /** An example of an alias, for a caller that sent another spelling. */
  readonly example: string;
  /** Returns the canonical symbol of an alias; undefined for another text. */
  readonly canonical: (alias: string) => string | undefined;
  /** Whether its runs apply funding payments, or leave them out and report it (docs/interface.md, backtests). Absent: there are none. */
  readonly funding?: 'applied' | 'told';
}

/** Fees per side, in percent of the value traded, at the venue's base tier. `builderPct` is the platform's own fee on top. */
export interface Fees {
  readonly takerPct: number;
  readonly makerPct: number;
  readonly builderPct: number;
  /** Each market has a schedule of its own, by shares rather than by the value traded: the percentages are 0. */
  readonly byMarket?: true;
}

/** An address of a venue. */
export interface VenueAddress {
  /** The environment variable of the address; absent where only outside readers of the sandbox need it. */
  readonly variable?: string;
  readonly scheme: 'http' | 'ws';
  /** The real venue's own, where its variable may be left out beside real chains. */
  readonly real?: string;
  /** Its path at the sandbox's stand-in, and its name in a sandbox platform's descriptor; absent where there is no stand-in. */
  readonly sandbox?: { readonly path: string; readonly name: string };
}

/** How processes reach a venue, or the sandbox's stand-in for it. */
export interface VenueEndpoints {
  readonly addresses: readonly VenueAddress[];
  /** The variable of one process's share of the venue's allowance per address; absent where it is not shared. */
  readonly shareVariable?: string;
  /** The port of the stand-in among containers, where all stand-ins share one host. */
  readonly containerPort: number;
  /**
   * The settings with which the context service reads market data from an address of its own; absent where the venue has no limits per
   * address.
   */
  readonly marketData?: {
    readonly addressVariable: string;
    readonly allowanceVariable: string;
    /** The venue's own allowance per address and minute. */
    readonly allowancePerMinute: number;
  };
}

/** A venue: its facts, and the platform's features there now. */
export interface VenueRow {
  /** Its common spelling. */
  readonly name: string;
  /** `planned`: the platform does nothing there yet. */
  readonly status: 'available' | 'planned';
  readonly roles: readonly Role[];
  readonly capabilities: readonly Capability[];
  /** Capabilities beside those, each with the switch that the operator must have turned on. */
  readonly switched?: { readonly [What in Capability]?: Switch };
  readonly kinds: readonly ('perpetual' | 'spot' | 'prediction')[];
  /** How its history is stored: `backfill`, tables that change as rows come; `releases`, immutable ones, published per market. */
  readonly history: 'backfill' | 'releases';
  /** Whether it has a candle for each interval, including those without trades; otherwise a gap in its history may mean no trades. */
  readonly hasEveryCandle: boolean;
  /** The chains from which it receives money. */
  readonly chains: readonly ('arbitrum' | 'polygon' | 'base')[];
  /** The form of an account's address; undefined where accounts have no address. */
  readonly address: RegExp | undefined;
  /** Returns whether a text has the form of a canonical symbol; undefined where the interface has no grammar. */
  readonly isCanonicalSymbol: ((text: string) => boolean) | undefined;
  readonly frameworks: { readonly [Id in FrameworkId]?: VenueFramework };
  /** Undefined where trading is not available yet and no fee is shown. */
  readonly fees: Fees | undefined;
  /** Smallest value of an order, a decimal string; absent where each market has its own. */
  readonly minimumOrderUsd?: string;
  /** Smallest amount of a venue setup, a decimal string; undefined where no setup is planned. */
  readonly minimumDepositUsd: string | undefined;
  /** The amounts that a trading account shows in its `details`, each in USD; undefined where there are no trading accounts. */
  readonly accountFigures?: readonly string[];
  /** Undefined where no process reaches it yet. */
  readonly endpoints: VenueEndpoints | undefined;
  /** The regions of deployments, the default first. */
  readonly regions: readonly string[];
}
