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

/** A network that wallets hold USDC on. More networks may be added. */
export type Network =
  /** Arbitrum One, chain id 42161. */
  | 'arbitrum'
  /** Polygon, chain id 137. */
  | 'polygon';

/** An asset that a wallet holds. More assets may be added. */
export type Asset =
  /** Circle's native USDC. */
  | 'USDC';

/** The status of a setup. */
export type SetupStatus =
  /** It is under way. */
  | 'processing'
  /** The money is at the venue. */
  | 'completed'
  /** It did not happen; the reserved amount is available again. */
  | 'failed'
  /** Its outcome is unknown; the reserved amount stays held. */
  | 'reconciliation_required';

/** What a setup is doing. More steps may be added; treat an unknown step as under way. */
export type SetupStep =
  /** It reserves the money. */
  | 'reserve'
  /** It moves the money on the chain. */
  | 'transfer'
  /** It waits for the venue to credit it. */
  | 'credit'
  /** It registers the wallet at the venue. */
  | 'register'
  /** Nothing is left to do. */
  | 'done';

/** The status of a deposit. */
export type DepositStatus =
  /** It is in a block that the chain may still drop. */
  | 'observed'
  /** It is final on its chain and can be spent. */
  | 'confirmed'
  /** The chain dropped its block. */
  | 'failed';

/** The status of a withdrawal. */
export type WithdrawalStatus =
  /** It is accepted and its amount is held. */
  | 'processing'
  /** Its transaction has been sent to the chain. */
  | 'broadcast'
  /** It is final on its chain. */
  | 'confirmed'
  /** It did not happen; the amount is available again. */
  | 'failed';

/** A balance that withdrawals can spend, or will. */
export type WithdrawalSourceName =
  /** The USDC that the wallet holds on Arbitrum. */
  | 'arbitrum'
  /** What the wallet has at hyperliquid. */
  | 'hyperliquid'
  /** What the wallet has at polymarket. */
  | 'polymarket'
  /** What the wallet has at lighter. */
  | 'lighter'
  /** What the wallet holds on Polygon, which an operator alone pays out. */
  | 'polygon';

/** Whether a source can be spent. */
export type WithdrawalSourceStatus =
  /** It can be spent now. */
  | 'available'
  /** It can not be spent now; the reason says why. */
  | 'unavailable'
  /** It is planned. */
  | 'coming_soon';

/** How a withdrawal is proved; the server chooses. */
export type WithdrawalProofType =
  /** A code sent to the account's verified address. */
  | 'email_otp'
  /** A signature by the locked login wallet. */
  | 'wallet_signature';

/** Where withdrawals may go. */
export type DestinationMode =
  /** To any address that the caller names. */
  | 'user_entered'
  /** To the login wallet only. */
  | 'locked';

/** What a line of a statement says. More kinds may be added. */
export type LedgerLineKind =
  /** A wallet received money from outside the platform. */
  | 'deposit'
  /** Money left for an address outside the platform. */
  | 'withdrawal'
  /** A setup sent money from a wallet to a venue. */
  | 'venue_payment'
  /** The venue credited what a setup sent. */
  | 'venue_credit'
  /** A venue paid money out. */
  | 'venue_withdrawal'
  /** A wallet received what a venue paid out. */
  | 'payout'
  /** An operator gave up what a venue took and shows no credit for. */
  | 'written_off'
  /** An operator corrected the books to what the chain shows. */
  | 'correction'
  /** Money moved in another way. */
  | 'transfer';

/** A venue to set up. */
export type SetUpVenueInput = {
  /** Id of the venue. A planned venue is refused with `feature_not_available`. */
  venue: string;
  /** What to reserve and move: decimal string of USD, at least 50.00. */
  amountUsd: string;
  /** The caller's key: 1 to 255 visible ASCII characters. */
  idempotencyKey: string;
  /** EVM address of one of the caller's managed wallets, whose money moves; the primary one if omitted. */
  accountAddress?: string | null | undefined;
};

/** A code to send for one withdrawal. */
export type SendWithdrawalCodeInput = {
  /** UUID: the idempotency key of the withdrawal that the code is for. */
  idempotencyKey: string;
  /** Name of the source; arbitrum is the default. */
  source?: string | null | undefined;
  /** Decimal string of USD, at most six fractional digits. */
  amountUsd: string;
  /** EVM address outside the platform. */
  destinationWallet: string;
  /** The network: arbitrum. */
  chain: string;
  /** Contract of native USDC on the network. */
  assetAddress: string;
};

/** Proof that the caller authorizes a withdrawal. */
export type WithdrawalProofInput = {
  /** The kind of proof. */
  type: WithdrawalProofType;
  /** For email_otp: the challenge that the code was sent for. */
  challengeId?: string | number | null | undefined;
  /** For email_otp: the six digits. */
  code?: string | null | undefined;
  /** For wallet_signature: the login wallet's signature over the typed data, 0x and hexadecimal digits. */
  signature?: string | null | undefined;
  /** For wallet_signature: the UUID that it names. */
  nonce?: string | null | undefined;
  /** For wallet_signature: when it expires, as signed: ISO 8601 UTC with milliseconds. */
  expiresAt?: string | null | undefined;
};

/** A withdrawal to make. */
export type CreateWithdrawalInput = {
  /** UUID; any key while withdrawal authorization is off. */
  idempotencyKey: string;
  /** Name of the source. */
  source?: string | null | undefined;
  /** Decimal string of USD, at most six fractional digits. */
  amountUsd: string;
  /** EVM address outside the platform; none in wallet mode. */
  destinationWallet?: string | null | undefined;
  /** The network: arbitrum. */
  chain?: string | null | undefined;
  /** Contract of native USDC on the network. */
  assetAddress?: string | null | undefined;
  /** The proof. */
  authorization?: WithdrawalProofInput | null | undefined;
  /** Only look up an earlier withdrawal with the key; nothing is authorized, created or moved. */
  replayOnly?: boolean;
};

export type WalletQueryVariables = Exact<{ [key: string]: never; }>;


export type WalletQuery = { wallet: { id: string, address: string, deposit: { chain: Network, asset: Asset, address: string, minUsd: string, protocolMinUsd: string }, balance: { heldUsd: string, totalUsd: string, networks: Array<{ network: Network, asset: Asset, balanceUsd: string }>, allocated: Array<{ venue: string, balanceUsd: string, deployment: string | null }> } | null, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } | null, deposits: { nodes: Array<{ id: string, status: DepositStatus, chain: Network, asset: Asset, amountUsd: string, txHash: string | null, createdAt: string, confirmedAt: string | null, error: { code: string, message: string } | null }>, pageInfo: { hasNextPage: boolean } }, waiting: { nodes: Array<{ id: string, amountUsd: string }> }, withdrawals: { nodes: Array<{ id: string, status: WithdrawalStatus, amountUsd: string }> } } | null, tradingAccounts: Array<{ id: string, label: string, walletAddress: string, isDefault: boolean, accountIndex: number }> | null };

export type FreeQueryVariables = Exact<{ [key: string]: never; }>;


export type FreeQuery = { wallet: { id: string, withdrawalSources: Array<{ source: WithdrawalSourceName, availableUsd: string | null, reason: string | null }> | null } | null };

export type VenueStateFragment = { minimumDepositUsd: string, balanceUsd: string | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null };

export type SetupFragment = { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null };

export type ReceivedFragment = { id: string, status: DepositStatus, chain: Network, asset: Asset, amountUsd: string, txHash: string | null, createdAt: string, confirmedAt: string | null, error: { code: string, message: string } | null };

export type SetUpVenueMutationVariables = Exact<{
  input: SetUpVenueInput;
}>;


export type SetUpVenueMutation = { setUpVenue: { replayed: boolean, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } } | null };

export type WithdrawalPolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type WithdrawalPolicyQuery = { account: { id: string, loginType: LoginType } | null, wallet: { id: string, withdrawalPolicy: { accountId: string, mode: WithdrawalProofType, maskedEmail: string | null, destinationMode: DestinationMode, destinationWallet: string | null, authorizationTtlSeconds: number } | null } | null };

export type PolicyFragment = { accountId: string, mode: WithdrawalProofType, maskedEmail: string | null, destinationMode: DestinationMode, destinationWallet: string | null, authorizationTtlSeconds: number };

export type WithdrawalTermsQueryVariables = Exact<{ [key: string]: never; }>;


export type WithdrawalTermsQuery = { wallet: { id: string, withdrawalSources: Array<{ source: WithdrawalSourceName, status: WithdrawalSourceStatus, asset: Asset, chain: Network, availableUsd: string | null, feeUsd: string | null, reason: string | null }> | null, withdrawals: { nodes: Array<{ id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null }>, pageInfo: { hasNextPage: boolean } } } | null };

export type SourceFragment = { source: WithdrawalSourceName, status: WithdrawalSourceStatus, asset: Asset, chain: Network, availableUsd: string | null, feeUsd: string | null, reason: string | null };

export type PaidFragment = { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null };

export type SendWithdrawalCodeMutationVariables = Exact<{
  input: SendWithdrawalCodeInput;
}>;


export type SendWithdrawalCodeMutation = { sendWithdrawalCode: { challengeId: string, maskedEmail: string, expiresAt: string, resendAvailableAt: string } | null };

export type CreateWithdrawalMutationVariables = Exact<{
  input: CreateWithdrawalInput;
}>;


export type CreateWithdrawalMutation = { createWithdrawal: { replayed: boolean, withdrawal: { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null } } | null };

export type StatementQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
}>;


export type StatementQuery = { account: { id: string, ledger: { nodes: Array<{ id: string, kind: LedgerLineKind, description: string, operationId: string, amountUsd: string, feeUsd: string, heldChangeUsd: string, venueChangeUsd: string, network: Network | null, venue: string | null, walletAddress: string | null, txHash: string | null, bookedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type LineFragment = { id: string, kind: LedgerLineKind, description: string, operationId: string, amountUsd: string, feeUsd: string, heldChangeUsd: string, venueChangeUsd: string, network: Network | null, venue: string | null, walletAddress: string | null, txHash: string | null, bookedAt: string };

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
export const SetupFragmentDoc = new TypedDocumentString(`
    fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"Setup"}) as unknown as TypedDocumentString<SetupFragment, unknown>;
export const VenueStateFragmentDoc = new TypedDocumentString(`
    fragment VenueState on VenueSummary {
  minimumDepositUsd
  balanceUsd
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...Setup
  }
}
    fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`, {"fragmentName":"VenueState"}) as unknown as TypedDocumentString<VenueStateFragment, unknown>;
export const ReceivedFragmentDoc = new TypedDocumentString(`
    fragment Received on Deposit {
  id
  status
  chain
  asset
  amountUsd
  txHash
  createdAt
  confirmedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"Received"}) as unknown as TypedDocumentString<ReceivedFragment, unknown>;
export const PolicyFragmentDoc = new TypedDocumentString(`
    fragment Policy on WithdrawalPolicy {
  accountId
  mode
  maskedEmail
  destinationMode
  destinationWallet
  authorizationTtlSeconds
}
    `, {"fragmentName":"Policy"}) as unknown as TypedDocumentString<PolicyFragment, unknown>;
export const SourceFragmentDoc = new TypedDocumentString(`
    fragment Source on WithdrawalSource {
  source
  status
  asset
  chain
  availableUsd
  feeUsd
  reason
}
    `, {"fragmentName":"Source"}) as unknown as TypedDocumentString<SourceFragment, unknown>;
export const PaidFragmentDoc = new TypedDocumentString(`
    fragment Paid on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"Paid"}) as unknown as TypedDocumentString<PaidFragment, unknown>;
export const LineFragmentDoc = new TypedDocumentString(`
    fragment Line on LedgerLine {
  id
  kind
  description
  operationId
  amountUsd
  feeUsd
  heldChangeUsd
  venueChangeUsd
  network
  venue
  walletAddress
  txHash
  bookedAt
}
    `, {"fragmentName":"Line"}) as unknown as TypedDocumentString<LineFragment, unknown>;
export const WalletDocument = new TypedDocumentString(`
    query Wallet {
  wallet {
    id
    address
    deposit {
      chain
      asset
      address
      minUsd
      protocolMinUsd
    }
    balance {
      heldUsd
      totalUsd
      networks {
        network
        asset
        balanceUsd
      }
      allocated {
        venue
        balanceUsd
        deployment
      }
    }
    venues {
      hyperliquid {
        ...VenueState
      }
      polymarket {
        ...VenueState
      }
      lighter {
        ...VenueState
      }
    }
    deposits(first: 20) {
      nodes {
        ...Received
      }
      pageInfo {
        hasNextPage
      }
    }
    waiting: deposits(first: 50, status: observed) {
      nodes {
        id
        amountUsd
      }
    }
    withdrawals(first: 20) {
      nodes {
        id
        status
        amountUsd
      }
    }
  }
  tradingAccounts(venue: "hyperliquid") {
    id
    label
    walletAddress
    isDefault
    accountIndex
  }
}
    fragment VenueState on VenueSummary {
  minimumDepositUsd
  balanceUsd
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...Setup
  }
}
fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}
fragment Received on Deposit {
  id
  status
  chain
  asset
  amountUsd
  txHash
  createdAt
  confirmedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<WalletQuery, WalletQueryVariables>;
export const FreeDocument = new TypedDocumentString(`
    query Free {
  wallet {
    id
    withdrawalSources {
      source
      availableUsd
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<FreeQuery, FreeQueryVariables>;
export const SetUpVenueDocument = new TypedDocumentString(`
    mutation SetUpVenue($input: SetUpVenueInput!) {
  setUpVenue(input: $input) {
    operation {
      ...Setup
    }
    replayed
  }
}
    fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<SetUpVenueMutation, SetUpVenueMutationVariables>;
export const WithdrawalPolicyDocument = new TypedDocumentString(`
    query WithdrawalPolicy {
  account {
    id
    loginType
  }
  wallet {
    id
    withdrawalPolicy {
      ...Policy
    }
  }
}
    fragment Policy on WithdrawalPolicy {
  accountId
  mode
  maskedEmail
  destinationMode
  destinationWallet
  authorizationTtlSeconds
}`) as unknown as TypedDocumentString<WithdrawalPolicyQuery, WithdrawalPolicyQueryVariables>;
export const WithdrawalTermsDocument = new TypedDocumentString(`
    query WithdrawalTerms {
  wallet {
    id
    withdrawalSources {
      ...Source
    }
    withdrawals(first: 50) {
      nodes {
        ...Paid
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    fragment Source on WithdrawalSource {
  source
  status
  asset
  chain
  availableUsd
  feeUsd
  reason
}
fragment Paid on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<WithdrawalTermsQuery, WithdrawalTermsQueryVariables>;
export const SendWithdrawalCodeDocument = new TypedDocumentString(`
    mutation SendWithdrawalCode($input: SendWithdrawalCodeInput!) {
  sendWithdrawalCode(input: $input) {
    challengeId
    maskedEmail
    expiresAt
    resendAvailableAt
  }
}
    `) as unknown as TypedDocumentString<SendWithdrawalCodeMutation, SendWithdrawalCodeMutationVariables>;
export const CreateWithdrawalDocument = new TypedDocumentString(`
    mutation CreateWithdrawal($input: CreateWithdrawalInput!) {
  createWithdrawal(input: $input) {
    withdrawal {
      ...Paid
    }
    replayed
  }
}
    fragment Paid on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<CreateWithdrawalMutation, CreateWithdrawalMutationVariables>;
export const StatementDocument = new TypedDocumentString(`
    query Statement($first: Int!, $after: String, $createdFrom: DateTime, $createdTo: DateTime) {
  account {
    id
    ledger(
      first: $first
      after: $after
      createdFrom: $createdFrom
      createdTo: $createdTo
    ) {
      nodes {
        ...Line
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment Line on LedgerLine {
  id
  kind
  description
  operationId
  amountUsd
  feeUsd
  heldChangeUsd
  venueChangeUsd
  network
  venue
  walletAddress
  txHash
  bookedAt
}`) as unknown as TypedDocumentString<StatementQuery, StatementQueryVariables>;