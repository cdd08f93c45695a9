/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The direction of a trade. */
export type TradeSide =
  /** It profits when the price rises. */
  | 'long'
  /** It profits when the price falls. */
  | 'short';

/** The status of a backtest. */
export type BacktestStatus =
  /** It waits in the queue. */
  | 'queued'
  /** It is running. */
  | 'running'
  /** It has a result. */
  | 'finished'
  /** It ended without a result; error says why. */
  | 'error';

/** A figure that follows from a run's trades alone. */
export type RecomputedFigure =
  /** The profit of all trades. */
  | 'profitTotalPct'
  /** Number of closed trades. */
  | 'trades'
  /** The share of the trades that won. */
  | 'winRate'
  /** Gains divided by losses. */
  | 'profitFactor'
  /** What each market contributed. */
  | 'perPair'
  /** What the trades of each exit reason contributed. */
  | 'perExitReason';

/** Status of a check of a strategy. */
export type CheckStatus =
  /** The backtest has not ended yet. */
  | 'pending'
  /** It found nothing. */
  | 'passed'
  /** It found a bias: the result of the backtest is not reliable. */
  | 'failed'
  /** It could not run; message says why. */
  | 'error';

/** A held backtest to start. */
export type StartBacktestInput = {
  /** Its id. */
  id: string | number;
};

/** A backtest to cancel. */
export type CancelBacktestInput = {
  /** Its id. */
  id: string | number;
};

export type DetailQueryVariables = Exact<{
  id: string | number;
}>;


export type DetailQuery = { backtest: { id: string, name: string | null, status: BacktestStatus, held: boolean, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, markets: Array<{ id: string, symbol: string } | null>, framework: { id: string, name: string, imageDigest: string | null }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure>, perPair: Array<{ symbol: string, profitPct: number, profitAbs: number | null, trades: number, wins: number | null }>, perExitReason: Array<{ reason: string, profitPct: number, profitAbs: number, trades: number, wins: number }>, equityCurve: { t: string[], equity: number[] }, data: { from: string, to: string, startupCandles: number, tables: Array<{ symbol: string, timeframe: string, aggregatedFrom: string | null, from: string, to: string, rows: number, objects: Array<string> }>, funding: Array<{ symbol: string, from: string, to: string, rows: number, objects: Array<string> }> } | null, warnings: Array<{ text: string, count: number, line: number | null }> } | null, checks: { lookahead: { status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null, biasedIndicators: Array<string> } | null, recursive: { status: CheckStatus, message: string | null, startupCandles: number | null, lookaheadIndicators: Array<string> } | null } | null } | null };

export type TradesQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type TradesQuery = { backtest: { id: string, trades: { nodes: Array<{ symbol: string, side: TradeSide, openedAt: string, closedAt: string, durationSeconds: number, openRate: number, closeRate: number, amount: number, stakeAmount: number | null, leverage: number | null, feesAbs: number | null, profitAbs: number, profitRatio: number, entryTag: string | null, exitReason: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type StrategyQueryVariables = Exact<{
  id: string | number;
}>;


export type StrategyQuery = { backtest: { id: string, strategy: { code: string, configJson: string, strategyClass: string | null } } | null };

export type LogsQueryVariables = Exact<{
  id: string | number;
}>;


export type LogsQuery = { backtest: { id: string, logs: Array<string>, platformLogLines: Array<number> } | null };

export type CandlesQueryVariables = Exact<{
  venue: string;
  symbol: string;
  timeframe: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CandlesQuery = { candles: { t: string[], open: number[], high: number[], low: number[], close: number[], nextCursor: string | null } | null };

export type ShareQueryVariables = Exact<{
  id: string | number;
}>;


export type ShareQuery = { backtest: { id: string, resultLink: { token: string, expiresAt: string } | null } | null };

export type CancelMutationVariables = Exact<{
  input: CancelBacktestInput;
}>;


export type CancelMutation = { cancelBacktest: { backtest: { id: string, status: BacktestStatus, error: { code: string, message: string } | null } } | null };

export type StartMutationVariables = Exact<{
  input: StartBacktestInput;
}>;


export type StartMutation = { startBacktest: { backtest: { id: string, status: BacktestStatus, held: boolean } } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const DetailDocument = new TypedDocumentString(`
    query Detail($id: ID!) {
  backtest(id: $id) {
    id
    name
    status
    held
    venue
    symbols
    markets {
      id
      symbol
    }
    framework {
      id
      name
      imageDigest
    }
    release
    codeSha256
    configSha256
    seed
    range {
      from
      to
    }
    createdAt
    startedAt
    finishedAt
    progress {
      fraction
      simulatedAt
    }
    error {
      code
      message
      details {
        line
        text
      }
    }
    result {
      profitTotalPct
      totalPnl
      startingBalance
      endingBalance
      fundingPnl
      marketChangePct
      maxDrawdownPct
      trades
      winRate
      profitFactor
      sharpe
      recomputed
      perPair {
        symbol
        profitPct
        profitAbs
        trades
        wins
      }
      perExitReason {
        reason
        profitPct
        profitAbs
        trades
        wins
      }
      equityCurve {
        t
        equity
      }
      data {
        from
        to
        startupCandles
        tables {
          symbol
          timeframe
          aggregatedFrom
          from
          to
          rows
          objects
        }
        funding {
          symbol
          from
          to
          rows
          objects
        }
      }
      warnings {
        text
        count
        line
      }
    }
    checks {
      lookahead {
        status
        message
        totalSignals
        biasedEntrySignals
        biasedExitSignals
        biasedIndicators
      }
      recursive {
        status
        message
        startupCandles
        lookaheadIndicators
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DetailQuery, DetailQueryVariables>;
export const TradesDocument = new TypedDocumentString(`
    query Trades($id: ID!, $first: Int!, $after: String) {
  backtest(id: $id) {
    id
    trades(first: $first, after: $after) {
      nodes {
        symbol
        side
        openedAt
        closedAt
        durationSeconds
        openRate
        closeRate
        amount
        stakeAmount
        leverage
        feesAbs
        profitAbs
        profitRatio
        entryTag
        exitReason
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TradesQuery, TradesQueryVariables>;
export const StrategyDocument = new TypedDocumentString(`
    query Strategy($id: ID!) {
  backtest(id: $id) {
    id
    strategy {
      code
      configJson
      strategyClass
    }
  }
}
    `) as unknown as TypedDocumentString<StrategyQuery, StrategyQueryVariables>;
export const LogsDocument = new TypedDocumentString(`
    query Logs($id: ID!) {
  backtest(id: $id) {
    id
    logs
    platformLogLines
  }
}
    `) as unknown as TypedDocumentString<LogsQuery, LogsQueryVariables>;
export const CandlesDocument = new TypedDocumentString(`
    query Candles($venue: String!, $symbol: String!, $timeframe: String!, $from: DateTime, $to: DateTime, $before: String) {
  candles(
    venue: $venue
    symbol: $symbol
    timeframe: $timeframe
    from: $from
    to: $to
    last: 5000
    before: $before
  ) {
    t
    open
    high
    low
    close
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<CandlesQuery, CandlesQueryVariables>;
export const ShareDocument = new TypedDocumentString(`
    query Share($id: ID!) {
  backtest(id: $id) {
    id
    resultLink {
      token
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<ShareQuery, ShareQueryVariables>;
export const CancelDocument = new TypedDocumentString(`
    mutation Cancel($input: CancelBacktestInput!) {
  cancelBacktest(input: $input) {
    backtest {
      id
      status
      error {
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CancelMutation, CancelMutationVariables>;
export const StartDocument = new TypedDocumentString(`
    mutation Start($input: StartBacktestInput!) {
  startBacktest(input: $input) {
    backtest {
      id
      status
      held
    }
  }
}
    `) as unknown as TypedDocumentString<StartMutation, StartMutationVariables>;