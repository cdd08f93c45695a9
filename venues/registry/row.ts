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

/** How a framework names the markets of a venue, and whether it runs there. */
export interface FrameworkAliases {
  readonly status: 'available' | 'planned';
  /** What an alias looks like, for the one who sent another spelling. */
  readonly example: string;
  /** The canonical symbol of an alias; undefined for a text that is none. */
  readonly canonical: (alias: string) => string | undefined;
}

/** Fees per side, in percent of the value traded, at the venue's base tier. `builderPct` is the platform's own fee on top. */
export interface Fees {
  readonly takerPct: number;
  readonly makerPct: number;
  readonly builderPct: number;
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
   * How its history is kept: `backfill`, tables that change as rows come; `releases`, immutable ones that are published a
   * market.
   */
  readonly history: 'backfill' | 'releases';
  /** The chains that money reaches it from. */
  readonly chains: readonly ('arbitrum' | 'polygon' | 'base')[];
  /** What names an account there; undefined where accounts have no address. */
  readonly address: RegExp | undefined;
  /** Whether a text has the form of a canonical symbol; undefined where the interface gives no grammar. */
  readonly isCanonicalSymbol: ((text: string) => boolean) | undefined;
  readonly frameworks: { readonly [Id in FrameworkId]?: FrameworkAliases };
  /** Undefined where nothing can be traded yet and no fee is shown. */
  readonly fees: Fees | undefined;
  /** Smallest amount of a venue setup, a decimal string; undefined where no setup is planned. */
  readonly minimumDepositUsd: string | undefined;
  /** Where deployments can run, the default first. */
  readonly regions: readonly string[];
}
