// Original file: trading/runtime/v1/runtime.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetBacktestsRequest__Input as _trading_runtime_v1_BatchGetBacktestsRequest__Input, BatchGetBacktestsRequest as _trading_runtime_v1_BatchGetBacktestsRequest } from '../../../trading/runtime/v1/BatchGetBacktestsRequest.js';
import type { BatchGetBacktestsResponse__Input as _trading_runtime_v1_BatchGetBacktestsResponse__Input, BatchGetBacktestsResponse as _trading_runtime_v1_BatchGetBacktestsResponse } from '../../../trading/runtime/v1/BatchGetBacktestsResponse.js';
import type { CreateBacktestRequest__Input as _trading_runtime_v1_CreateBacktestRequest__Input, CreateBacktestRequest as _trading_runtime_v1_CreateBacktestRequest } from '../../../trading/runtime/v1/CreateBacktestRequest.js';
import type { CreateBacktestResponse__Input as _trading_runtime_v1_CreateBacktestResponse__Input, CreateBacktestResponse as _trading_runtime_v1_CreateBacktestResponse } from '../../../trading/runtime/v1/CreateBacktestResponse.js';
import type { DeleteBacktestRequest__Input as _trading_runtime_v1_DeleteBacktestRequest__Input, DeleteBacktestRequest as _trading_runtime_v1_DeleteBacktestRequest } from '../../../trading/runtime/v1/DeleteBacktestRequest.js';
import type { DeleteBacktestResponse__Input as _trading_runtime_v1_DeleteBacktestResponse__Input, DeleteBacktestResponse as _trading_runtime_v1_DeleteBacktestResponse } from '../../../trading/runtime/v1/DeleteBacktestResponse.js';
import type { GetBacktestLogsRequest__Input as _trading_runtime_v1_GetBacktestLogsRequest__Input, GetBacktestLogsRequest as _trading_runtime_v1_GetBacktestLogsRequest } from '../../../trading/runtime/v1/GetBacktestLogsRequest.js';
import type { GetBacktestLogsResponse__Input as _trading_runtime_v1_GetBacktestLogsResponse__Input, GetBacktestLogsResponse as _trading_runtime_v1_GetBacktestLogsResponse } from '../../../trading/runtime/v1/GetBacktestLogsResponse.js';
import type { GetBacktestStrategyRequest__Input as _trading_runtime_v1_GetBacktestStrategyRequest__Input, GetBacktestStrategyRequest as _trading_runtime_v1_GetBacktestStrategyRequest } from '../../../trading/runtime/v1/GetBacktestStrategyRequest.js';
import type { GetBacktestStrategyResponse__Input as _trading_runtime_v1_GetBacktestStrategyResponse__Input, GetBacktestStrategyResponse as _trading_runtime_v1_GetBacktestStrategyResponse } from '../../../trading/runtime/v1/GetBacktestStrategyResponse.js';
import type { GetUsageRequest__Input as _trading_runtime_v1_GetUsageRequest__Input, GetUsageRequest as _trading_runtime_v1_GetUsageRequest } from '../../../trading/runtime/v1/GetUsageRequest.js';
import type { GetUsageResponse__Input as _trading_runtime_v1_GetUsageResponse__Input, GetUsageResponse as _trading_runtime_v1_GetUsageResponse } from '../../../trading/runtime/v1/GetUsageResponse.js';
import type { ListBacktestTradesRequest__Input as _trading_runtime_v1_ListBacktestTradesRequest__Input, ListBacktestTradesRequest as _trading_runtime_v1_ListBacktestTradesRequest } from '../../../trading/runtime/v1/ListBacktestTradesRequest.js';
import type { ListBacktestTradesResponse__Input as _trading_runtime_v1_ListBacktestTradesResponse__Input, ListBacktestTradesResponse as _trading_runtime_v1_ListBacktestTradesResponse } from '../../../trading/runtime/v1/ListBacktestTradesResponse.js';
import type { ListBacktestsRequest__Input as _trading_runtime_v1_ListBacktestsRequest__Input, ListBacktestsRequest as _trading_runtime_v1_ListBacktestsRequest } from '../../../trading/runtime/v1/ListBacktestsRequest.js';
import type { ListBacktestsResponse__Input as _trading_runtime_v1_ListBacktestsResponse__Input, ListBacktestsResponse as _trading_runtime_v1_ListBacktestsResponse } from '../../../trading/runtime/v1/ListBacktestsResponse.js';
import type { ListFrameworksRequest__Input as _trading_runtime_v1_ListFrameworksRequest__Input, ListFrameworksRequest as _trading_runtime_v1_ListFrameworksRequest } from '../../../trading/runtime/v1/ListFrameworksRequest.js';
import type { ListFrameworksResponse__Input as _trading_runtime_v1_ListFrameworksResponse__Input, ListFrameworksResponse as _trading_runtime_v1_ListFrameworksResponse } from '../../../trading/runtime/v1/ListFrameworksResponse.js';

/**
 * Backtests of users' strategies, and later their deployments.
 */
export interface RuntimeServiceClient extends grpc.Client {
  /**
   * The caller's backtests by id, in the order asked; an unknown one is absent, and so is a record of the older platform that had not
   * ended or is ambiguous. At most 100, of 4 MiB together.
   * Errors: invalid_request, response_too_large.
   */
  BatchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  BatchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  BatchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  BatchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's backtests by id, in the order asked; an unknown one is absent, and so is a record of the older platform that had not
   * ended or is ambiguous. At most 100, of 4 MiB together.
   * Errors: invalid_request, response_too_large.
   */
  batchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  batchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  batchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  batchGetBacktests(argument: _trading_runtime_v1_BatchGetBacktestsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_BatchGetBacktestsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Validates a strategy and queues its run. For 24 hours, repeating a key returns the first answer.
   * Errors: invalid_request, strategy_invalid, config_invalid, venue_not_supported, feature_not_available, data_unavailable,
   * market_not_found, payload_too_large, idempotency_key_required (a malformed key), idempotency_key_conflict, rate_limited (too
   * many queued), processor_time_exhausted, quota_exceeded (no room for what one more run may store), insufficient_permissions,
   * context_store_unavailable, context_upstream_unavailable, service_unavailable.
   */
  CreateBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  CreateBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  CreateBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  CreateBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  /**
   * Validates a strategy and queues its run. For 24 hours, repeating a key returns the first answer.
   * Errors: invalid_request, strategy_invalid, config_invalid, venue_not_supported, feature_not_available, data_unavailable,
   * market_not_found, payload_too_large, idempotency_key_required (a malformed key), idempotency_key_conflict, rate_limited (too
   * many queued), processor_time_exhausted, quota_exceeded (no room for what one more run may store), insufficient_permissions,
   * context_store_unavailable, context_upstream_unavailable, service_unavailable.
   */
  createBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  createBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  createBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  createBacktest(argument: _trading_runtime_v1_CreateBacktestRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_CreateBacktestResponse>): grpc.ClientUnaryCall;
  
  /**
   * Deletes a backtest, and stops it if it is running; safe to repeat. Its storage is freed within a minute; the record then holds no
   * tables of its result any more. Errors: backtest_not_found, unsupported_runtime_record (a record
   * of the older platform that had not ended or is ambiguous).
   */
  DeleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  DeleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  DeleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  DeleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  /**
   * Deletes a backtest, and stops it if it is running; safe to repeat. Its storage is freed within a minute; the record then holds no
   * tables of its result any more. Errors: backtest_not_found, unsupported_runtime_record (a record
   * of the older platform that had not ended or is ambiguous).
   */
  deleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  deleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  deleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  deleteBacktest(argument: _trading_runtime_v1_DeleteBacktestRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_DeleteBacktestResponse>): grpc.ClientUnaryCall;
  
  /**
   * The lines that a run printed, oldest first: at most 10,000 lines and 1 MiB in total, and at most 1,000 lines and 128 KiB of
   * each of its checks. Errors: backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  GetBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  GetBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  GetBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  GetBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  /**
   * The lines that a run printed, oldest first: at most 10,000 lines and 1 MiB in total, and at most 1,000 lines and 128 KiB of
   * each of its checks. Errors: backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  getBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  getBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  getBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  getBacktestLogs(argument: _trading_runtime_v1_GetBacktestLogsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestLogsResponse>): grpc.ClientUnaryCall;
  
  /**
   * What a run was given to run: code and config, as the caller sent them. Errors: backtest_not_found, unsupported_runtime_record (a
   * record of the older platform that did not keep them).
   */
  GetBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  GetBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  GetBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  GetBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  /**
   * What a run was given to run: code and config, as the caller sent them. Errors: backtest_not_found, unsupported_runtime_record (a
   * record of the older platform that did not keep them).
   */
  getBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  getBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  getBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  getBacktestStrategy(argument: _trading_runtime_v1_GetBacktestStrategyRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetBacktestStrategyResponse>): grpc.ClientUnaryCall;
  
  /**
   * How many backtests and deployments the caller runs, and how many it may run.
   */
  GetUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  GetUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  GetUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  GetUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  /**
   * How many backtests and deployments the caller runs, and how many it may run.
   */
  getUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  getUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  getUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  getUsage(argument: _trading_runtime_v1_GetUsageRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_GetUsageResponse>): grpc.ClientUnaryCall;
  
  /**
   * The trades that a finished run closed, in the order that its framework lists them; one that has not finished has none.
   * Errors: invalid_request, invalid_cursor, backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  ListBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  ListBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  ListBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  ListBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  /**
   * The trades that a finished run closed, in the order that its framework lists them; one that has not finished has none.
   * Errors: invalid_request, invalid_cursor, backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  listBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  listBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  listBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  listBacktestTrades(argument: _trading_runtime_v1_ListBacktestTradesRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestTradesResponse>): grpc.ClientUnaryCall;
  
  /**
   * The caller's backtests, newest first; their results hold the figures alone, without tables, curve, data and warnings.
   * Errors: invalid_request, invalid_cursor.
   */
  ListBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  ListBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  ListBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  ListBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  /**
   * The caller's backtests, newest first; their results hold the figures alone, without tables, curve, data and warnings.
   * Errors: invalid_request, invalid_cursor.
   */
  listBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  listBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  listBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  listBacktests(argument: _trading_runtime_v1_ListBacktestsRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListBacktestsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The frameworks that strategies can be written for.
   */
  ListFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  ListFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  ListFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  ListFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  /**
   * The frameworks that strategies can be written for.
   */
  listFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  listFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  listFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  listFrameworks(argument: _trading_runtime_v1_ListFrameworksRequest__Input, callback: grpc.requestCallback<_trading_runtime_v1_ListFrameworksResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Backtests of users' strategies, and later their deployments.
 */
export interface RuntimeServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The caller's backtests by id, in the order asked; an unknown one is absent, and so is a record of the older platform that had not
   * ended or is ambiguous. At most 100, of 4 MiB together.
   * Errors: invalid_request, response_too_large.
   */
  BatchGetBacktests: grpc.handleUnaryCall<_trading_runtime_v1_BatchGetBacktestsRequest, _trading_runtime_v1_BatchGetBacktestsResponse__Input>;
  
  /**
   * Validates a strategy and queues its run. For 24 hours, repeating a key returns the first answer.
   * Errors: invalid_request, strategy_invalid, config_invalid, venue_not_supported, feature_not_available, data_unavailable,
   * market_not_found, payload_too_large, idempotency_key_required (a malformed key), idempotency_key_conflict, rate_limited (too
   * many queued), processor_time_exhausted, quota_exceeded (no room for what one more run may store), insufficient_permissions,
   * context_store_unavailable, context_upstream_unavailable, service_unavailable.
   */
  CreateBacktest: grpc.handleUnaryCall<_trading_runtime_v1_CreateBacktestRequest, _trading_runtime_v1_CreateBacktestResponse__Input>;
  
  /**
   * Deletes a backtest, and stops it if it is running; safe to repeat. Its storage is freed within a minute; the record then holds no
   * tables of its result any more. Errors: backtest_not_found, unsupported_runtime_record (a record
   * of the older platform that had not ended or is ambiguous).
   */
  DeleteBacktest: grpc.handleUnaryCall<_trading_runtime_v1_DeleteBacktestRequest, _trading_runtime_v1_DeleteBacktestResponse__Input>;
  
  /**
   * The lines that a run printed, oldest first: at most 10,000 lines and 1 MiB in total, and at most 1,000 lines and 128 KiB of
   * each of its checks. Errors: backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  GetBacktestLogs: grpc.handleUnaryCall<_trading_runtime_v1_GetBacktestLogsRequest, _trading_runtime_v1_GetBacktestLogsResponse__Input>;
  
  /**
   * What a run was given to run: code and config, as the caller sent them. Errors: backtest_not_found, unsupported_runtime_record (a
   * record of the older platform that did not keep them).
   */
  GetBacktestStrategy: grpc.handleUnaryCall<_trading_runtime_v1_GetBacktestStrategyRequest, _trading_runtime_v1_GetBacktestStrategyResponse__Input>;
  
  /**
   * How many backtests and deployments the caller runs, and how many it may run.
   */
  GetUsage: grpc.handleUnaryCall<_trading_runtime_v1_GetUsageRequest, _trading_runtime_v1_GetUsageResponse__Input>;
  
  /**
   * The trades that a finished run closed, in the order that its framework lists them; one that has not finished has none.
   * Errors: invalid_request, invalid_cursor, backtest_not_found, unsupported_runtime_record (records of the older platform have none).
   */
  ListBacktestTrades: grpc.handleUnaryCall<_trading_runtime_v1_ListBacktestTradesRequest, _trading_runtime_v1_ListBacktestTradesResponse__Input>;
  
  /**
   * The caller's backtests, newest first; their results hold the figures alone, without tables, curve, data and warnings.
   * Errors: invalid_request, invalid_cursor.
   */
  ListBacktests: grpc.handleUnaryCall<_trading_runtime_v1_ListBacktestsRequest, _trading_runtime_v1_ListBacktestsResponse__Input>;
  
  /**
   * The frameworks that strategies can be written for.
   */
  ListFrameworks: grpc.handleUnaryCall<_trading_runtime_v1_ListFrameworksRequest, _trading_runtime_v1_ListFrameworksResponse__Input>;
  
}

export interface RuntimeServiceDefinition extends grpc.ServiceDefinition {
  BatchGetBacktests: MethodDefinition<_trading_runtime_v1_BatchGetBacktestsRequest__Input, _trading_runtime_v1_BatchGetBacktestsResponse__Input, _trading_runtime_v1_BatchGetBacktestsRequest, _trading_runtime_v1_BatchGetBacktestsResponse>
  CreateBacktest: MethodDefinition<_trading_runtime_v1_CreateBacktestRequest__Input, _trading_runtime_v1_CreateBacktestResponse__Input, _trading_runtime_v1_CreateBacktestRequest, _trading_runtime_v1_CreateBacktestResponse>
  DeleteBacktest: MethodDefinition<_trading_runtime_v1_DeleteBacktestRequest__Input, _trading_runtime_v1_DeleteBacktestResponse__Input, _trading_runtime_v1_DeleteBacktestRequest, _trading_runtime_v1_DeleteBacktestResponse>
  GetBacktestLogs: MethodDefinition<_trading_runtime_v1_GetBacktestLogsRequest__Input, _trading_runtime_v1_GetBacktestLogsResponse__Input, _trading_runtime_v1_GetBacktestLogsRequest, _trading_runtime_v1_GetBacktestLogsResponse>
  GetBacktestStrategy: MethodDefinition<_trading_runtime_v1_GetBacktestStrategyRequest__Input, _trading_runtime_v1_GetBacktestStrategyResponse__Input, _trading_runtime_v1_GetBacktestStrategyRequest, _trading_runtime_v1_GetBacktestStrategyResponse>
  GetUsage: MethodDefinition<_trading_runtime_v1_GetUsageRequest__Input, _trading_runtime_v1_GetUsageResponse__Input, _trading_runtime_v1_GetUsageRequest, _trading_runtime_v1_GetUsageResponse>
  ListBacktestTrades: MethodDefinition<_trading_runtime_v1_ListBacktestTradesRequest__Input, _trading_runtime_v1_ListBacktestTradesResponse__Input, _trading_runtime_v1_ListBacktestTradesRequest, _trading_runtime_v1_ListBacktestTradesResponse>
  ListBacktests: MethodDefinition<_trading_runtime_v1_ListBacktestsRequest__Input, _trading_runtime_v1_ListBacktestsResponse__Input, _trading_runtime_v1_ListBacktestsRequest, _trading_runtime_v1_ListBacktestsResponse>
  ListFrameworks: MethodDefinition<_trading_runtime_v1_ListFrameworksRequest__Input, _trading_runtime_v1_ListFrameworksResponse__Input, _trading_runtime_v1_ListFrameworksRequest, _trading_runtime_v1_ListFrameworksResponse>
}
