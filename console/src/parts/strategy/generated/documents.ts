/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ReadyMarketsQueryVariables = Exact<{
  venue: string;
  framework: string;
  query: string;
}>;


export type ReadyMarketsQuery = { markets: { nodes: Array<{ id: string, symbol: string, name: string, frameworkSymbols: { freqtrade: string | null, nautilus: string | null }, dataset: { id: string, tables: Array<{ name: string, from: string, to: string }> } | null }>, pageInfo: { hasNextPage: boolean } } | null };

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

export const ReadyMarketsDocument = new TypedDocumentString(`
    query ReadyMarkets($venue: String!, $framework: String!, $query: String!) {
  markets(
    first: 200
    venue: $venue
    framework: $framework
    query: $query
    backtestReady: true
  ) {
    nodes {
      id
      symbol
      name
      frameworkSymbols {
        freqtrade
        nautilus
      }
      dataset {
        id
        tables {
          name
          from
          to
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<ReadyMarketsQuery, ReadyMarketsQueryVariables>;