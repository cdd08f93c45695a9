/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How the owner of an account signs in. */
export type LoginType =
  /** With a code sent to an e-mail address. */
  | 'email'
  /** With a wallet, through an identity provider. */
  | 'wallet';

/** What the leaderboard may show from now on. */
export type UpdateLeaderboardSettingsInput = {
  /** Whether the paper deployments of the account are shown, by their names. */
  shown: boolean;
};

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { account: { id: string, email: string | null, loginType: LoginType, createdAt: string, plan: { name: string }, leaderboardSettings: { shown: boolean } | null } | null };

export type ShowOnLeaderboardMutationVariables = Exact<{
  input: UpdateLeaderboardSettingsInput;
}>;


export type ShowOnLeaderboardMutation = { updateLeaderboardSettings: { settings: { shown: boolean } } | null };

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

export const AccountDocument = new TypedDocumentString(`
    query Account {
  account {
    id
    email
    loginType
    createdAt
    plan {
      name
    }
    leaderboardSettings {
      shown
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const ShowOnLeaderboardDocument = new TypedDocumentString(`
    mutation ShowOnLeaderboard($input: UpdateLeaderboardSettingsInput!) {
  updateLeaderboardSettings(input: $input) {
    settings {
      shown
    }
  }
}
    `) as unknown as TypedDocumentString<ShowOnLeaderboardMutation, ShowOnLeaderboardMutationVariables>;