/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export type ComparedQueryVariables = Exact<{
  id: string | number;
}>;


export type ComparedQuery = { backtest: { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, framework: { id: string, name: string, imageDigest: string | null }, range: { from: string, to: string }, strategy: { code: string, configJson: string, strategyClass: string | null }, result: { profitTotalPct: number, startingBalance: number | null, endingBalance: number | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, equityCurve: { t: string[], equity: number[] }, perPair: Array<{ symbol: string, profitPct: number, trades: number }> } | null } | null };

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

export const ComparedDocument = new TypedDocumentString(`
    query Compared($id: ID!) {
  backtest(id: $id) {
    id
    name
    status
    venue
    symbols
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
    strategy {
      code
      configJson
      strategyClass
    }
    result {
      profitTotalPct
      startingBalance
      endingBalance
      marketChangePct
      maxDrawdownPct
      trades
      winRate
      profitFactor
      sharpe
      equityCurve {
        t
        equity
      }
      perPair {
        symbol
        profitPct
        trades
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComparedQuery, ComparedQueryVariables>;