/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object, as a caller sends it for `config`. */
export type JsonObject = { [key: string]: JsonValue };

/** Where a framework stands: `ready` runs jobs, `provisioning` is being installed, `failed` says why in the log. */
export type FrameworkStatus = 'ready' | 'provisioning' | 'failed';

/** What `GET /runtime/frameworks` shows of one framework. */
export interface FrameworkDescription {
  readonly id: 'freqtrade' | 'nautilus';
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
}

/** A finding of validation: `line` counts from 1 and is null where the finding has no line. */
export interface StrategyFinding {
  readonly line: number | null;
  readonly text: string;
}

/** Whether a strategy and its config can run; `config_invalid` names the keys in its findings. */
export type ValidationOutcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'strategy_invalid'; readonly findings: readonly StrategyFinding[] }
  | { readonly kind: 'config_invalid'; readonly findings: readonly StrategyFinding[] };

/** A caller's strategy with its config, before anything of it has run. */
export interface StrategySource {
  /** One strategy file, as text. */
  readonly code: string;
  readonly config: JsonObject;
  /** Framework aliases, for freqtrade the canonical pairs such as `BTC/USDC:USDC`. */
  readonly symbols: readonly string[];
}

/** One table of candles as an immutable Parquet file on this machine. */
export interface CandleFile {
  /** The framework's alias of the instrument. */
  readonly symbol: string;
  /** For example `1h`. */
  readonly timeframe: string;
  /** Absolute path of a Parquet file: `t` (int64, ms since the epoch, candle open), `open`, `high`, `low`, `close`, `volume` (double). */
  readonly path: string;
}

/** What the framework must know of an instrument to build it offline. */
export interface InstrumentFacts {
  readonly symbol: string;
  /** Decimal places of a size. */
  readonly sizeDecimals: number;
  /** Largest leverage the venue grants. */
  readonly maxLeverage: number;
  /** The venue's mark price now, a decimal string; price ticks follow from it. */
  readonly markPrice: string;
}

/** A validated backtest, ready to run. */
export interface BacktestJob {
  readonly id: string;
  readonly source: StrategySource;
  readonly venue: 'hyperliquid';
  /** Window, UTC milliseconds: `fromMs` inclusive, `toMs` exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly candles: readonly CandleFile[];
  readonly instruments: readonly InstrumentFacts[];
  /** Fee per side as a fraction: taker plus builder fee, 0.00055 on hyperliquid. */
  readonly feeRate: number;
  readonly seed: number;
}

/** A line of the framework's output; `stampNs` is nanoseconds since the epoch. */
export interface LogLine {
  readonly stampNs: bigint;
  readonly message: string;
}

/** A closed trade as the framework reports it. */
export interface BacktestTrade {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly openedAtMs: number;
  readonly closedAtMs: number;
  readonly openRate: number;
  readonly closeRate: number;
  readonly amount: number;
  /** Profit after fees in the stake currency. */
  readonly profitAbs: number;
  /** Profit after fees as a fraction of the stake. */
  readonly profitRatio: number;
  readonly exitReason: string;
}

/** The figures of a finished backtest; percentages are percent, not fractions; null where undefined (no trades). */
export interface BacktestResult {
  readonly profitTotalPct: number;
  readonly marketChangePct: number;
  readonly maxDrawdownPct: number;
  readonly trades: number;
  readonly winRate: number;
  readonly profitFactor: number;
  readonly sharpe: number;
  readonly perPair: readonly { readonly symbol: string; readonly profitPct: number; readonly trades: number }[];
  /** One point per UTC day plus the final point. */
  readonly equityCurve: readonly { readonly tMs: number; readonly equity: number }[];
  readonly tradeList: readonly BacktestTrade[];
}

/** Why a run ended without a result. `strategy_failed` is the user's own exception; `platform_failed` is ours. */
export type BacktestErrorCode =
  | 'time_limit_exceeded'
  | 'memory_limit_exceeded'
  | 'process_limit_exceeded'
  | 'output_limit_exceeded'
  | 'strategy_failed'
  | 'cancelled'
  | 'platform_failed';

/** How a run ended. */
export type BacktestOutcome =
  | { readonly kind: 'finished'; readonly result: BacktestResult }
  | {
      readonly kind: 'error';
      readonly code: BacktestErrorCode;
      readonly message: string;
      /** For `strategy_failed`: where in the strategy file. */
      readonly findings: readonly StrategyFinding[];
    };

/** What the runtime asks of a framework; each framework is one implementation behind it. */
export interface Framework {
  describe(): FrameworkDescription;
  /** Settles when the framework can run jobs; rejects when it can't be provisioned. Safe to call often. */
  ensureReady(): Promise<void>;
  /** Checks a strategy without running any of it; works in isolation and within a few hundred milliseconds. */
  validate(source: StrategySource): Promise<ValidationOutcome>;
  /** The timeframes a run of this strategy reads, for example `['5m', '1h']`; found without running the strategy. */
  timeframes(source: StrategySource): Promise<readonly string[]>;
  /** Runs one backtest in isolation; an aborted `signal` ends it as `cancelled` with its processes gone. */
  run(job: BacktestJob, options: { signal: AbortSignal; onLog: (line: LogLine) => void }): Promise<BacktestOutcome>;
  /** Ends idle workers and waits for none of their processes to be left. */
  close(): Promise<void>;
}
