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

/** A backtest to delete. */
export type DeleteBacktestInput = {
  /** Its id. */
  id: string | number;
};

export type BacktestsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  statuses?: Array<BacktestStatus> | BacktestStatus | null | undefined;
  venue?: string | null | undefined;
}>;


export type BacktestsQuery = { backtests: { nodes: Array<{ id: string, name: string | null, status: BacktestStatus, held: boolean, venue: string, symbols: Array<string>, codeSha256: string | null, createdAt: string | null, framework: { id: string, name: string }, range: { from: string, to: string }, progress: { fraction: number } | null, result: { profitTotalPct: number, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ListedFragment = { id: string, name: string | null, status: BacktestStatus, held: boolean, venue: string, symbols: Array<string>, codeSha256: string | null, createdAt: string | null, framework: { id: string, name: string }, range: { from: string, to: string }, progress: { fraction: number } | null, result: { profitTotalPct: number, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null };

export type DeleteMutationVariables = Exact<{
  input: DeleteBacktestInput;
}>;


export type DeleteMutation = { deleteBacktest: { backtest: { id: string, status: BacktestStatus, deletedAt: string | null } } | null };

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
export const ListedFragmentDoc = new TypedDocumentString(`
    fragment Listed on Backtest {
  id
  name
  status
  held
  venue
  symbols
  framework {
    id
    name
  }
  range {
    from
    to
  }
  codeSha256
  createdAt
  progress {
    fraction
  }
  result {
    profitTotalPct
    marketChangePct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}
    `, {"fragmentName":"Listed"}) as unknown as TypedDocumentString<ListedFragment, unknown>;
export const BacktestsDocument = new TypedDocumentString(`
    query Backtests($first: Int!, $after: String, $statuses: [BacktestStatus!], $venue: String) {
  backtests(first: $first, after: $after, statuses: $statuses, venue: $venue) {
    nodes {
      ...Listed
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment Listed on Backtest {
  id
  name
  status
  held
  venue
  symbols
  framework {
    id
    name
  }
  range {
    from
    to
  }
  codeSha256
  createdAt
  progress {
    fraction
  }
  result {
    profitTotalPct
    marketChangePct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<BacktestsQuery, BacktestsQueryVariables>;
export const DeleteDocument = new TypedDocumentString(`
    mutation Delete($input: DeleteBacktestInput!) {
  deleteBacktest(input: $input) {
    backtest {
      id
      status
      deletedAt
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteMutation, DeleteMutationVariables>;