/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What an API key may do. */
export type ApiKeyPermission =
  /** Every read, and venue setup. */
  | 'read'
  /** Everything that read may do, and every write. */
  | 'trade'
  /** Everything that any key may do. */
  | 'all';

/** The status of a deployment. */
export type DeploymentStatus =
  /** It was checked and has not been started. */
  | 'created'
  /** Its process is being started. */
  | 'starting'
  /** It looks at its markets. */
  | 'running'
  /** It was asked to stop. */
  | 'stopping'
  /** It does not run; what it holds stays open. */
  | 'stopped'
  /** Its process and all that it kept are being removed. */
  | 'deleting'
  /** Nothing of it is left but this record, for 30 days. */
  | 'deleted'
  /** It can not go on; error says why. It may be started again. */
  | 'error';

/** The money that a deployment trades with. */
export type DeploymentMode =
  /** Simulated money. */
  | 'paper'
  /** The money of its account. */
  | 'live';

export type KeyMandatesQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyMandatesQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, permissions: Array<ApiKeyPermission>, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null }> | null };

export type MandatesQueryVariables = Exact<{ [key: string]: never; }>;


export type MandatesQuery = { account: { id: string, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null } | null, deployments: { nodes: Array<{ id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, aliveUntil: string | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type KeyLimitsFragment = { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null };

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
export const KeyLimitsFragmentDoc = new TypedDocumentString(`
    fragment KeyLimits on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}
    `, {"fragmentName":"KeyLimits"}) as unknown as TypedDocumentString<KeyLimitsFragment, unknown>;
export const KeyMandatesDocument = new TypedDocumentString(`
    query KeyMandates {
  apiKeys {
    id
    name
    prefix
    permissions
    mandate {
      ...KeyLimits
    }
  }
}
    fragment KeyLimits on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}`) as unknown as TypedDocumentString<KeyMandatesQuery, KeyMandatesQueryVariables>;
export const MandatesDocument = new TypedDocumentString(`
    query Mandates {
  account {
    id
    mandate {
      ...KeyLimits
    }
  }
  deployments(first: 100) {
    nodes {
      id
      name
      status
      mode
      venue
      symbols
      aliveUntil
      mandate {
        maxOrderUsd
        maxLeverage
        expiresAt
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    fragment KeyLimits on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}`) as unknown as TypedDocumentString<MandatesQuery, MandatesQueryVariables>;