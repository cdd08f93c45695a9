import type { FrameworkId, VenueOffering } from '@platform/venues/registry';
import type { IsolatedProgram } from '../runners/runner.js';
import type { PeriodResults } from './breakdown.js';
import type { BacktestChecks, CheckName } from './checks.js';
import type { Pauses } from './pause-switch.js';

/**
 * Where a version of a framework stands: `ready` runs jobs, `provisioning` is being installed, `on_demand` is installed when
 * a request first names it, `failed` says why in the log.
 */
export type FrameworkStatus = 'ready' | 'provisioning' | 'on_demand' | 'failed';

/** What `GET /runtime/frameworks` shows of one version of a framework. */
export interface FrameworkDescription {
  readonly id: FrameworkId;
  readonly language: 'python';
  /** The framework's own version, for example `2026.9`. */
  readonly version: string;
  /** `sha256:` plus 64 hex characters over the locked requirements and the harness. */
  readonly imageDigest: string;
  /** What a strategy file must hold, in a sentence. */
  readonly strategyShape: string;
  /** Address of the framework's own documentation. */
  readonly docs: string;
  readonly status: FrameworkStatus;
  /** Whether it is the version that is used where none is named. */
  readonly isDefault: boolean;
  /** What its installation is doing; absent unless it is `provisioning`. */
  readonly progress?: string;
}

/** A finding of validation: `line` counts from 1 and is null where the finding has no line. */
export interface StrategyFinding {
  readonly line: number | null;
  readonly text: string;
}

/** A contradiction between fields of a request, under the field's name in REST. */
export interface RequestProblem {
  readonly path: string;
  readonly message: string;
}

/** Whether a strategy and its config can run; `config_invalid` names the keys in its findings. */
export type ValidationOutcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid_request'; readonly problems: readonly RequestProblem[] }
  | { readonly kind: 'strategy_invalid'; readonly findings: readonly StrategyFinding[] }
  | { readonly kind: 'config_invalid'; readonly findings: readonly StrategyFinding[] };

/** A caller's strategy with its config, before anything of it has run. */
export interface StrategySource {
  /** One strategy file, as text. */
  readonly code: string;
  /** The framework's own config: the text of a JSON object, checked where the request came in. */
  readonly configJson: string;
  /** Framework aliases, for freqtrade the canonical pairs such as `BTC/USDC:USDC`. */
  readonly symbols: readonly string[];
  /** The class to run where the file holds several strategies; the only one when absent. */
  readonly strategyClass?: string;
}

/** What a strategy is checked for: a run over history, or a bot with simulated or real money, which must not silently never trade. */
export type CheckPurpose = 'backtest' | 'paper' | 'live';

/** By which candles a strategy decides, and whether its runs can not trade on the first one of their range. */
export interface Pace {
  readonly candleMs: number;
  readonly skipsFirstCandle: boolean;
}

/** A stored table of candles that a run reads. */
export interface CandleTable {
  /** The framework's alias of the instrument. */
  readonly symbol: string;
  /** For example `1h`. */
  readonly timeframe: string;
}

/** A stored table that every run of a strategy needs. */
export interface NeededTable extends CandleTable {
  /** A sentence for where it is not stored: what it is needed for, or what would do instead. */
  readonly hint?: string;
}

/** A table of candles, or a part of one, as an immutable Parquet file on this machine. The files of a table follow one another in time. */
export interface CandleFile extends CandleTable {
  /** Absolute path of a Parquet file: `t` (int64, ms since the epoch, candle open), `open`, `high`, `low`, `close`, `volume` (double). */
  readonly path: string;
  /** Of its bytes, lower-case hex. */
  readonly sha256: string;
}

/** An instrument's funding payments, or a part of them, as an immutable Parquet file; the files follow one another in time. */
export interface FundingFile extends Pick<CandleFile, 'symbol' | 'sha256'> {
  /** Absolute path: `t` (int64, ms since the epoch, the hour's start), `rate` (double; longs pay shorts this share of their value for the hour). */
  readonly path: string;
}

/**
 * Returns the files of a table that a strategy turns out to need while it runs.
 * Throws `data_unavailable` or `invalid_request`, whose message says why there is none.
 */
export type CandlesOf = (symbol: string, timeframe: string) => Promise<readonly CandleFile[]>;

/** What the framework needs of an instrument to build it offline. */
export interface InstrumentFacts {
  readonly symbol: string;
  readonly kind: 'perpetual' | 'spot' | 'prediction';
  /** Decimal places of a size. */
  readonly sizeDecimals: number;
  /** Smallest price step now, a decimal string. */
  readonly tickSize: string;
  /** Largest leverage the venue grants; 1 where it grants none. */
  readonly maxLeverage: number;
  /** The venue's mark price now, a decimal string; price ticks follow from it. */
  readonly markPrice: string;
  /** Present for predictions only. */
  readonly prediction?: PredictionFacts;
}

/** What the framework needs of an outcome of a prediction market. */
export interface PredictionFacts {
  readonly question: string;
  /** The outcome that the instrument pays one for. */
  readonly outcome: string;
  /** When trading is to end, or did where the outcome is known, UTC milliseconds. */
  readonly endDateMs: number;
  /** The outcome that came true; absent before that is known. */
  readonly resolution?: string;
  /**
   * What takers pay for each share of a fill, in USD: `rate · (price · (1 − price)) ^ exponent`; makers pay nothing. Absent: unknown, and
   * a run on it ends as `data_unavailable`.
   */
  readonly takerFees?: { readonly rate: number; readonly exponent: number };
}

/** A validated backtest, ready to run. */
export interface BacktestJob {
  readonly id: string;
  readonly source: StrategySource;
  readonly venue: VenueOffering<'backtest'>;
  /** Window, UTC milliseconds: `fromMs` inclusive, `toMs` exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The tables that every run of the strategy needs; others are asked for. */
  readonly candles: readonly CandleFile[];
  /** The funding of each symbol, where the framework reads it; else empty. */
  readonly funding: readonly FundingFile[];
  /** The markets of `symbols`, then the venue's other active ones. */
  readonly instruments: readonly InstrumentFacts[];
  /** Fee per side as a fraction: the venue's taker fee and the platform's builder fee. A prediction has its own instead. */
  readonly feeRate: number;
  readonly seed: number;
  /** The checks of the strategy to make once it has finished; they change nothing about its result. Absent where there are none. */
  readonly checks?: readonly CheckName[];
}

/** Where a line of a log is from: the run's process, which strategy, framework and harness share, or the platform's own. */
export type LogSource = 'run' | 'platform';

/** A line of a run's log; `stampNs` is nanoseconds since the epoch. */
export interface LogLine {
  readonly stampNs: bigint;
  readonly message: string;
  readonly source: LogSource;
}

/** A closed trade as the framework reports it. */
export interface BacktestTrade {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly openedAtMs: number;
  readonly closedAtMs: number;
  readonly openRate: number;
  readonly closeRate: number;
  /** In the base asset. */
  readonly amount: number;
  /** Margin in the stake currency. */
  readonly stakeAmount: number;
  readonly leverage: number;
  /** Fees of all its orders, in the stake currency. */
  readonly feesAbs: number;
  /** Profit after fees in the stake currency. */
  readonly profitAbs: number;
  /** Profit after fees as a fraction of the stake. */
  readonly profitRatio: number;
  /** The strategy's own tag of the entry; null where it gave none. */
  readonly entryTag: string | null;
  readonly exitReason: string;
}

/** What some of a run's trades came to together. */
export interface TradeSummary {
  /** In percent of the starting balance. */
  readonly profitPct: number;
  /** In the stake currency. */
  readonly profitAbs: number;
  readonly trades: number;
  /** How many of them won. */
  readonly wins: number;
}

/** A table of candles that a run was fed. */
export interface FedTable {
  readonly symbol: string;
  readonly timeframe: string;
  /** The stored timeframe that it was aggregated from; null if this timeframe is stored. */
  readonly aggregatedFrom: string | null;
  /** First and last candle's open time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly rows: number;
  /** SHA-256 of each stored object it was read from, lower-case hex, in the order of time. */
  readonly objects: readonly string[];
}

/** The funding payments of an instrument that a run was fed. */
export interface FedFunding extends Pick<FedTable, 'symbol' | 'fromMs' | 'toMs' | 'rows' | 'objects'> {}

/** What a run was fed, and the range it came to. */
export interface BacktestData {
  /** First and last candle of the run: later than the range where candles for the start-up were missing. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Candles before the range that indicators had to start up. */
  readonly startupCandles: number;
  readonly tables: readonly FedTable[];
  /** Empty where the framework reads no funding. */
  readonly funding: readonly FedFunding[];
}

/** A warning of the framework or of a library, listed once however often it occurred. */
export interface BacktestWarning {
  readonly text: string;
  readonly count: number;
  /** Line in the strategy file; null where it has none. */
  readonly line: number | null;
}

/** The figures of a finished backtest; percentages are percent, not fractions; null where undefined (no trades). */
export interface BacktestResult {
  /** `totalPnl` in percent of the starting balance. */
  readonly profitTotalPct: number;
  /** What all trades and the funding came to, in the stake currency. */
  readonly totalPnl: number;
  /** What the run began with, in the stake currency. */
  readonly startingBalance: number;
  /** What it ended with: both together. */
  readonly endingBalance: number;
  /** Funding received less funding paid, in the stake currency; absent where the run has no funding. No trade's profit holds any of it. */
  readonly fundingPnl?: number;
  readonly marketChangePct: number;
  readonly maxDrawdownPct: number;
  readonly trades: number;
  readonly winRate: number;
  readonly profitFactor: number;
  readonly sharpe: number;
  readonly perPair: readonly ({ readonly symbol: string } & TradeSummary)[];
  readonly perExitReason: readonly ({ readonly reason: string } & TradeSummary)[];
  readonly data: BacktestData;
  readonly warnings: readonly BacktestWarning[];
  /** One point per UTC day plus the final point, as columns of one length. */
  readonly equityTMs: readonly number[];
  readonly equity: readonly number[];
  /** What the trades came to by UTC day: the platform's own figures, for every framework the same. */
  readonly days: PeriodResults;
  /** The figures that the platform computed from the trades, since what the run said of them was something else. */
  readonly recomputed: readonly RecomputedFigure[];
}

/** The figures that follow from a run's trades alone. */
export type RecomputedFigure = 'profitTotalPct' | 'trades' | 'winRate' | 'profitFactor' | 'perPair' | 'perExitReason';

/**
 * Why a run ended without a result. `strategy_failed` is the user's own exception, `config_invalid` what the framework
 * refuses of a config once it has loaded it; `data_unavailable`: candles that the run needs aren't there; `platform_failed` is
 * ours.
 */
export type BacktestErrorCode =
  | 'time_limit_exceeded'
  | 'no_progress'
  | 'memory_limit_exceeded'
  | 'process_limit_exceeded'
  | 'output_limit_exceeded'
  | 'data_unavailable'
  | 'config_invalid'
  | 'strategy_failed'
  | 'cancelled'
  | 'platform_failed';

/** The output of a run is above its limit; the message states the limit. The run ends as `output_limit_exceeded`. */
export class OutputLimitExceeded extends Error {
  override readonly name = 'OutputLimitExceeded';
}

/** How a run ended. */
export type BacktestOutcome =
  | {
      readonly kind: 'finished';
      readonly result: BacktestResult;
      /** What the checks found; absent where none was asked for. */
      readonly checks?: BacktestChecks;
    }
  | {
      readonly kind: 'error';
      readonly code: BacktestErrorCode;
      readonly message: string;
      /** Where in the strategy file it happened; for `strategy_failed` its text even where there is no line. */
      readonly findings: readonly StrategyFinding[];
      /** Whether the run itself says so: a strategy can make it say anything, so a retry is no use. */
      readonly claimed: boolean;
      /** Present where its process was killed (SIGKILL), and not by us: by its own strategy or from outside. */
      readonly killed?: true;
    };

/** The progress of a run, as the run itself reports it. */
export interface RunProgress {
  /** From 0 to 1. */
  readonly fraction: number;
  /** The simulated instant, UTC milliseconds. */
  readonly simulatedMs: number;
}

/** The callbacks of a run. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onLog: (line: LogLine) => void;
  /** Called as the run goes on, up to a few times per second. */
  readonly onProgress: (progress: RunProgress) => void;
  readonly candlesOf: CandlesOf;
  /** Called with the processor time that the run and its checks have used since the last call, in milliseconds. */
  readonly onProcessorTime?: ((usedMs: number) => void) | undefined;
  /** Called from time to time with the memory that the run's processes hold together. */
  readonly onMemory?: ((heldBytes: number) => void) | undefined;
  /** When the run is paused: none of its processes uses a processor then, and no time limit counts; absent where it never pauses. */
  readonly pauses?: Pauses | undefined;
  /**
   * Gets the closed trades in their order, some at a time, before the run has finished; the run waits meanwhile. Rejects with
   * `OutputLimitExceeded` where they are more than are kept, which ends the run.
   */
  readonly onTrades: (trades: readonly BacktestTrade[]) => Promise<void>;
}

/**
 * `applied`: runs pay and get funding, and need that of every symbol over all of their range. `told`: runs leave it out and warn of
 * what it would have come to, where it is stored. `none`: they read none.
 */
export type FundingUse = 'applied' | 'told' | 'none';

/** A program that runs bots, and what isolates it: all that a process needs that starts it. */
export interface BotProgram {
  readonly program: Pick<IsolatedProgram, 'command' | 'readOnlyPaths' | 'environment'>;
  /** `bubblewrap` is null where nothing isolates it. */
  readonly isolation: { readonly bubblewrap: string | null; readonly python: string };
}

/** The interface of one version of a framework; each framework is one implementation of it. */
export interface Framework {
  describe(): FrameworkDescription;
  /** Installs what is missing. Settles when the framework can run jobs; rejects when it can't be. Safe to call often. */
  ensureReady(): Promise<void>;
  /**
   * Returns the program that runs its bots, with what isolates it. Rejects where there is none: it could not be installed, or this version is
   * from before there were bots.
   */
  botProgram(): Promise<BotProgram>;
  /**
   * Rejects where its strategies can't be run: it could not be installed, nothing isolates it, or its interpreter doesn't start. Checks
   * without running any strategy; resolves while it is being installed, since what is to run on it waits.
   */
  checkRunnable(): Promise<void>;
  /** Rejects where nothing isolates its strategies, and that is not accepted; resolves while it is being installed. */
  checkIsolated(): Promise<void>;
  /** Checks a strategy without running any of it, for a backtest unless told otherwise; in isolation and within a few hundred milliseconds. */
  validate(source: StrategySource, purpose?: CheckPurpose): Promise<ValidationOutcome>;
  /** Returns the stored tables that every run of this strategy needs; found without running it. */
  tables(source: StrategySource): Promise<readonly NeededTable[]>;
  /** Returns by which candles this strategy decides: the finest of its tables, where only running it would tell. */
  pace(source: StrategySource): Promise<Pace>;
  /** What its runs on a venue do with funding. */
  fundingUse(venue: VenueOffering<'backtest'>): FundingUse;
  /** Whether its backtests may begin and end within a day. */
  takesTimestamps(): boolean;
  /** Whether its runs can be paused: not where nothing isolates them, which would end them with the service; known once it is ready. */
  pausesRuns(): boolean;
  /** Whether it supports a check of strategies. */
  makesCheck(name: CheckName): boolean;
  /**
   * Runs one backtest in isolation; an aborted `signal` ends it as `cancelled` with its processes gone. `onLog` gets at most
   * 10,000 lines of a mebibyte together, the first ones as they come; of more, the last ones follow when the run has ended.
   * Each check of the job adds at most 1,000 lines of 128 KiB together.
   */
  run(job: BacktestJob, options: RunOptions): Promise<BacktestOutcome>;
  /** Ends its workers and waits for none of their processes to be left; ends an installation under way, whose installers are killed. */
  close(): Promise<void>;
}
