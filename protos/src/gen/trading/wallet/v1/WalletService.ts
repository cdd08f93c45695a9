// Original file: trading/wallet/v1/wallet.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateWithdrawalRequest__Input as _trading_wallet_v1_CreateWithdrawalRequest__Input, CreateWithdrawalRequest as _trading_wallet_v1_CreateWithdrawalRequest } from '../../../trading/wallet/v1/CreateWithdrawalRequest.js';
import type { CreateWithdrawalResponse__Input as _trading_wallet_v1_CreateWithdrawalResponse__Input, CreateWithdrawalResponse as _trading_wallet_v1_CreateWithdrawalResponse } from '../../../trading/wallet/v1/CreateWithdrawalResponse.js';
import type { EndAgentRequest__Input as _trading_wallet_v1_EndAgentRequest__Input, EndAgentRequest as _trading_wallet_v1_EndAgentRequest } from '../../../trading/wallet/v1/EndAgentRequest.js';
import type { EndAgentResponse__Input as _trading_wallet_v1_EndAgentResponse__Input, EndAgentResponse as _trading_wallet_v1_EndAgentResponse } from '../../../trading/wallet/v1/EndAgentResponse.js';
import type { GetWalletRequest__Input as _trading_wallet_v1_GetWalletRequest__Input, GetWalletRequest as _trading_wallet_v1_GetWalletRequest } from '../../../trading/wallet/v1/GetWalletRequest.js';
import type { GetWalletResponse__Input as _trading_wallet_v1_GetWalletResponse__Input, GetWalletResponse as _trading_wallet_v1_GetWalletResponse } from '../../../trading/wallet/v1/GetWalletResponse.js';
import type { GetWithdrawalPolicyRequest__Input as _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, GetWithdrawalPolicyRequest as _trading_wallet_v1_GetWithdrawalPolicyRequest } from '../../../trading/wallet/v1/GetWithdrawalPolicyRequest.js';
import type { GetWithdrawalPolicyResponse__Input as _trading_wallet_v1_GetWithdrawalPolicyResponse__Input, GetWithdrawalPolicyResponse as _trading_wallet_v1_GetWithdrawalPolicyResponse } from '../../../trading/wallet/v1/GetWithdrawalPolicyResponse.js';
import type { GetWithdrawalRequest__Input as _trading_wallet_v1_GetWithdrawalRequest__Input, GetWithdrawalRequest as _trading_wallet_v1_GetWithdrawalRequest } from '../../../trading/wallet/v1/GetWithdrawalRequest.js';
import type { GetWithdrawalResponse__Input as _trading_wallet_v1_GetWithdrawalResponse__Input, GetWithdrawalResponse as _trading_wallet_v1_GetWithdrawalResponse } from '../../../trading/wallet/v1/GetWithdrawalResponse.js';
import type { IssueAgentRequest__Input as _trading_wallet_v1_IssueAgentRequest__Input, IssueAgentRequest as _trading_wallet_v1_IssueAgentRequest } from '../../../trading/wallet/v1/IssueAgentRequest.js';
import type { IssueAgentResponse__Input as _trading_wallet_v1_IssueAgentResponse__Input, IssueAgentResponse as _trading_wallet_v1_IssueAgentResponse } from '../../../trading/wallet/v1/IssueAgentResponse.js';
import type { ListDepositsRequest__Input as _trading_wallet_v1_ListDepositsRequest__Input, ListDepositsRequest as _trading_wallet_v1_ListDepositsRequest } from '../../../trading/wallet/v1/ListDepositsRequest.js';
import type { ListDepositsResponse__Input as _trading_wallet_v1_ListDepositsResponse__Input, ListDepositsResponse as _trading_wallet_v1_ListDepositsResponse } from '../../../trading/wallet/v1/ListDepositsResponse.js';
import type { ListOpenOrdersRequest__Input as _trading_wallet_v1_ListOpenOrdersRequest__Input, ListOpenOrdersRequest as _trading_wallet_v1_ListOpenOrdersRequest } from '../../../trading/wallet/v1/ListOpenOrdersRequest.js';
import type { ListOpenOrdersResponse__Input as _trading_wallet_v1_ListOpenOrdersResponse__Input, ListOpenOrdersResponse as _trading_wallet_v1_ListOpenOrdersResponse } from '../../../trading/wallet/v1/ListOpenOrdersResponse.js';
import type { ListPositionsRequest__Input as _trading_wallet_v1_ListPositionsRequest__Input, ListPositionsRequest as _trading_wallet_v1_ListPositionsRequest } from '../../../trading/wallet/v1/ListPositionsRequest.js';
import type { ListPositionsResponse__Input as _trading_wallet_v1_ListPositionsResponse__Input, ListPositionsResponse as _trading_wallet_v1_ListPositionsResponse } from '../../../trading/wallet/v1/ListPositionsResponse.js';
import type { ListWithdrawalsRequest__Input as _trading_wallet_v1_ListWithdrawalsRequest__Input, ListWithdrawalsRequest as _trading_wallet_v1_ListWithdrawalsRequest } from '../../../trading/wallet/v1/ListWithdrawalsRequest.js';
import type { ListWithdrawalsResponse__Input as _trading_wallet_v1_ListWithdrawalsResponse__Input, ListWithdrawalsResponse as _trading_wallet_v1_ListWithdrawalsResponse } from '../../../trading/wallet/v1/ListWithdrawalsResponse.js';
import type { ResolveTradingWalletRequest__Input as _trading_wallet_v1_ResolveTradingWalletRequest__Input, ResolveTradingWalletRequest as _trading_wallet_v1_ResolveTradingWalletRequest } from '../../../trading/wallet/v1/ResolveTradingWalletRequest.js';
import type { ResolveTradingWalletResponse__Input as _trading_wallet_v1_ResolveTradingWalletResponse__Input, ResolveTradingWalletResponse as _trading_wallet_v1_ResolveTradingWalletResponse } from '../../../trading/wallet/v1/ResolveTradingWalletResponse.js';
import type { SendWithdrawalCodeRequest__Input as _trading_wallet_v1_SendWithdrawalCodeRequest__Input, SendWithdrawalCodeRequest as _trading_wallet_v1_SendWithdrawalCodeRequest } from '../../../trading/wallet/v1/SendWithdrawalCodeRequest.js';
import type { SendWithdrawalCodeResponse__Input as _trading_wallet_v1_SendWithdrawalCodeResponse__Input, SendWithdrawalCodeResponse as _trading_wallet_v1_SendWithdrawalCodeResponse } from '../../../trading/wallet/v1/SendWithdrawalCodeResponse.js';
import type { SetUpVenueRequest__Input as _trading_wallet_v1_SetUpVenueRequest__Input, SetUpVenueRequest as _trading_wallet_v1_SetUpVenueRequest } from '../../../trading/wallet/v1/SetUpVenueRequest.js';
import type { SetUpVenueResponse__Input as _trading_wallet_v1_SetUpVenueResponse__Input, SetUpVenueResponse as _trading_wallet_v1_SetUpVenueResponse } from '../../../trading/wallet/v1/SetUpVenueResponse.js';
import type { SignActionRequest__Input as _trading_wallet_v1_SignActionRequest__Input, SignActionRequest as _trading_wallet_v1_SignActionRequest } from '../../../trading/wallet/v1/SignActionRequest.js';
import type { SignActionResponse__Input as _trading_wallet_v1_SignActionResponse__Input, SignActionResponse as _trading_wallet_v1_SignActionResponse } from '../../../trading/wallet/v1/SignActionResponse.js';
import type { SignFeeApprovalRequest__Input as _trading_wallet_v1_SignFeeApprovalRequest__Input, SignFeeApprovalRequest as _trading_wallet_v1_SignFeeApprovalRequest } from '../../../trading/wallet/v1/SignFeeApprovalRequest.js';
import type { SignFeeApprovalResponse__Input as _trading_wallet_v1_SignFeeApprovalResponse__Input, SignFeeApprovalResponse as _trading_wallet_v1_SignFeeApprovalResponse } from '../../../trading/wallet/v1/SignFeeApprovalResponse.js';

/**
 * The managed wallet of each account.
 */
export interface WalletServiceClient extends grpc.Client {
  /**
   * Withdraws to an address outside the platform. Once accepted, the same request gives the withdrawal as it now is, whatever
   * became of its proof. Errors: unauthorized, insufficient_permissions, bad_request, feature_not_available,
   * idempotency_key_required, idempotency_key_conflict, withdrawal_authorization_mismatch, withdrawal_otp_identity_invalid,
   * challenge_not_available, withdrawal_challenge_mismatch, code_expired, attempt_limit_reached, invalid_code,
   * insufficient_held_balance, withdrawal_replay_not_found, wallet_upstream_unavailable, wallet_repository_unavailable; and while
   * withdrawal authorization is off, withdrawal_wallet_unavailable, withdrawal_identity_unavailable,
   * withdrawal_authorization_unavailable.
   */
  CreateWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  CreateWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  CreateWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  CreateWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  /**
   * Withdraws to an address outside the platform. Once accepted, the same request gives the withdrawal as it now is, whatever
   * became of its proof. Errors: unauthorized, insufficient_permissions, bad_request, feature_not_available,
   * idempotency_key_required, idempotency_key_conflict, withdrawal_authorization_mismatch, withdrawal_otp_identity_invalid,
   * challenge_not_available, withdrawal_challenge_mismatch, code_expired, attempt_limit_reached, invalid_code,
   * insufficient_held_balance, withdrawal_replay_not_found, wallet_upstream_unavailable, wallet_repository_unavailable; and while
   * withdrawal authorization is off, withdrawal_wallet_unavailable, withdrawal_identity_unavailable,
   * withdrawal_authorization_unavailable.
   */
  createWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  createWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  createWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  createWithdrawal(argument: _trading_wallet_v1_CreateWithdrawalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_CreateWithdrawalResponse>): grpc.ClientUnaryCall;
  
  /**
   * Signs what ends an agent at a venue, and forgets its key. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  EndAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  EndAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  EndAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  EndAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  /**
   * Signs what ends an agent at a venue, and forgets its key. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  endAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  endAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  endAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  endAgent(argument: _trading_wallet_v1_EndAgentRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_EndAgentResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's wallet with its on-chain and venue balances; made when first asked for. Nothing is answered when a network or
   * an onboarded venue can't be read. Errors: unauthorized, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  GetWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  GetWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  GetWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  GetWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's wallet with its on-chain and venue balances; made when first asked for. Nothing is answered when a network or
   * an onboarded venue can't be read. Errors: unauthorized, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  getWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  getWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  getWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  getWallet(argument: _trading_wallet_v1_GetWalletRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWalletResponse>): grpc.ClientUnaryCall;
  
  /**
   * One of the caller's withdrawals. Errors: unauthorized, withdrawal_not_found, wallet_repository_unavailable.
   */
  GetWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  GetWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  GetWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  GetWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  /**
   * One of the caller's withdrawals. Errors: unauthorized, withdrawal_not_found, wallet_repository_unavailable.
   */
  getWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  getWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  getWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  getWithdrawal(argument: _trading_wallet_v1_GetWithdrawalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalResponse>): grpc.ClientUnaryCall;
  
  /**
   * How the caller proves a withdrawal. Errors: unauthorized, not_found (withdrawal authorization is off),
   * withdrawal_identity_unavailable, withdrawal_email_unavailable, withdrawal_authorization_unavailable.
   */
  GetWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  GetWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  GetWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  GetWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  /**
   * How the caller proves a withdrawal. Errors: unauthorized, not_found (withdrawal authorization is off),
   * withdrawal_identity_unavailable, withdrawal_email_unavailable, withdrawal_authorization_unavailable.
   */
  getWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  getWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  getWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  getWithdrawalPolicy(argument: _trading_wallet_v1_GetWithdrawalPolicyRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_GetWithdrawalPolicyResponse>): grpc.ClientUnaryCall;
  
  /**
   * Makes a new key that may trade at a venue, and withdraw nowhere, for a wallet of the account that the caller acts for, and
   * signs its approval. The key is answered this once and is kept sealed. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  IssueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  IssueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  IssueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  IssueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  /**
   * Makes a new key that may trade at a venue, and withdraw nowhere, for a wallet of the account that the caller acts for, and
   * signs its approval. The key is answered this once and is kept sealed. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  issueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  issueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  issueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  issueAgent(argument: _trading_wallet_v1_IssueAgentRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_IssueAgentResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's deposits, newest first. Errors: unauthorized, bad_request, wallet_repository_unavailable.
   */
  ListDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  ListDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  ListDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  ListDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's deposits, newest first. Errors: unauthorized, bad_request, wallet_repository_unavailable.
   */
  listDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  listDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  listDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  listDeposits(argument: _trading_wallet_v1_ListDepositsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListDepositsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The orders of the caller's wallet that rest at a venue or wait for their trigger; as old as positions. Errors: unauthorized,
   * venue_not_supported, feature_not_available, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  ListOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  ListOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  ListOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  ListOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  /**
   * The orders of the caller's wallet that rest at a venue or wait for their trigger; as old as positions. Errors: unauthorized,
   * venue_not_supported, feature_not_available, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  listOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  listOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  listOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  listOpenOrders(argument: _trading_wallet_v1_ListOpenOrdersRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListOpenOrdersResponse>): grpc.ClientUnaryCall;
  
  /**
   * What the caller's wallet holds at a venue, on the venue's own exchange: read now, up to 15 seconds old while reads wait for the
   * venue's allowance. Errors: unauthorized, venue_not_supported, feature_not_available, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  ListPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  ListPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  ListPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  ListPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  /**
   * What the caller's wallet holds at a venue, on the venue's own exchange: read now, up to 15 seconds old while reads wait for the
   * venue's allowance. Errors: unauthorized, venue_not_supported, feature_not_available, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  listPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  listPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  listPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  listPositions(argument: _trading_wallet_v1_ListPositionsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListPositionsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's withdrawals, newest first. Errors: unauthorized, invalid_request, invalid_cursor,
   * wallet_repository_unavailable.
   */
  ListWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  ListWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  ListWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  ListWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's withdrawals, newest first. Errors: unauthorized, invalid_request, invalid_cursor,
   * wallet_repository_unavailable.
   */
  listWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  listWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  listWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  listWithdrawals(argument: _trading_wallet_v1_ListWithdrawalsRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ListWithdrawalsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The managed wallet that an account trades with at a venue: the one named, or the default one where none is. The venue
   * is asked where the wallet isn't known to have an account there, for at most 3 s; one that doesn't say refuses nothing. Callable by
   * execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * account_not_ready (the wallet is not set up at the venue; the details name its latest setup), wallet_repository_unavailable.
   */
  ResolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  ResolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  ResolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  ResolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  /**
   * The managed wallet that an account trades with at a venue: the one named, or the default one where none is. The venue
   * is asked where the wallet isn't known to have an account there, for at most 3 s; one that doesn't say refuses nothing. Callable by
   * execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * account_not_ready (the wallet is not set up at the venue; the details name its latest setup), wallet_repository_unavailable.
   */
  resolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  resolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  resolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  resolveTradingWallet(argument: _trading_wallet_v1_ResolveTradingWalletRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_ResolveTradingWalletResponse>): grpc.ClientUnaryCall;
  
  /**
   * Sends the caller a code that authorizes exactly one withdrawal under one key; asked again it sends another, which alone is
   * valid then. Errors: unauthorized, insufficient_permissions, not_found (withdrawal authorization is off), bad_request,
   * feature_not_available (a planned source), idempotency_key_required, idempotency_key_conflict, withdrawal_state_conflict,
   * resend_cooldown, email_limit_reached, withdrawal_identity_unavailable, withdrawal_email_unavailable,
   * withdrawal_otp_unavailable, withdrawal_authorization_unavailable, email_delivery_failed, wallet_repository_unavailable.
   */
  SendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  /**
   * Sends the caller a code that authorizes exactly one withdrawal under one key; asked again it sends another, which alone is
   * valid then. Errors: unauthorized, insufficient_permissions, not_found (withdrawal authorization is off), bad_request,
   * feature_not_available (a planned source), idempotency_key_required, idempotency_key_conflict, withdrawal_state_conflict,
   * resend_cooldown, email_limit_reached, withdrawal_identity_unavailable, withdrawal_email_unavailable,
   * withdrawal_otp_unavailable, withdrawal_authorization_unavailable, email_delivery_failed, wallet_repository_unavailable.
   */
  sendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_wallet_v1_SendWithdrawalCodeRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Reserves held funds for a venue and moves them there; the same key again gives the operation as it now is. Waits a few
   * seconds for its end. Errors: unauthorized, venue_not_supported, feature_not_available, idempotency_key_required,
   * bad_request, idempotency_key_conflict, venue_setup_in_progress, insufficient_held_balance, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  SetUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  SetUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  SetUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  SetUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  /**
   * Reserves held funds for a venue and moves them there; the same key again gives the operation as it now is. Waits a few
   * seconds for its end. Errors: unauthorized, venue_not_supported, feature_not_available, idempotency_key_required,
   * bad_request, idempotency_key_conflict, venue_setup_in_progress, insufficient_held_balance, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  setUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  setUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  setUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  setUpVenue(argument: _trading_wallet_v1_SetUpVenueRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SetUpVenueResponse>): grpc.ClientUnaryCall;
  
  /**
   * Signs an action that only trades with a wallet of the account that the calling service acts for, and draws the nonce. Callable
   * by execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * native_action_invalid, native_action_unsupported, wallet_repository_unavailable.
   */
  SignAction(argument: _trading_wallet_v1_SignActionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  SignAction(argument: _trading_wallet_v1_SignActionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  SignAction(argument: _trading_wallet_v1_SignActionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  SignAction(argument: _trading_wallet_v1_SignActionRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  /**
   * Signs an action that only trades with a wallet of the account that the calling service acts for, and draws the nonce. Callable
   * by execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * native_action_invalid, native_action_unsupported, wallet_repository_unavailable.
   */
  signAction(argument: _trading_wallet_v1_SignActionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  signAction(argument: _trading_wallet_v1_SignActionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  signAction(argument: _trading_wallet_v1_SignActionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  signAction(argument: _trading_wallet_v1_SignActionRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SignActionResponse>): grpc.ClientUnaryCall;
  
  /**
   * Signs, with a wallet of the account that the caller acts for, that the platform's builder may take its fee of the wallet's
   * orders at a venue; builder and fee are the platform's own settings. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available (no builder is set, or the venue is planned), venue_not_supported,
   * account_not_owned, wallet_repository_unavailable.
   */
  SignFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  SignFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  SignFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  SignFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  /**
   * Signs, with a wallet of the account that the caller acts for, that the platform's builder may take its fee of the wallet's
   * orders at a venue; builder and fee are the platform's own settings. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available (no builder is set, or the venue is planned), venue_not_supported,
   * account_not_owned, wallet_repository_unavailable.
   */
  signFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  signFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  signFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  signFeeApproval(argument: _trading_wallet_v1_SignFeeApprovalRequest__Input, callback: grpc.requestCallback<_trading_wallet_v1_SignFeeApprovalResponse>): grpc.ClientUnaryCall;
  
}

/**
 * The managed wallet of each account.
 */
export interface WalletServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Withdraws to an address outside the platform. Once accepted, the same request gives the withdrawal as it now is, whatever
   * became of its proof. Errors: unauthorized, insufficient_permissions, bad_request, feature_not_available,
   * idempotency_key_required, idempotency_key_conflict, withdrawal_authorization_mismatch, withdrawal_otp_identity_invalid,
   * challenge_not_available, withdrawal_challenge_mismatch, code_expired, attempt_limit_reached, invalid_code,
   * insufficient_held_balance, withdrawal_replay_not_found, wallet_upstream_unavailable, wallet_repository_unavailable; and while
   * withdrawal authorization is off, withdrawal_wallet_unavailable, withdrawal_identity_unavailable,
   * withdrawal_authorization_unavailable.
   */
  CreateWithdrawal: grpc.handleUnaryCall<_trading_wallet_v1_CreateWithdrawalRequest, _trading_wallet_v1_CreateWithdrawalResponse__Input>;
  
  /**
   * Signs what ends an agent at a venue, and forgets its key. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  EndAgent: grpc.handleUnaryCall<_trading_wallet_v1_EndAgentRequest, _trading_wallet_v1_EndAgentResponse__Input>;
  
  /**
   * The caller's wallet with its on-chain and venue balances; made when first asked for. Nothing is answered when a network or
   * an onboarded venue can't be read. Errors: unauthorized, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  GetWallet: grpc.handleUnaryCall<_trading_wallet_v1_GetWalletRequest, _trading_wallet_v1_GetWalletResponse__Input>;
  
  /**
   * One of the caller's withdrawals. Errors: unauthorized, withdrawal_not_found, wallet_repository_unavailable.
   */
  GetWithdrawal: grpc.handleUnaryCall<_trading_wallet_v1_GetWithdrawalRequest, _trading_wallet_v1_GetWithdrawalResponse__Input>;
  
  /**
   * How the caller proves a withdrawal. Errors: unauthorized, not_found (withdrawal authorization is off),
   * withdrawal_identity_unavailable, withdrawal_email_unavailable, withdrawal_authorization_unavailable.
   */
  GetWithdrawalPolicy: grpc.handleUnaryCall<_trading_wallet_v1_GetWithdrawalPolicyRequest, _trading_wallet_v1_GetWithdrawalPolicyResponse__Input>;
  
  /**
   * Makes a new key that may trade at a venue, and withdraw nowhere, for a wallet of the account that the caller acts for, and
   * signs its approval. The key is answered this once and is kept sealed. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned, invalid_request,
   * wallet_repository_unavailable.
   */
  IssueAgent: grpc.handleUnaryCall<_trading_wallet_v1_IssueAgentRequest, _trading_wallet_v1_IssueAgentResponse__Input>;
  
  /**
   * The caller's deposits, newest first. Errors: unauthorized, bad_request, wallet_repository_unavailable.
   */
  ListDeposits: grpc.handleUnaryCall<_trading_wallet_v1_ListDepositsRequest, _trading_wallet_v1_ListDepositsResponse__Input>;
  
  /**
   * The orders of the caller's wallet that rest at a venue or wait for their trigger; as old as positions. Errors: unauthorized,
   * venue_not_supported, feature_not_available, wallet_upstream_unavailable, wallet_repository_unavailable.
   */
  ListOpenOrders: grpc.handleUnaryCall<_trading_wallet_v1_ListOpenOrdersRequest, _trading_wallet_v1_ListOpenOrdersResponse__Input>;
  
  /**
   * What the caller's wallet holds at a venue, on the venue's own exchange: read now, up to 15 seconds old while reads wait for the
   * venue's allowance. Errors: unauthorized, venue_not_supported, feature_not_available, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  ListPositions: grpc.handleUnaryCall<_trading_wallet_v1_ListPositionsRequest, _trading_wallet_v1_ListPositionsResponse__Input>;
  
  /**
   * The caller's withdrawals, newest first. Errors: unauthorized, invalid_request, invalid_cursor,
   * wallet_repository_unavailable.
   */
  ListWithdrawals: grpc.handleUnaryCall<_trading_wallet_v1_ListWithdrawalsRequest, _trading_wallet_v1_ListWithdrawalsResponse__Input>;
  
  /**
   * The managed wallet that an account trades with at a venue: the one named, or the default one where none is. The venue
   * is asked where the wallet isn't known to have an account there, for at most 3 s; one that doesn't say refuses nothing. Callable by
   * execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * account_not_ready (the wallet is not set up at the venue; the details name its latest setup), wallet_repository_unavailable.
   */
  ResolveTradingWallet: grpc.handleUnaryCall<_trading_wallet_v1_ResolveTradingWalletRequest, _trading_wallet_v1_ResolveTradingWalletResponse__Input>;
  
  /**
   * Sends the caller a code that authorizes exactly one withdrawal under one key; asked again it sends another, which alone is
   * valid then. Errors: unauthorized, insufficient_permissions, not_found (withdrawal authorization is off), bad_request,
   * feature_not_available (a planned source), idempotency_key_required, idempotency_key_conflict, withdrawal_state_conflict,
   * resend_cooldown, email_limit_reached, withdrawal_identity_unavailable, withdrawal_email_unavailable,
   * withdrawal_otp_unavailable, withdrawal_authorization_unavailable, email_delivery_failed, wallet_repository_unavailable.
   */
  SendWithdrawalCode: grpc.handleUnaryCall<_trading_wallet_v1_SendWithdrawalCodeRequest, _trading_wallet_v1_SendWithdrawalCodeResponse__Input>;
  
  /**
   * Reserves held funds for a venue and moves them there; the same key again gives the operation as it now is. Waits a few
   * seconds for its end. Errors: unauthorized, venue_not_supported, feature_not_available, idempotency_key_required,
   * bad_request, idempotency_key_conflict, venue_setup_in_progress, insufficient_held_balance, wallet_upstream_unavailable,
   * wallet_repository_unavailable.
   */
  SetUpVenue: grpc.handleUnaryCall<_trading_wallet_v1_SetUpVenueRequest, _trading_wallet_v1_SetUpVenueResponse__Input>;
  
  /**
   * Signs an action that only trades with a wallet of the account that the calling service acts for, and draws the nonce. Callable
   * by execution alone. Errors: insufficient_permissions, feature_not_available, venue_not_supported, account_not_owned,
   * native_action_invalid, native_action_unsupported, wallet_repository_unavailable.
   */
  SignAction: grpc.handleUnaryCall<_trading_wallet_v1_SignActionRequest, _trading_wallet_v1_SignActionResponse__Input>;
  
  /**
   * Signs, with a wallet of the account that the caller acts for, that the platform's builder may take its fee of the wallet's
   * orders at a venue; builder and fee are the platform's own settings. Callable by venue-proxy alone, with a grant. Errors:
   * insufficient_permissions, feature_not_available (no builder is set, or the venue is planned), venue_not_supported,
   * account_not_owned, wallet_repository_unavailable.
   */
  SignFeeApproval: grpc.handleUnaryCall<_trading_wallet_v1_SignFeeApprovalRequest, _trading_wallet_v1_SignFeeApprovalResponse__Input>;
  
}

export interface WalletServiceDefinition extends grpc.ServiceDefinition {
  CreateWithdrawal: MethodDefinition<_trading_wallet_v1_CreateWithdrawalRequest__Input, _trading_wallet_v1_CreateWithdrawalResponse__Input, _trading_wallet_v1_CreateWithdrawalRequest, _trading_wallet_v1_CreateWithdrawalResponse>
  EndAgent: MethodDefinition<_trading_wallet_v1_EndAgentRequest__Input, _trading_wallet_v1_EndAgentResponse__Input, _trading_wallet_v1_EndAgentRequest, _trading_wallet_v1_EndAgentResponse>
  GetWallet: MethodDefinition<_trading_wallet_v1_GetWalletRequest__Input, _trading_wallet_v1_GetWalletResponse__Input, _trading_wallet_v1_GetWalletRequest, _trading_wallet_v1_GetWalletResponse>
  GetWithdrawal: MethodDefinition<_trading_wallet_v1_GetWithdrawalRequest__Input, _trading_wallet_v1_GetWithdrawalResponse__Input, _trading_wallet_v1_GetWithdrawalRequest, _trading_wallet_v1_GetWithdrawalResponse>
  GetWithdrawalPolicy: MethodDefinition<_trading_wallet_v1_GetWithdrawalPolicyRequest__Input, _trading_wallet_v1_GetWithdrawalPolicyResponse__Input, _trading_wallet_v1_GetWithdrawalPolicyRequest, _trading_wallet_v1_GetWithdrawalPolicyResponse>
  IssueAgent: MethodDefinition<_trading_wallet_v1_IssueAgentRequest__Input, _trading_wallet_v1_IssueAgentResponse__Input, _trading_wallet_v1_IssueAgentRequest, _trading_wallet_v1_IssueAgentResponse>
  ListDeposits: MethodDefinition<_trading_wallet_v1_ListDepositsRequest__Input, _trading_wallet_v1_ListDepositsResponse__Input, _trading_wallet_v1_ListDepositsRequest, _trading_wallet_v1_ListDepositsResponse>
  ListOpenOrders: MethodDefinition<_trading_wallet_v1_ListOpenOrdersRequest__Input, _trading_wallet_v1_ListOpenOrdersResponse__Input, _trading_wallet_v1_ListOpenOrdersRequest, _trading_wallet_v1_ListOpenOrdersResponse>
  ListPositions: MethodDefinition<_trading_wallet_v1_ListPositionsRequest__Input, _trading_wallet_v1_ListPositionsResponse__Input, _trading_wallet_v1_ListPositionsRequest, _trading_wallet_v1_ListPositionsResponse>
  ListWithdrawals: MethodDefinition<_trading_wallet_v1_ListWithdrawalsRequest__Input, _trading_wallet_v1_ListWithdrawalsResponse__Input, _trading_wallet_v1_ListWithdrawalsRequest, _trading_wallet_v1_ListWithdrawalsResponse>
  ResolveTradingWallet: MethodDefinition<_trading_wallet_v1_ResolveTradingWalletRequest__Input, _trading_wallet_v1_ResolveTradingWalletResponse__Input, _trading_wallet_v1_ResolveTradingWalletRequest, _trading_wallet_v1_ResolveTradingWalletResponse>
  SendWithdrawalCode: MethodDefinition<_trading_wallet_v1_SendWithdrawalCodeRequest__Input, _trading_wallet_v1_SendWithdrawalCodeResponse__Input, _trading_wallet_v1_SendWithdrawalCodeRequest, _trading_wallet_v1_SendWithdrawalCodeResponse>
  SetUpVenue: MethodDefinition<_trading_wallet_v1_SetUpVenueRequest__Input, _trading_wallet_v1_SetUpVenueResponse__Input, _trading_wallet_v1_SetUpVenueRequest, _trading_wallet_v1_SetUpVenueResponse>
  SignAction: MethodDefinition<_trading_wallet_v1_SignActionRequest__Input, _trading_wallet_v1_SignActionResponse__Input, _trading_wallet_v1_SignActionRequest, _trading_wallet_v1_SignActionResponse>
  SignFeeApproval: MethodDefinition<_trading_wallet_v1_SignFeeApprovalRequest__Input, _trading_wallet_v1_SignFeeApprovalResponse__Input, _trading_wallet_v1_SignFeeApprovalRequest, _trading_wallet_v1_SignFeeApprovalResponse>
}
