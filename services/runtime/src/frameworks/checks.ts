// Why: docs/decisions/frameworks/freqtrade.md
/** The checks of a strategy that frameworks themselves have. */
export const checkNames = ['lookahead', 'recursive'] as const;
export type CheckName = (typeof checkNames)[number];

/** `failed`: the check found a bias. `error`: it could not be made. */
export type CheckStatus = 'pending' | 'passed' | 'failed' | 'error';

interface Check {
  readonly status: CheckStatus;
  /** Why it could not be made: present where the status is `error`. */
  readonly message?: string;
}

/** Signals and indicators that differ once the candles after them are taken away, as the framework counts them. */
export interface LookaheadFindings {
  /** Trades that were looked at. */
  readonly totalSignals: number;
  /** Of these, those whose entry and whose exit depended on later candles. */
  readonly biasedEntrySignals: number;
  readonly biasedExitSignals: number;
  /** The columns that depended on later candles; the first 200. */
  readonly biasedIndicators: readonly string[];
}

/** How much an indicator's last value depends on how many candles come before it. */
export interface RecursiveIndicator {
  readonly indicator: string;
  /** One for each number of start-up candles at which the value differs from that with all candles; at most 20. */
  readonly differences: readonly {
    readonly startupCandles: number;
    /** In percent of the value with all candles; null where the two have no ratio. */
    readonly differencePct: number | null;
  }[];
}

/** Indicators whose values depend on how many candles come before them, or on later ones. */
export interface RecursiveFindings {
  /** The strategy's own number of start-up candles. */
  readonly startupCandles: number;
  /** The indicators that differ; the first 200. */
  readonly indicators: readonly RecursiveIndicator[];
  /** The columns that depended on later candles; the first 200. */
  readonly lookaheadIndicators: readonly string[];
}

/** A check for lookahead; its findings are absent until it was made, and may be there where it ended as `error`. */
export type LookaheadCheck = Check & Partial<LookaheadFindings>;

/** A check for recursive formulas; its findings are absent unless it was made. */
export type RecursiveCheck = Check & Partial<RecursiveFindings>;

/** The checks that were asked for. */
export interface BacktestChecks {
  readonly lookahead?: LookaheadCheck;
  readonly recursive?: RecursiveCheck;
}

/** What is found where nothing differs by more than this share is printed as `0.000%` by the framework. */
const SHOWN_DIFFERENCE_PCT = 0.0005;

/** The checks as they stand before a run. */
export function pendingChecks(names: readonly CheckName[]): BacktestChecks {
  return Object.fromEntries(names.map((name) => [name, { status: 'pending' }]));
}

/** The checks of a run that ended before they were made. */
export function unmadeChecks(checks: BacktestChecks): BacktestChecks {
  const unmade = { status: 'error', message: 'the backtest ended without a result' } as const;
  return Object.fromEntries(Object.keys(checks).map((name) => [name, unmade]));
}

/** What findings mean; `reason` says why the framework could not make the check, where it could not. */
export function toLookaheadCheck(findings: LookaheadFindings, reason: string | null): LookaheadCheck {
  if (reason !== null) return { status: 'error', message: reason, ...findings };
  const { biasedEntrySignals, biasedExitSignals, biasedIndicators } = findings;
  const found = biasedEntrySignals > 0 || biasedExitSignals > 0 || biasedIndicators.length > 0;
  return { status: found ? 'failed' : 'passed', ...findings };
}

/** The framework has no verdict: a difference is a finding where it is one at the strategy's own number of candles. */
export function toRecursiveCheck(findings: RecursiveFindings): RecursiveCheck {
  const differs = findings.indicators.some(({ differences }) =>
    differences.some(
      ({ startupCandles, differencePct }) =>
        startupCandles === findings.startupCandles &&
        (differencePct === null || Math.abs(differencePct) >= SHOWN_DIFFERENCE_PCT),
    ),
  );
  return { status: differs || findings.lookaheadIndicators.length > 0 ? 'failed' : 'passed', ...findings };
}
