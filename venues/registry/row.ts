/** What a venue's row says. */

/** What the platform can do at a venue. */
export const capabilities = ['context', 'backtest', 'paper', 'live', 'execution', 'setup', 'withdraw'] as const;
export type Capability = (typeof capabilities)[number];

/** A framework that strategies are written for. */
export const frameworkIds = ['freqtrade', 'nautilus'] as const;
export type FrameworkId = (typeof frameworkIds)[number];

/**
 * Where the interface names a venue, whether or not the platform works with it yet: among the venues of
 * `GET /context/venues`, in the wallet's summaries, and where executions may go.
 */
export type Role = 'markets' | 'wallet' | 'executions';

/** How a framework names the markets of a venue, whether it runs there, and what it does with funding. */
export interface VenueFramework {
  readonly status: 'available' | 'planned';
  /** What an alias looks like, for the one who sent another spelling. */
  readonly example: string;
  /** The canonical symbol of an alias; undefined for a text that is none. */
  readonly canonical: (alias: string) => string | undefined;
  /** Whether its runs apply funding payments, or leave them out and say so (docs/interface.md, backtests). Absent: there are none. */
  readonly funding?: 'applied' | 'told';
}

/** Fees per side, in percent of the value traded, at the venue's base tier. `builderPct` is the platform's own fee on top. */
export interface Fees {
  readonly takerPct: number;
  readonly makerPct: number;
  readonly builderPct: number;
}

/** An address of a venue. */
export interface VenueAddress {
  /** The variable that tells processes of it; absent where nobody but those who look at the sandbox from outside reads it. */
  readonly variable?: string;
  readonly scheme: 'http' | 'ws';
  /** Its path at the sandbox's stand-in, and what a sandbox platform's descriptor calls it; absent where there is no stand-in. */
  readonly sandbox?: { readonly path: string; readonly name: string };
}

/** How processes reach a venue, or the sandbox's stand-in for it. */
export interface VenueEndpoints {
  readonly addresses: readonly VenueAddress[];
  /** The variable of one process's share of what the venue allows an address; absent where it is not shared out. */
  readonly shareVariable?: string;
  /** The port of the stand-in among containers, where all stand-ins share one host. */
  readonly containerPort: number;
  /** How the context service is told to read market data from an address of its own; absent where the venue counts no addresses. */
  readonly marketData?: {
    readonly addressVariable: string;
    readonly allowanceVariable: string;
    /** What the venue itself allows an address per minute. */
    readonly allowancePerMinute: number;
  };
}

/** A venue: what it is, and what the platform does there now. */
export interface VenueRow {
  /** As people write it. */
  readonly name: string;
  /** `planned`: the platform does nothing there yet. */
  readonly status: 'available' | 'planned';
  readonly roles: readonly Role[];
  readonly capabilities: readonly Capability[];
  readonly kinds: readonly ('perpetual' | 'spot' | 'prediction')[];
  /**
   * How its history is kept: `backfill`, tables that change as rows come; `releases`, immutable ones that are published per
   * market.
   */
  readonly history: 'backfill' | 'releases';
  /** Whether it has a candle for each interval, also where nothing was traded; else a hole in its history may be no trade. */
  readonly hasEveryCandle: boolean;
  /** The chains that money reaches it from. */
  readonly chains: readonly ('arbitrum' | 'polygon' | 'base')[];
  /** What names an account there; undefined where accounts have no address. */
  readonly address: RegExp | undefined;
  /** Whether a text has the form of a canonical symbol; undefined where the interface gives no grammar. */
  readonly isCanonicalSymbol: ((text: string) => boolean) | undefined;
  readonly frameworks: { readonly [Id in FrameworkId]?: VenueFramework };
  /** Undefined where nothing can be traded yet and no fee is shown. */
  readonly fees: Fees | undefined;
  /** Smallest amount of a venue setup, a decimal string; undefined where no setup is planned. */
  readonly minimumDepositUsd: string | undefined;
  /** Undefined where no process reaches it yet. */
  readonly endpoints: VenueEndpoints | undefined;
  /** Where deployments can run, the default first. */
  readonly regions: readonly string[];
}
