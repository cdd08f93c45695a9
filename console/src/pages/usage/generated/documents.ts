/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { account: { id: string, plan: { name: string }, limits: { requestsPerMinute: number }, usage: { requestsToday: number, resetsAt: string }, runtimeUsage: { runningBacktests: number, queuedBacktests: number, runningDeployments: number, concurrentBacktestsLimit: number, queuedBacktestsLimit: number, runningDeploymentsLimit: number, backtestProcessorSeconds: number, backtestProcessorSecondsLimit: number, storedBytes: number, storedBytesLimit: number } | null } | null };

export type KeyUsageQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyUsageQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, requestsToday: number, lastUsedAt: string | null }> | null };

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

export const UsageDocument = new TypedDocumentString(`
    query Usage {
  account {
    id
    plan {
      name
    }
    limits {
      requestsPerMinute
    }
    usage {
      requestsToday
      resetsAt
    }
    runtimeUsage {
      runningBacktests
      queuedBacktests
      runningDeployments
      concurrentBacktestsLimit
      queuedBacktestsLimit
      runningDeploymentsLimit
      backtestProcessorSeconds
      backtestProcessorSecondsLimit
      storedBytes
      storedBytesLimit
    }
  }
}
    `) as unknown as TypedDocumentString<UsageQuery, UsageQueryVariables>;
export const KeyUsageDocument = new TypedDocumentString(`
    query KeyUsage {
  apiKeys {
    id
    name
    prefix
    requestsToday
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<KeyUsageQuery, KeyUsageQueryVariables>;