// Original file: trading/execution/v1/execution.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetExecutionsRequest__Input as _trading_execution_v1_BatchGetExecutionsRequest__Input, BatchGetExecutionsRequest as _trading_execution_v1_BatchGetExecutionsRequest } from '../../../trading/execution/v1/BatchGetExecutionsRequest.js';
import type { BatchGetExecutionsResponse__Input as _trading_execution_v1_BatchGetExecutionsResponse__Input, BatchGetExecutionsResponse as _trading_execution_v1_BatchGetExecutionsResponse } from '../../../trading/execution/v1/BatchGetExecutionsResponse.js';
import type { GetExecutionRequest__Input as _trading_execution_v1_GetExecutionRequest__Input, GetExecutionRequest as _trading_execution_v1_GetExecutionRequest } from '../../../trading/execution/v1/GetExecutionRequest.js';
import type { GetExecutionResponse__Input as _trading_execution_v1_GetExecutionResponse__Input, GetExecutionResponse as _trading_execution_v1_GetExecutionResponse } from '../../../trading/execution/v1/GetExecutionResponse.js';
import type { ListExecutionsRequest__Input as _trading_execution_v1_ListExecutionsRequest__Input, ListExecutionsRequest as _trading_execution_v1_ListExecutionsRequest } from '../../../trading/execution/v1/ListExecutionsRequest.js';
import type { ListExecutionsResponse__Input as _trading_execution_v1_ListExecutionsResponse__Input, ListExecutionsResponse as _trading_execution_v1_ListExecutionsResponse } from '../../../trading/execution/v1/ListExecutionsResponse.js';
import type { SubmitExecutionRequest__Input as _trading_execution_v1_SubmitExecutionRequest__Input, SubmitExecutionRequest as _trading_execution_v1_SubmitExecutionRequest } from '../../../trading/execution/v1/SubmitExecutionRequest.js';
import type { SubmitExecutionResponse__Input as _trading_execution_v1_SubmitExecutionResponse__Input, SubmitExecutionResponse as _trading_execution_v1_SubmitExecutionResponse } from '../../../trading/execution/v1/SubmitExecutionResponse.js';

/**
 * One-time native venue actions and their records.
 */
export interface ExecutionServiceClient extends grpc.Client {
  /**
   * The caller's records with these ids, in no particular order; unknown ids are left out. Errors: unauthorized, invalid_request, execution_store_unavailable.
   */
  BatchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  BatchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  BatchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  BatchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's records with these ids, in no particular order; unknown ids are left out. Errors: unauthorized, invalid_request, execution_store_unavailable.
   */
  batchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  batchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  batchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  batchGetExecutions(argument: _trading_execution_v1_BatchGetExecutionsRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_BatchGetExecutionsResponse>): grpc.ClientUnaryCall;
  
  /**
   * One of the caller's records; the venue is not asked. Errors: unauthorized, execution_not_found, execution_store_unavailable.
   */
  GetExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  GetExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  GetExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  GetExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  /**
   * One of the caller's records; the venue is not asked. Errors: unauthorized, execution_not_found, execution_store_unavailable.
   */
  getExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  getExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  getExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  getExecution(argument: _trading_execution_v1_GetExecutionRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_GetExecutionResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's records, newest first. Errors: unauthorized, invalid_request, invalid_cursor, execution_store_unavailable.
   */
  ListExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  ListExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  ListExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  ListExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's records, newest first. Errors: unauthorized, invalid_request, invalid_cursor, execution_store_unavailable.
   */
  listExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  listExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  listExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  listExecutions(argument: _trading_execution_v1_ListExecutionsRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_ListExecutionsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Signs an action with the caller's managed wallet and sends it to its venue, once. A repeated key gets the record in its
   * present state.
   * Errors: unauthorized, insufficient_permissions, idempotency_key_required, validation_failed, feature_not_available (a planned
   * venue), server_owned_field, native_action_unsupported, native_action_invalid, payload_too_large, invalid_request, idempotency_key_conflict,
   * account_not_owned, account_not_ready (the wallet is not set up at the venue), exchange_rejected, execution_provider_unavailable,
   * execution_store_unavailable.
   */
  SubmitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  SubmitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  SubmitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  SubmitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  /**
   * Signs an action with the caller's managed wallet and sends it to its venue, once. A repeated key gets the record in its
   * present state.
   * Errors: unauthorized, insufficient_permissions, idempotency_key_required, validation_failed, feature_not_available (a planned
   * venue), server_owned_field, native_action_unsupported, native_action_invalid, payload_too_large, invalid_request, idempotency_key_conflict,
   * account_not_owned, account_not_ready (the wallet is not set up at the venue), exchange_rejected, execution_provider_unavailable,
   * execution_store_unavailable.
   */
  submitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  submitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  submitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  submitExecution(argument: _trading_execution_v1_SubmitExecutionRequest__Input, callback: grpc.requestCallback<_trading_execution_v1_SubmitExecutionResponse>): grpc.ClientUnaryCall;
  
}

/**
 * One-time native venue actions and their records.
 */
export interface ExecutionServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The caller's records with these ids, in no particular order; unknown ids are left out. Errors: unauthorized, invalid_request, execution_store_unavailable.
   */
  BatchGetExecutions: grpc.handleUnaryCall<_trading_execution_v1_BatchGetExecutionsRequest, _trading_execution_v1_BatchGetExecutionsResponse__Input>;
  
  /**
   * One of the caller's records; the venue is not asked. Errors: unauthorized, execution_not_found, execution_store_unavailable.
   */
  GetExecution: grpc.handleUnaryCall<_trading_execution_v1_GetExecutionRequest, _trading_execution_v1_GetExecutionResponse__Input>;
  
  /**
   * The caller's records, newest first. Errors: unauthorized, invalid_request, invalid_cursor, execution_store_unavailable.
   */
  ListExecutions: grpc.handleUnaryCall<_trading_execution_v1_ListExecutionsRequest, _trading_execution_v1_ListExecutionsResponse__Input>;
  
  /**
   * Signs an action with the caller's managed wallet and sends it to its venue, once. A repeated key gets the record in its
   * present state.
   * Errors: unauthorized, insufficient_permissions, idempotency_key_required, validation_failed, feature_not_available (a planned
   * venue), server_owned_field, native_action_unsupported, native_action_invalid, payload_too_large, invalid_request, idempotency_key_conflict,
   * account_not_owned, account_not_ready (the wallet is not set up at the venue), exchange_rejected, execution_provider_unavailable,
   * execution_store_unavailable.
   */
  SubmitExecution: grpc.handleUnaryCall<_trading_execution_v1_SubmitExecutionRequest, _trading_execution_v1_SubmitExecutionResponse__Input>;
  
}

export interface ExecutionServiceDefinition extends grpc.ServiceDefinition {
  BatchGetExecutions: MethodDefinition<_trading_execution_v1_BatchGetExecutionsRequest__Input, _trading_execution_v1_BatchGetExecutionsResponse__Input, _trading_execution_v1_BatchGetExecutionsRequest, _trading_execution_v1_BatchGetExecutionsResponse>
  GetExecution: MethodDefinition<_trading_execution_v1_GetExecutionRequest__Input, _trading_execution_v1_GetExecutionResponse__Input, _trading_execution_v1_GetExecutionRequest, _trading_execution_v1_GetExecutionResponse>
  ListExecutions: MethodDefinition<_trading_execution_v1_ListExecutionsRequest__Input, _trading_execution_v1_ListExecutionsResponse__Input, _trading_execution_v1_ListExecutionsRequest, _trading_execution_v1_ListExecutionsResponse>
  SubmitExecution: MethodDefinition<_trading_execution_v1_SubmitExecutionRequest__Input, _trading_execution_v1_SubmitExecutionResponse__Input, _trading_execution_v1_SubmitExecutionRequest, _trading_execution_v1_SubmitExecutionResponse>
}
