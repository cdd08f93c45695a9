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

export type SharedQueryVariables = Exact<{
  token: string;
}>;


export type SharedQuery = { backtestResultFile: { id: string, strategyName: string, venue: string, symbols: Array<string>, framework: { id: string, name: string, imageDigest: string | null }, range: { from: string, to: string }, result: { profitTotalPct: number, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure>, perPair: Array<{ symbol: string, profitPct: number, profitAbs: number | null, trades: number, wins: number | null }>, perExitReason: Array<{ reason: string, profitPct: number, profitAbs: number, trades: number, wins: number }>, equityCurve: { t: string[], equity: number[] }, warnings: Array<{ text: string, count: number, line: number | null }> } } | null };

export type SharedTradesQueryVariables = Exact<{
  token: string;
  first: number;
  after?: string | null | undefined;
}>;


export type SharedTradesQuery = { backtestResultFile: { id: string, trades: { nodes: Array<{ symbol: string, side: TradeSide, openedAt: string, closedAt: string, durationSeconds: number, openRate: number, closeRate: number, profitAbs: number, profitRatio: number, entryTag: string | null, exitReason: string, leverage: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

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

export const SharedDocument = new TypedDocumentString(`
    query Shared($token: String!) {
  backtestResultFile(token: $token) {
    id
    strategyName
    venue
    symbols
    framework {
      id
      name
      imageDigest
    }
    range {
      from
      to
    }
    result {
      profitTotalPct
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
      warnings {
        text
        count
        line
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SharedQuery, SharedQueryVariables>;
export const SharedTradesDocument = new TypedDocumentString(`
    query SharedTrades($token: String!, $first: Int!, $after: String) {
  backtestResultFile(token: $token, first: $first, after: $after) {
    id
    trades {
      nodes {
        symbol
        side
        openedAt
        closedAt
        durationSeconds
        openRate
        closeRate
        profitAbs
        profitRatio
        entryTag
        exitReason
        leverage
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SharedTradesQuery, SharedTradesQueryVariables>;