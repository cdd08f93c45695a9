import type { Snapshot } from '../../bots/observation.js';
import type { DeploymentRecord } from '../record.js';

/** A market of a deployment, as the context service knows it now. */
export interface MarketFacts {
  readonly symbol: string;
  /** `active`, `halted` or `closed`. */
  readonly status: string;
  /** Smallest value of an order. */
  readonly minOrderUsd: number;
  /** The largest that the venue allows; 1 where it allows none. */
  readonly maxLeverage: number;
}

/** What a strategy's own text and config say of how much a trade takes. */
export interface StakeFacts {
  /** `strategy`: it decides as it runs, so that nothing can be told before. */
  readonly by: 'config' | 'strategy';
  /** USD a trade, or a share of what is free; undefined where the config says nothing. */
  readonly stake: number | 'unlimited';
  /** The most trades at once; infinity for no bound, undefined where the config says nothing. */
  readonly tradesMax: number | undefined;
  /** The share of its balance that it may spend. */
  readonly spendableRatio: number;
  /** What it may spend where its config bounds that. */
  readonly capitalUsd: number | undefined;
}

/** What the newest lines of a bot's log say of its entries. */
export interface LogFacts {
  readonly lines: number;
  /** How many of them tell of a signal to enter. */
  readonly entrySignals: number;
  /** The newest refusal of an entry; undefined where there is none. */
  readonly lastRefusal: string | undefined;
}

/** Something that could not be read, and why. */
export interface Unread {
  readonly unread: string;
}

/** All that a diagnosis goes by. */
export interface DiagnosisFacts {
  readonly record: DeploymentRecord;
  readonly snapshot: Snapshot | undefined;
  /** Since when the platform's machine that has it has given no sign, null: never gave any; undefined where it works, or nothing waits for it. */
  readonly awaySince: Date | null | undefined;
  /** Whether it may open nothing more, for whatever reason. */
  readonly entriesBlocked: boolean;
  /** Whether its account at the venue has what a start needs; undefined on paper. */
  readonly isFunded: boolean | undefined;
  /** In the order of its symbols; undefined for one that the venue does not have. */
  readonly markets: readonly (MarketFacts | undefined)[] | Unread;
  /** Undefined where its framework's config says nothing of stakes. */
  readonly stake: StakeFacts | undefined;
  /** How long a candle is that its strategy decides by; undefined where its text and config do not tell. */
  readonly candleMs: number | undefined;
  /** Undefined where its framework logs no signals. */
  readonly log: LogFacts | Unread | undefined;
  readonly nowMs: number;
}

/** Whether something could not be read. */
export function isUnread(value: object): value is Unread {
  return 'unread' in value;
}
