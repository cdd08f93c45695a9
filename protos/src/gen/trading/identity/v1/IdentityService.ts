// Original file: trading/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AdmitUnauthenticatedRequest__Input as _trading_identity_v1_AdmitUnauthenticatedRequest__Input, AdmitUnauthenticatedRequest as _trading_identity_v1_AdmitUnauthenticatedRequest } from '../../../trading/identity/v1/AdmitUnauthenticatedRequest.js';
import type { AdmitUnauthenticatedResponse__Input as _trading_identity_v1_AdmitUnauthenticatedResponse__Input, AdmitUnauthenticatedResponse as _trading_identity_v1_AdmitUnauthenticatedResponse } from '../../../trading/identity/v1/AdmitUnauthenticatedResponse.js';
import type { AuthenticateRequest__Input as _trading_identity_v1_AuthenticateRequest__Input, AuthenticateRequest as _trading_identity_v1_AuthenticateRequest } from '../../../trading/identity/v1/AuthenticateRequest.js';
import type { AuthenticateResponse__Input as _trading_identity_v1_AuthenticateResponse__Input, AuthenticateResponse as _trading_identity_v1_AuthenticateResponse } from '../../../trading/identity/v1/AuthenticateResponse.js';
import type { CreateApiKeyRequest__Input as _trading_identity_v1_CreateApiKeyRequest__Input, CreateApiKeyRequest as _trading_identity_v1_CreateApiKeyRequest } from '../../../trading/identity/v1/CreateApiKeyRequest.js';
import type { CreateApiKeyResponse__Input as _trading_identity_v1_CreateApiKeyResponse__Input, CreateApiKeyResponse as _trading_identity_v1_CreateApiKeyResponse } from '../../../trading/identity/v1/CreateApiKeyResponse.js';
import type { GetAccountLoginRequest__Input as _trading_identity_v1_GetAccountLoginRequest__Input, GetAccountLoginRequest as _trading_identity_v1_GetAccountLoginRequest } from '../../../trading/identity/v1/GetAccountLoginRequest.js';
import type { GetAccountLoginResponse__Input as _trading_identity_v1_GetAccountLoginResponse__Input, GetAccountLoginResponse as _trading_identity_v1_GetAccountLoginResponse } from '../../../trading/identity/v1/GetAccountLoginResponse.js';
import type { GetAccountRequest__Input as _trading_identity_v1_GetAccountRequest__Input, GetAccountRequest as _trading_identity_v1_GetAccountRequest } from '../../../trading/identity/v1/GetAccountRequest.js';
import type { GetAccountResponse__Input as _trading_identity_v1_GetAccountResponse__Input, GetAccountResponse as _trading_identity_v1_GetAccountResponse } from '../../../trading/identity/v1/GetAccountResponse.js';
import type { ListApiKeysRequest__Input as _trading_identity_v1_ListApiKeysRequest__Input, ListApiKeysRequest as _trading_identity_v1_ListApiKeysRequest } from '../../../trading/identity/v1/ListApiKeysRequest.js';
import type { ListApiKeysResponse__Input as _trading_identity_v1_ListApiKeysResponse__Input, ListApiKeysResponse as _trading_identity_v1_ListApiKeysResponse } from '../../../trading/identity/v1/ListApiKeysResponse.js';
import type { ReportUsageRequest__Input as _trading_identity_v1_ReportUsageRequest__Input, ReportUsageRequest as _trading_identity_v1_ReportUsageRequest } from '../../../trading/identity/v1/ReportUsageRequest.js';
import type { ReportUsageResponse__Input as _trading_identity_v1_ReportUsageResponse__Input, ReportUsageResponse as _trading_identity_v1_ReportUsageResponse } from '../../../trading/identity/v1/ReportUsageResponse.js';
import type { RevokeApiKeyRequest__Input as _trading_identity_v1_RevokeApiKeyRequest__Input, RevokeApiKeyRequest as _trading_identity_v1_RevokeApiKeyRequest } from '../../../trading/identity/v1/RevokeApiKeyRequest.js';
import type { RevokeApiKeyResponse__Input as _trading_identity_v1_RevokeApiKeyResponse__Input, RevokeApiKeyResponse as _trading_identity_v1_RevokeApiKeyResponse } from '../../../trading/identity/v1/RevokeApiKeyResponse.js';
import type { SendRegistrationCodeRequest__Input as _trading_identity_v1_SendRegistrationCodeRequest__Input, SendRegistrationCodeRequest as _trading_identity_v1_SendRegistrationCodeRequest } from '../../../trading/identity/v1/SendRegistrationCodeRequest.js';
import type { SendRegistrationCodeResponse__Input as _trading_identity_v1_SendRegistrationCodeResponse__Input, SendRegistrationCodeResponse as _trading_identity_v1_SendRegistrationCodeResponse } from '../../../trading/identity/v1/SendRegistrationCodeResponse.js';
import type { SendWithdrawalCodeRequest__Input as _trading_identity_v1_SendWithdrawalCodeRequest__Input, SendWithdrawalCodeRequest as _trading_identity_v1_SendWithdrawalCodeRequest } from '../../../trading/identity/v1/SendWithdrawalCodeRequest.js';
import type { SendWithdrawalCodeResponse__Input as _trading_identity_v1_SendWithdrawalCodeResponse__Input, SendWithdrawalCodeResponse as _trading_identity_v1_SendWithdrawalCodeResponse } from '../../../trading/identity/v1/SendWithdrawalCodeResponse.js';
import type { VerifyRegistrationCodeRequest__Input as _trading_identity_v1_VerifyRegistrationCodeRequest__Input, VerifyRegistrationCodeRequest as _trading_identity_v1_VerifyRegistrationCodeRequest } from '../../../trading/identity/v1/VerifyRegistrationCodeRequest.js';
import type { VerifyRegistrationCodeResponse__Input as _trading_identity_v1_VerifyRegistrationCodeResponse__Input, VerifyRegistrationCodeResponse as _trading_identity_v1_VerifyRegistrationCodeResponse } from '../../../trading/identity/v1/VerifyRegistrationCodeResponse.js';

/**
 * Accounts, e-mail registration, sessions and API keys.
 */
export interface IdentityServiceClient extends grpc.Client {
  /**
   * Counts one request without a valid credential against the minute of the address that it comes from; callable by the
   * gateway alone. Whoever is not admitted is not until `resets_at_ms`. Errors: invalid_request.
   */
  AdmitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  AdmitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  AdmitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  AdmitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  /**
   * Counts one request without a valid credential against the minute of the address that it comes from; callable by the
   * gateway alone. Whoever is not admitted is not until `resets_at_ms`. Errors: invalid_request.
   */
  admitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  admitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  admitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  admitUnauthenticated(argument: _trading_identity_v1_AdmitUnauthenticatedRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_AdmitUnauthenticatedResponse>): grpc.ClientUnaryCall;
  
  /**
   * Tells the gateway who presents a credential, and grants it a share of the credential's allowance. Only the gateway may call it.
   * 
   * How a gateway uses a grant. It keeps the answer at most 2 s, so that a revocation takes effect within seconds, and
   * lets at most `allowance` requests pass on it; the request that made it ask counts as one of them. When the answer is
   * 2 s old, its window has ended or its allowance is spent, the next request makes it ask again, with the `usage` of
   * the grant it had; requests that arrive meanwhile wait for that one answer. An `allowance` of 0 means `rate_limited`
   * until `allowance_resets_at_ms`; it is kept at most 2 s like any other, since another gateway may give some back.
   * If nobody presents the credential again, the gateway reports its usage by ReportUsage instead. Errors: unauthorized (a usage sent along
   * is recorded all the same), invalid_request, service_unavailable (the identity provider's keys can't be read).
   * The first token of a wallet login makes its account.
   */
  Authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  Authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  Authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  Authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  /**
   * Tells the gateway who presents a credential, and grants it a share of the credential's allowance. Only the gateway may call it.
   * 
   * How a gateway uses a grant. It keeps the answer at most 2 s, so that a revocation takes effect within seconds, and
   * lets at most `allowance` requests pass on it; the request that made it ask counts as one of them. When the answer is
   * 2 s old, its window has ended or its allowance is spent, the next request makes it ask again, with the `usage` of
   * the grant it had; requests that arrive meanwhile wait for that one answer. An `allowance` of 0 means `rate_limited`
   * until `allowance_resets_at_ms`; it is kept at most 2 s like any other, since another gateway may give some back.
   * If nobody presents the credential again, the gateway reports its usage by ReportUsage instead. Errors: unauthorized (a usage sent along
   * is recorded all the same), invalid_request, service_unavailable (the identity provider's keys can't be read).
   * The first token of a wallet login makes its account.
   */
  authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  authenticate(argument: _trading_identity_v1_AuthenticateRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_AuthenticateResponse>): grpc.ClientUnaryCall;
  
  /**
   * Mints a key; its secret is in this answer and nowhere else; needs a session.
   * Errors: unauthorized, invalid_request, api_key_limit_reached.
   */
  CreateApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  /**
   * Mints a key; its secret is in this answer and nowhere else; needs a session.
   * Errors: unauthorized, invalid_request, api_key_limit_reached.
   */
  createApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  createApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  createApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  createApiKey(argument: _trading_identity_v1_CreateApiKeyRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_CreateApiKeyResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's account. Errors: unauthorized.
   */
  GetAccount(argument: _trading_identity_v1_GetAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _trading_identity_v1_GetAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _trading_identity_v1_GetAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _trading_identity_v1_GetAccountRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's account. Errors: unauthorized.
   */
  getAccount(argument: _trading_identity_v1_GetAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _trading_identity_v1_GetAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _trading_identity_v1_GetAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _trading_identity_v1_GetAccountRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  
  /**
   * How an account signs in, for the withdrawals of its owner. Callable by wallet alone. Errors: insufficient_permissions,
   * unauthorized (there is no such account).
   */
  GetAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  GetAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  GetAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  GetAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  /**
   * How an account signs in, for the withdrawals of its owner. Callable by wallet alone. Errors: insufficient_permissions,
   * unauthorized (there is no such account).
   */
  getAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  getAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  getAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  getAccountLogin(argument: _trading_identity_v1_GetAccountLoginRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_GetAccountLoginResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's keys that are not revoked, newest first; needs a session. Errors: unauthorized.
   */
  ListApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's keys that are not revoked, newest first; needs a session. Errors: unauthorized.
   */
  listApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  listApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  listApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  listApiKeys(argument: _trading_identity_v1_ListApiKeysRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_ListApiKeysResponse>): grpc.ClientUnaryCall;
  
  /**
   * Records what a gateway let pass on grants that it holds no longer: within seconds after their last request, and all
   * of them on a graceful stop. A report closes its grant and gives the unspent rest back. Safe to repeat: a closed or
   * unknown grant is ignored, so a report whose answer was lost is sent again. Errors: invalid_request.
   */
  ReportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  ReportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  ReportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  ReportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  /**
   * Records what a gateway let pass on grants that it holds no longer: within seconds after their last request, and all
   * of them on a graceful stop. A report closes its grant and gives the unspent rest back. Safe to repeat: a closed or
   * unknown grant is ignored, so a report whose answer was lost is sent again. Errors: invalid_request.
   */
  reportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  reportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  reportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  reportUsage(argument: _trading_identity_v1_ReportUsageRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_ReportUsageResponse>): grpc.ClientUnaryCall;
  
  /**
   * Revokes a key within seconds; safe to repeat; needs a session. Errors: unauthorized, api_key_not_found.
   */
  RevokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  /**
   * Revokes a key within seconds; safe to repeat; needs a session. Errors: unauthorized, api_key_not_found.
   */
  revokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _trading_identity_v1_RevokeApiKeyRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_RevokeApiKeyResponse>): grpc.ClientUnaryCall;
  
  /**
   * Sends a six-digit code to an address; the answer is the same whether or not the address has an account.
   * Errors: invalid_request, disposable_email, email_limit_reached, email_delivery_failed, rate_limited (registrations and
   * attempts together, of the address that an anonymous caller's token names, or of the account that calls).
   */
  SendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  SendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  SendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  SendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  /**
   * Sends a six-digit code to an address; the answer is the same whether or not the address has an account.
   * Errors: invalid_request, disposable_email, email_limit_reached, email_delivery_failed, rate_limited (registrations and
   * attempts together, of the address that an anonymous caller's token names, or of the account that calls).
   */
  sendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  sendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  sendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  sendRegistrationCode(argument: _trading_identity_v1_SendRegistrationCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_SendRegistrationCodeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Sends a withdrawal's code, made by the caller, to the account's verified address, once. Callable by wallet alone. Errors:
   * insufficient_permissions, invalid_request, unauthorized (there is no such account), email_delivery_failed (its
   * `details.may_arrive` says whether the message may arrive all the same).
   */
  SendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  SendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  /**
   * Sends a withdrawal's code, made by the caller, to the account's verified address, once. Callable by wallet alone. Errors:
   * insufficient_permissions, invalid_request, unauthorized (there is no such account), email_delivery_failed (its
   * `details.may_arrive` says whether the message may arrive all the same).
   */
  sendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  sendWithdrawalCode(argument: _trading_identity_v1_SendWithdrawalCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_SendWithdrawalCodeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Exchanges the newest code for a session token and a new API key. The first exchange for an address creates its account.
   * Errors: invalid_request, invalid_code, code_expired, attempt_limit_reached, rate_limited.
   */
  VerifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  VerifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  VerifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  VerifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  /**
   * Exchanges the newest code for a session token and a new API key. The first exchange for an address creates its account.
   * Errors: invalid_request, invalid_code, code_expired, attempt_limit_reached, rate_limited.
   */
  verifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  verifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  verifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  verifyRegistrationCode(argument: _trading_identity_v1_VerifyRegistrationCodeRequest__Input, callback: grpc.requestCallback<_trading_identity_v1_VerifyRegistrationCodeResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Accounts, e-mail registration, sessions and API keys.
 */
export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Counts one request without a valid credential against the minute of the address that it comes from; callable by the
   * gateway alone. Whoever is not admitted is not until `resets_at_ms`. Errors: invalid_request.
   */
  AdmitUnauthenticated: grpc.handleUnaryCall<_trading_identity_v1_AdmitUnauthenticatedRequest, _trading_identity_v1_AdmitUnauthenticatedResponse__Input>;
  
  /**
   * Tells the gateway who presents a credential, and grants it a share of the credential's allowance. Only the gateway may call it.
   * 
   * How a gateway uses a grant. It keeps the answer at most 2 s, so that a revocation takes effect within seconds, and
   * lets at most `allowance` requests pass on it; the request that made it ask counts as one of them. When the answer is
   * 2 s old, its window has ended or its allowance is spent, the next request makes it ask again, with the `usage` of
   * the grant it had; requests that arrive meanwhile wait for that one answer. An `allowance` of 0 means `rate_limited`
   * until `allowance_resets_at_ms`; it is kept at most 2 s like any other, since another gateway may give some back.
   * If nobody presents the credential again, the gateway reports its usage by ReportUsage instead. Errors: unauthorized (a usage sent along
   * is recorded all the same), invalid_request, service_unavailable (the identity provider's keys can't be read).
   * The first token of a wallet login makes its account.
   */
  Authenticate: grpc.handleUnaryCall<_trading_identity_v1_AuthenticateRequest, _trading_identity_v1_AuthenticateResponse__Input>;
  
  /**
   * Mints a key; its secret is in this answer and nowhere else; needs a session.
   * Errors: unauthorized, invalid_request, api_key_limit_reached.
   */
  CreateApiKey: grpc.handleUnaryCall<_trading_identity_v1_CreateApiKeyRequest, _trading_identity_v1_CreateApiKeyResponse__Input>;
  
  /**
   * The caller's account. Errors: unauthorized.
   */
  GetAccount: grpc.handleUnaryCall<_trading_identity_v1_GetAccountRequest, _trading_identity_v1_GetAccountResponse__Input>;
  
  /**
   * How an account signs in, for the withdrawals of its owner. Callable by wallet alone. Errors: insufficient_permissions,
   * unauthorized (there is no such account).
   */
  GetAccountLogin: grpc.handleUnaryCall<_trading_identity_v1_GetAccountLoginRequest, _trading_identity_v1_GetAccountLoginResponse__Input>;
  
  /**
   * The caller's keys that are not revoked, newest first; needs a session. Errors: unauthorized.
   */
  ListApiKeys: grpc.handleUnaryCall<_trading_identity_v1_ListApiKeysRequest, _trading_identity_v1_ListApiKeysResponse__Input>;
  
  /**
   * Records what a gateway let pass on grants that it holds no longer: within seconds after their last request, and all
   * of them on a graceful stop. A report closes its grant and gives the unspent rest back. Safe to repeat: a closed or
   * unknown grant is ignored, so a report whose answer was lost is sent again. Errors: invalid_request.
   */
  ReportUsage: grpc.handleUnaryCall<_trading_identity_v1_ReportUsageRequest, _trading_identity_v1_ReportUsageResponse__Input>;
  
  /**
   * Revokes a key within seconds; safe to repeat; needs a session. Errors: unauthorized, api_key_not_found.
   */
  RevokeApiKey: grpc.handleUnaryCall<_trading_identity_v1_RevokeApiKeyRequest, _trading_identity_v1_RevokeApiKeyResponse__Input>;
  
  /**
   * Sends a six-digit code to an address; the answer is the same whether or not the address has an account.
   * Errors: invalid_request, disposable_email, email_limit_reached, email_delivery_failed, rate_limited (registrations and
   * attempts together, of the address that an anonymous caller's token names, or of the account that calls).
   */
  SendRegistrationCode: grpc.handleUnaryCall<_trading_identity_v1_SendRegistrationCodeRequest, _trading_identity_v1_SendRegistrationCodeResponse__Input>;
  
  /**
   * Sends a withdrawal's code, made by the caller, to the account's verified address, once. Callable by wallet alone. Errors:
   * insufficient_permissions, invalid_request, unauthorized (there is no such account), email_delivery_failed (its
   * `details.may_arrive` says whether the message may arrive all the same).
   */
  SendWithdrawalCode: grpc.handleUnaryCall<_trading_identity_v1_SendWithdrawalCodeRequest, _trading_identity_v1_SendWithdrawalCodeResponse__Input>;
  
  /**
   * Exchanges the newest code for a session token and a new API key. The first exchange for an address creates its account.
   * Errors: invalid_request, invalid_code, code_expired, attempt_limit_reached, rate_limited.
   */
  VerifyRegistrationCode: grpc.handleUnaryCall<_trading_identity_v1_VerifyRegistrationCodeRequest, _trading_identity_v1_VerifyRegistrationCodeResponse__Input>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  AdmitUnauthenticated: MethodDefinition<_trading_identity_v1_AdmitUnauthenticatedRequest__Input, _trading_identity_v1_AdmitUnauthenticatedResponse__Input, _trading_identity_v1_AdmitUnauthenticatedRequest, _trading_identity_v1_AdmitUnauthenticatedResponse>
  Authenticate: MethodDefinition<_trading_identity_v1_AuthenticateRequest__Input, _trading_identity_v1_AuthenticateResponse__Input, _trading_identity_v1_AuthenticateRequest, _trading_identity_v1_AuthenticateResponse>
  CreateApiKey: MethodDefinition<_trading_identity_v1_CreateApiKeyRequest__Input, _trading_identity_v1_CreateApiKeyResponse__Input, _trading_identity_v1_CreateApiKeyRequest, _trading_identity_v1_CreateApiKeyResponse>
  GetAccount: MethodDefinition<_trading_identity_v1_GetAccountRequest__Input, _trading_identity_v1_GetAccountResponse__Input, _trading_identity_v1_GetAccountRequest, _trading_identity_v1_GetAccountResponse>
  GetAccountLogin: MethodDefinition<_trading_identity_v1_GetAccountLoginRequest__Input, _trading_identity_v1_GetAccountLoginResponse__Input, _trading_identity_v1_GetAccountLoginRequest, _trading_identity_v1_GetAccountLoginResponse>
  ListApiKeys: MethodDefinition<_trading_identity_v1_ListApiKeysRequest__Input, _trading_identity_v1_ListApiKeysResponse__Input, _trading_identity_v1_ListApiKeysRequest, _trading_identity_v1_ListApiKeysResponse>
  ReportUsage: MethodDefinition<_trading_identity_v1_ReportUsageRequest__Input, _trading_identity_v1_ReportUsageResponse__Input, _trading_identity_v1_ReportUsageRequest, _trading_identity_v1_ReportUsageResponse>
  RevokeApiKey: MethodDefinition<_trading_identity_v1_RevokeApiKeyRequest__Input, _trading_identity_v1_RevokeApiKeyResponse__Input, _trading_identity_v1_RevokeApiKeyRequest, _trading_identity_v1_RevokeApiKeyResponse>
  SendRegistrationCode: MethodDefinition<_trading_identity_v1_SendRegistrationCodeRequest__Input, _trading_identity_v1_SendRegistrationCodeResponse__Input, _trading_identity_v1_SendRegistrationCodeRequest, _trading_identity_v1_SendRegistrationCodeResponse>
  SendWithdrawalCode: MethodDefinition<_trading_identity_v1_SendWithdrawalCodeRequest__Input, _trading_identity_v1_SendWithdrawalCodeResponse__Input, _trading_identity_v1_SendWithdrawalCodeRequest, _trading_identity_v1_SendWithdrawalCodeResponse>
  VerifyRegistrationCode: MethodDefinition<_trading_identity_v1_VerifyRegistrationCodeRequest__Input, _trading_identity_v1_VerifyRegistrationCodeResponse__Input, _trading_identity_v1_VerifyRegistrationCodeRequest, _trading_identity_v1_VerifyRegistrationCodeResponse>
}
