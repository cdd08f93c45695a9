import type { RowSource } from '../datasets/sources.js';
import type { Row, TableKind } from '../datasets/tables.js';

/** What an instrument trades. */
export const marketKinds = ['perpetual', 'spot', 'prediction'] as const;
/** Whether an instrument trades. */
export const marketStatuses = ['active', 'halted', 'closed'] as const;

/** An instrument as its venue lists it now. */
export interface Instrument {
  readonly venue: string;
  /** Canonical symbol. */
  readonly symbol: string;
  /** The venue's own name. */
  readonly coin: string;
  readonly kind: (typeof marketKinds)[number];
  readonly status: (typeof marketStatuses)[number];
  readonly freqtradeSymbol: string | undefined;
  readonly nautilusSymbol: string | undefined;
  readonly sizeDecimals: number;
  readonly maxLeverage: number;
  /** Decimal strings. */
  readonly markPrice: string;
  readonly tickSize: string;
  readonly minOrderUsd: string;
  readonly name?: string;
  readonly prediction?:
    | {
        readonly slug: string;
        readonly question: string;
        readonly outcome: string;
        readonly outcomes: readonly string[];
        readonly endsAtMs: number;
      }
    | undefined;
}

/** How a canonical symbol of a venue is spelt. Pure: it knows no market. */
export interface SymbolGrammar {
  isCanonical(text: string): boolean;
  /** What a text that isn't canonical may have meant. */
  candidate(text: string): string | undefined;
}

/**
 * Who waits for an answer: a person, or the collector. The venue's allowance is shared, and the collector leaves part of it
 * free.
 */
export type Urgency = 'interactive' | 'background';

/** Rows of one source, ascending. */
export interface SourcedRows {
  /** `recorded` and `simulated` where the venue says that it is a sandbox. */
  readonly source: Extract<RowSource, 'venue' | 'recorded' | 'simulated'>;
  readonly rows: readonly Row[];
}

/** A venue's public market data. Every method throws `VenueUnreadableError`; what a sandbox made up is given as such. */
export interface MarketDataVenue {
  readonly id: string;
  readonly symbols: SymbolGrammar;
  /** When its history began: nothing is older. */
  readonly launchedAtMs: number;
  /** All its instruments, the closed ones too. */
  instruments(urgency: Urgency): Promise<Instrument[]>;
  /**
   * Rows of a table from `fromMs` on, ascending, before `toMs`, by their source; at most as many as one request brings. Empty:
   * there are none. The first page may start later than asked where the venue no longer serves what is older.
   */
  rows(
    coin: string,
    kind: TableKind,
    window: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<readonly SourcedRows[]>;
  close(): Promise<void>;
}

/** The venue did not answer, or its answer can't be trusted. */
export class VenueUnreadableError extends Error {
  override readonly name = 'VenueUnreadableError';
}
