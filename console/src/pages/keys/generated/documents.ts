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

/** A key to mint. */
export type CreateApiKeyInput = {
  /** Display name of at most 100 characters, without control characters, invisible characters or characters that change the text direction; api-key if omitted or blank. */
  name?: string;
  /** What it may do: at least one permission, without duplicates; all if omitted. */
  permissions?: Array<ApiKeyPermission>;
  /** The limits of its trading, at least one; no limits if omitted. They never change. */
  mandate?: MandateInput | null | undefined;
};

/** The limits of a key's trading: at least one of them. */
export type MandateInput = {
  /** Venues that it may trade at, at most 10; any if omitted. */
  venues?: Array<string> | null | undefined;
  /** Canonical symbols that it may trade, at most 50; any if omitted. */
  symbols?: Array<string> | null | undefined;
  /** The most that one order may be worth, above zero and below ten billion; no limit if omitted. */
  maxOrderUsd?: string | null | undefined;
  /** The most that all orders of a UTC day may be worth together; no limit if omitted. */
  maxDailyUsd?: string | null | undefined;
  /** The highest leverage that it may set or open positions with, 1 to 1000; no limit if omitted. */
  maxLeverage?: number | null | undefined;
  /** Whether it may only cancel, and place orders that only reduce. */
  reduceOnly?: boolean;
  /** When it ends, in the future; never if omitted. */
  expiresAt?: string | null | undefined;
};

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's identifier. */
  id: string | number;
};

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, permissions: Array<ApiKeyPermission>, createdAt: string, lastUsedAt: string | null, requestsToday: number, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null }> | null };

export type KeyFragment = { id: string, name: string, prefix: string, permissions: Array<ApiKeyPermission>, createdAt: string, lastUsedAt: string | null, requestsToday: number, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { apiKey: string, keyId: string } | null };

export type RevokeKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeKeyMutation = { revokeApiKey: { id: string } | null };

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
export const KeyFragmentDoc = new TypedDocumentString(`
    fragment Key on ApiKey {
  id
  name
  prefix
  permissions
  mandate {
    venues
    symbols
    maxOrderUsd
    maxDailyUsd
    maxLeverage
    reduceOnly
    expiresAt
  }
  createdAt
  lastUsedAt
  requestsToday
}
    `, {"fragmentName":"Key"}) as unknown as TypedDocumentString<KeyFragment, unknown>;
export const KeysDocument = new TypedDocumentString(`
    query Keys {
  apiKeys {
    ...Key
  }
}
    fragment Key on ApiKey {
  id
  name
  prefix
  permissions
  mandate {
    venues
    symbols
    maxOrderUsd
    maxDailyUsd
    maxLeverage
    reduceOnly
    expiresAt
  }
  createdAt
  lastUsedAt
  requestsToday
}`) as unknown as TypedDocumentString<KeysQuery, KeysQueryVariables>;
export const CreateKeyDocument = new TypedDocumentString(`
    mutation CreateKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey
    keyId
  }
}
    `) as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;