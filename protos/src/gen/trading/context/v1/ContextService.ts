// Original file: trading/context/v1/context.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchGetMarketsRequest__Input as _trading_context_v1_BatchGetMarketsRequest__Input, BatchGetMarketsRequest as _trading_context_v1_BatchGetMarketsRequest } from '../../../trading/context/v1/BatchGetMarketsRequest.js';
import type { BatchGetMarketsResponse__Input as _trading_context_v1_BatchGetMarketsResponse__Input, BatchGetMarketsResponse as _trading_context_v1_BatchGetMarketsResponse } from '../../../trading/context/v1/BatchGetMarketsResponse.js';
import type { BatchGetSnapshotsRequest__Input as _trading_context_v1_BatchGetSnapshotsRequest__Input, BatchGetSnapshotsRequest as _trading_context_v1_BatchGetSnapshotsRequest } from '../../../trading/context/v1/BatchGetSnapshotsRequest.js';
import type { BatchGetSnapshotsResponse__Input as _trading_context_v1_BatchGetSnapshotsResponse__Input, BatchGetSnapshotsResponse as _trading_context_v1_BatchGetSnapshotsResponse } from '../../../trading/context/v1/BatchGetSnapshotsResponse.js';
import type { BatchGetTickersRequest__Input as _trading_context_v1_BatchGetTickersRequest__Input, BatchGetTickersRequest as _trading_context_v1_BatchGetTickersRequest } from '../../../trading/context/v1/BatchGetTickersRequest.js';
import type { BatchGetTickersResponse__Input as _trading_context_v1_BatchGetTickersResponse__Input, BatchGetTickersResponse as _trading_context_v1_BatchGetTickersResponse } from '../../../trading/context/v1/BatchGetTickersResponse.js';
import type { GetBacktestDatasetRequest__Input as _trading_context_v1_GetBacktestDatasetRequest__Input, GetBacktestDatasetRequest as _trading_context_v1_GetBacktestDatasetRequest } from '../../../trading/context/v1/GetBacktestDatasetRequest.js';
import type { GetBacktestDatasetResponse__Input as _trading_context_v1_GetBacktestDatasetResponse__Input, GetBacktestDatasetResponse as _trading_context_v1_GetBacktestDatasetResponse } from '../../../trading/context/v1/GetBacktestDatasetResponse.js';
import type { GetLeaderboardRequest__Input as _trading_context_v1_GetLeaderboardRequest__Input, GetLeaderboardRequest as _trading_context_v1_GetLeaderboardRequest } from '../../../trading/context/v1/GetLeaderboardRequest.js';
import type { GetLeaderboardResponse__Input as _trading_context_v1_GetLeaderboardResponse__Input, GetLeaderboardResponse as _trading_context_v1_GetLeaderboardResponse } from '../../../trading/context/v1/GetLeaderboardResponse.js';
import type { GetMarketRequest__Input as _trading_context_v1_GetMarketRequest__Input, GetMarketRequest as _trading_context_v1_GetMarketRequest } from '../../../trading/context/v1/GetMarketRequest.js';
import type { GetMarketResponse__Input as _trading_context_v1_GetMarketResponse__Input, GetMarketResponse as _trading_context_v1_GetMarketResponse } from '../../../trading/context/v1/GetMarketResponse.js';
import type { GetScanRequest__Input as _trading_context_v1_GetScanRequest__Input, GetScanRequest as _trading_context_v1_GetScanRequest } from '../../../trading/context/v1/GetScanRequest.js';
import type { GetScanResponse__Input as _trading_context_v1_GetScanResponse__Input, GetScanResponse as _trading_context_v1_GetScanResponse } from '../../../trading/context/v1/GetScanResponse.js';
import type { GetSetupRequest__Input as _trading_context_v1_GetSetupRequest__Input, GetSetupRequest as _trading_context_v1_GetSetupRequest } from '../../../trading/context/v1/GetSetupRequest.js';
import type { GetSetupResponse__Input as _trading_context_v1_GetSetupResponse__Input, GetSetupResponse as _trading_context_v1_GetSetupResponse } from '../../../trading/context/v1/GetSetupResponse.js';
import type { ListCandlesRequest__Input as _trading_context_v1_ListCandlesRequest__Input, ListCandlesRequest as _trading_context_v1_ListCandlesRequest } from '../../../trading/context/v1/ListCandlesRequest.js';
import type { ListCandlesResponse__Input as _trading_context_v1_ListCandlesResponse__Input, ListCandlesResponse as _trading_context_v1_ListCandlesResponse } from '../../../trading/context/v1/ListCandlesResponse.js';
import type { ListDatasetsRequest__Input as _trading_context_v1_ListDatasetsRequest__Input, ListDatasetsRequest as _trading_context_v1_ListDatasetsRequest } from '../../../trading/context/v1/ListDatasetsRequest.js';
import type { ListDatasetsResponse__Input as _trading_context_v1_ListDatasetsResponse__Input, ListDatasetsResponse as _trading_context_v1_ListDatasetsResponse } from '../../../trading/context/v1/ListDatasetsResponse.js';
import type { ListFundingRequest__Input as _trading_context_v1_ListFundingRequest__Input, ListFundingRequest as _trading_context_v1_ListFundingRequest } from '../../../trading/context/v1/ListFundingRequest.js';
import type { ListFundingResponse__Input as _trading_context_v1_ListFundingResponse__Input, ListFundingResponse as _trading_context_v1_ListFundingResponse } from '../../../trading/context/v1/ListFundingResponse.js';
import type { ListMarketsRequest__Input as _trading_context_v1_ListMarketsRequest__Input, ListMarketsRequest as _trading_context_v1_ListMarketsRequest } from '../../../trading/context/v1/ListMarketsRequest.js';
import type { ListMarketsResponse__Input as _trading_context_v1_ListMarketsResponse__Input, ListMarketsResponse as _trading_context_v1_ListMarketsResponse } from '../../../trading/context/v1/ListMarketsResponse.js';
import type { ListVenuesRequest__Input as _trading_context_v1_ListVenuesRequest__Input, ListVenuesRequest as _trading_context_v1_ListVenuesRequest } from '../../../trading/context/v1/ListVenuesRequest.js';
import type { ListVenuesResponse__Input as _trading_context_v1_ListVenuesResponse__Input, ListVenuesResponse as _trading_context_v1_ListVenuesResponse } from '../../../trading/context/v1/ListVenuesResponse.js';
import type { ResolveHistoryRequest__Input as _trading_context_v1_ResolveHistoryRequest__Input, ResolveHistoryRequest as _trading_context_v1_ResolveHistoryRequest } from '../../../trading/context/v1/ResolveHistoryRequest.js';
import type { ResolveHistoryResponse__Input as _trading_context_v1_ResolveHistoryResponse__Input, ResolveHistoryResponse as _trading_context_v1_ResolveHistoryResponse } from '../../../trading/context/v1/ResolveHistoryResponse.js';

/**
 * Markets, candles, funding and datasets.
 */
export interface ContextServiceClient extends grpc.Client {
  /**
   * Markets by reference, in the order asked; an unknown one is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable, context_upstream_unavailable.
   */
  BatchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  BatchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  BatchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  BatchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  /**
   * Markets by reference, in the order asked; an unknown one is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable, context_upstream_unavailable.
   */
  batchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  batchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  batchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  batchGetMarkets(argument: _trading_context_v1_BatchGetMarketsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetMarketsResponse>): grpc.ClientUnaryCall;
  
  /**
   * What the last round found out about markets; those of which it found nothing are absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  BatchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  BatchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  BatchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  BatchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  /**
   * What the last round found out about markets; those of which it found nothing are absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  batchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  batchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  batchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  batchGetSnapshots(argument: _trading_context_v1_BatchGetSnapshotsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetSnapshotsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The prices of markets as their venues show them now, at most 5 seconds old (60 of markets on a builder's own exchange), in any order;
   * an unknown market, and one that its venue shows no prices of, is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  BatchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  BatchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  BatchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  BatchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  /**
   * The prices of markets as their venues show them now, at most 5 seconds old (60 of markets on a builder's own exchange), in any order;
   * an unknown market, and one that its venue shows no prices of, is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  batchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  batchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  batchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  batchGetTickers(argument: _trading_context_v1_BatchGetTickersRequest__Input, callback: grpc.requestCallback<_trading_context_v1_BatchGetTickersResponse>): grpc.ClientUnaryCall;
  
  /**
   * What a backtest of one market would be run on: its latest release, or why there is none. Errors: invalid_request (also a venue
   * without releases), symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable,
   * context_upstream_unavailable where only the venue knows which market a token is of.
   */
  GetBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  GetBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  GetBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  GetBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  /**
   * What a backtest of one market would be run on: its latest release, or why there is none. Errors: invalid_request (also a venue
   * without releases), symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable,
   * context_upstream_unavailable where only the venue knows which market a token is of.
   */
  getBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  getBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  getBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  getBacktestDataset(argument: _trading_context_v1_GetBacktestDatasetRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetBacktestDatasetResponse>): grpc.ClientUnaryCall;
  
  /**
   * The paper deployments that their owners let everybody see. Errors: leaderboard_store_unavailable.
   */
  GetLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  GetLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  GetLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  GetLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  /**
   * The paper deployments that their owners let everybody see. Errors: leaderboard_store_unavailable.
   */
  getLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  getLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  getLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  getLeaderboard(argument: _trading_context_v1_GetLeaderboardRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetLeaderboardResponse>): grpc.ClientUnaryCall;
  
  /**
   * One market. Errors: invalid_request, symbol_not_canonical, market_not_found, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  GetMarket(argument: _trading_context_v1_GetMarketRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  GetMarket(argument: _trading_context_v1_GetMarketRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  GetMarket(argument: _trading_context_v1_GetMarketRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  GetMarket(argument: _trading_context_v1_GetMarketRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  /**
   * One market. Errors: invalid_request, symbol_not_canonical, market_not_found, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  getMarket(argument: _trading_context_v1_GetMarketRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  getMarket(argument: _trading_context_v1_GetMarketRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  getMarket(argument: _trading_context_v1_GetMarketRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  getMarket(argument: _trading_context_v1_GetMarketRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetMarketResponse>): grpc.ClientUnaryCall;
  
  /**
   * The markets that the last round noticed, best first. It asks no venue. Errors: invalid_request, context_store_unavailable, also
   * before the first round.
   */
  GetScan(argument: _trading_context_v1_GetScanRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  GetScan(argument: _trading_context_v1_GetScanRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  GetScan(argument: _trading_context_v1_GetScanRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  GetScan(argument: _trading_context_v1_GetScanRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  /**
   * The markets that the last round noticed, best first. It asks no venue. Errors: invalid_request, context_store_unavailable, also
   * before the first round.
   */
  getScan(argument: _trading_context_v1_GetScanRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  getScan(argument: _trading_context_v1_GetScanRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  getScan(argument: _trading_context_v1_GetScanRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  getScan(argument: _trading_context_v1_GetScanRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetScanResponse>): grpc.ClientUnaryCall;
  
  /**
   * How a market stood in the last round, by its symbol alone: every venue spells symbols in a way of its own. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, context_store_unavailable, also before the first round.
   */
  GetSetup(argument: _trading_context_v1_GetSetupRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  GetSetup(argument: _trading_context_v1_GetSetupRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  GetSetup(argument: _trading_context_v1_GetSetupRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  GetSetup(argument: _trading_context_v1_GetSetupRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  /**
   * How a market stood in the last round, by its symbol alone: every venue spells symbols in a way of its own. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, context_store_unavailable, also before the first round.
   */
  getSetup(argument: _trading_context_v1_GetSetupRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  getSetup(argument: _trading_context_v1_GetSetupRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  getSetup(argument: _trading_context_v1_GetSetupRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  getSetup(argument: _trading_context_v1_GetSetupRequest__Input, callback: grpc.requestCallback<_trading_context_v1_GetSetupResponse>): grpc.ClientUnaryCall;
  
  /**
   * Closed candles in ascending order unless asked otherwise: stored ones, then the newest from the venue. Without a first time they are
   * the newest ones, and no page follows unless the newest come first. Where the venue has no
   * table of the timeframe they are made of the next finer one: of those finer candles that there are. A candle that opened before
   * the first stored finer one is left out, and one in which there are none. Errors: invalid_request, invalid_cursor,
   * symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListCandles(argument: _trading_context_v1_ListCandlesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  ListCandles(argument: _trading_context_v1_ListCandlesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  ListCandles(argument: _trading_context_v1_ListCandlesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  ListCandles(argument: _trading_context_v1_ListCandlesRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  /**
   * Closed candles in ascending order unless asked otherwise: stored ones, then the newest from the venue. Without a first time they are
   * the newest ones, and no page follows unless the newest come first. Where the venue has no
   * table of the timeframe they are made of the next finer one: of those finer candles that there are. A candle that opened before
   * the first stored finer one is left out, and one in which there are none. Errors: invalid_request, invalid_cursor,
   * symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  listCandles(argument: _trading_context_v1_ListCandlesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  listCandles(argument: _trading_context_v1_ListCandlesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  listCandles(argument: _trading_context_v1_ListCandlesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  listCandles(argument: _trading_context_v1_ListCandlesRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListCandlesResponse>): grpc.ClientUnaryCall;
  
  /**
   * The stored history, ordered by venue and symbol. Errors: invalid_request, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  ListDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  ListDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  ListDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  /**
   * The stored history, ordered by venue and symbol. Errors: invalid_request, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  listDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  listDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  listDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  listDatasets(argument: _trading_context_v1_ListDatasetsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListDatasetsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Hourly funding in ascending order unless asked otherwise; without a first time the newest, as of candles. Errors: invalid_request, invalid_cursor, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListFunding(argument: _trading_context_v1_ListFundingRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  ListFunding(argument: _trading_context_v1_ListFundingRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  ListFunding(argument: _trading_context_v1_ListFundingRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  ListFunding(argument: _trading_context_v1_ListFundingRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  /**
   * Hourly funding in ascending order unless asked otherwise; without a first time the newest, as of candles. Errors: invalid_request, invalid_cursor, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  listFunding(argument: _trading_context_v1_ListFundingRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  listFunding(argument: _trading_context_v1_ListFundingRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  listFunding(argument: _trading_context_v1_ListFundingRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  listFunding(argument: _trading_context_v1_ListFundingRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListFundingResponse>): grpc.ClientUnaryCall;
  
  /**
   * Markets by free text over venue, symbol and name. Errors: invalid_request, invalid_cursor, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  ListMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  ListMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  ListMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  ListMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  /**
   * Markets by free text over venue, symbol and name. Errors: invalid_request, invalid_cursor, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  listMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  listMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  listMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  listMarkets(argument: _trading_context_v1_ListMarketsRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListMarketsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Every venue with what the platform can do there.
   */
  ListVenues(argument: _trading_context_v1_ListVenuesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  ListVenues(argument: _trading_context_v1_ListVenuesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  ListVenues(argument: _trading_context_v1_ListVenuesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  ListVenues(argument: _trading_context_v1_ListVenuesRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  /**
   * Every venue with what the platform can do there.
   */
  listVenues(argument: _trading_context_v1_ListVenuesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  listVenues(argument: _trading_context_v1_ListVenuesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  listVenues(argument: _trading_context_v1_ListVenuesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  listVenues(argument: _trading_context_v1_ListVenuesRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ListVenuesResponse>): grpc.ClientUnaryCall;
  
  /**
   * The stored objects that hold a window of the history that a backtest reads, also of a market that is closed by now: of a venue
   * with releases those of the latest release of each market, of any other those of its tables. Every candle that opens and closes
   * inside the window must be stored, and every funding payment inside it where funding is asked for; what is missing before it is
   * not looked at. It asks the venue nothing, and is cheap enough to be called for a single table while a run waits. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, data_unavailable with details {symbol, table, timeframe, coverage: {from,
   * to} or null, gap: {from, to} where rows are missing inside the coverage} and a message that says the same in words,
   * context_store_unavailable with details {object} where one is missing or corrupted.
   */
  ResolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  ResolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  ResolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  ResolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  /**
   * The stored objects that hold a window of the history that a backtest reads, also of a market that is closed by now: of a venue
   * with releases those of the latest release of each market, of any other those of its tables. Every candle that opens and closes
   * inside the window must be stored, and every funding payment inside it where funding is asked for; what is missing before it is
   * not looked at. It asks the venue nothing, and is cheap enough to be called for a single table while a run waits. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, data_unavailable with details {symbol, table, timeframe, coverage: {from,
   * to} or null, gap: {from, to} where rows are missing inside the coverage} and a message that says the same in words,
   * context_store_unavailable with details {object} where one is missing or corrupted.
   */
  resolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  resolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  resolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  resolveHistory(argument: _trading_context_v1_ResolveHistoryRequest__Input, callback: grpc.requestCallback<_trading_context_v1_ResolveHistoryResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Markets, candles, funding and datasets.
 */
export interface ContextServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Markets by reference, in the order asked; an unknown one is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable, context_upstream_unavailable.
   */
  BatchGetMarkets: grpc.handleUnaryCall<_trading_context_v1_BatchGetMarketsRequest, _trading_context_v1_BatchGetMarketsResponse__Input>;
  
  /**
   * What the last round found out about markets; those of which it found nothing are absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  BatchGetSnapshots: grpc.handleUnaryCall<_trading_context_v1_BatchGetSnapshotsRequest, _trading_context_v1_BatchGetSnapshotsResponse__Input>;
  
  /**
   * The prices of markets as their venues show them now, at most 5 seconds old (60 of markets on a builder's own exchange), in any order;
   * an unknown market, and one that its venue shows no prices of, is absent. At most 200. Errors: invalid_request,
   * context_store_unavailable.
   */
  BatchGetTickers: grpc.handleUnaryCall<_trading_context_v1_BatchGetTickersRequest, _trading_context_v1_BatchGetTickersResponse__Input>;
  
  /**
   * What a backtest of one market would be run on: its latest release, or why there is none. Errors: invalid_request (also a venue
   * without releases), symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable,
   * context_upstream_unavailable where only the venue knows which market a token is of.
   */
  GetBacktestDataset: grpc.handleUnaryCall<_trading_context_v1_GetBacktestDatasetRequest, _trading_context_v1_GetBacktestDatasetResponse__Input>;
  
  /**
   * The paper deployments that their owners let everybody see. Errors: leaderboard_store_unavailable.
   */
  GetLeaderboard: grpc.handleUnaryCall<_trading_context_v1_GetLeaderboardRequest, _trading_context_v1_GetLeaderboardResponse__Input>;
  
  /**
   * One market. Errors: invalid_request, symbol_not_canonical, market_not_found, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  GetMarket: grpc.handleUnaryCall<_trading_context_v1_GetMarketRequest, _trading_context_v1_GetMarketResponse__Input>;
  
  /**
   * The markets that the last round noticed, best first. It asks no venue. Errors: invalid_request, context_store_unavailable, also
   * before the first round.
   */
  GetScan: grpc.handleUnaryCall<_trading_context_v1_GetScanRequest, _trading_context_v1_GetScanResponse__Input>;
  
  /**
   * How a market stood in the last round, by its symbol alone: every venue spells symbols in a way of its own. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, context_store_unavailable, also before the first round.
   */
  GetSetup: grpc.handleUnaryCall<_trading_context_v1_GetSetupRequest, _trading_context_v1_GetSetupResponse__Input>;
  
  /**
   * Closed candles in ascending order unless asked otherwise: stored ones, then the newest from the venue. Without a first time they are
   * the newest ones, and no page follows unless the newest come first. Where the venue has no
   * table of the timeframe they are made of the next finer one: of those finer candles that there are. A candle that opened before
   * the first stored finer one is left out, and one in which there are none. Errors: invalid_request, invalid_cursor,
   * symbol_not_canonical, market_not_found, feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListCandles: grpc.handleUnaryCall<_trading_context_v1_ListCandlesRequest, _trading_context_v1_ListCandlesResponse__Input>;
  
  /**
   * The stored history, ordered by venue and symbol. Errors: invalid_request, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListDatasets: grpc.handleUnaryCall<_trading_context_v1_ListDatasetsRequest, _trading_context_v1_ListDatasetsResponse__Input>;
  
  /**
   * Hourly funding in ascending order unless asked otherwise; without a first time the newest, as of candles. Errors: invalid_request, invalid_cursor, symbol_not_canonical, market_not_found,
   * feature_not_available, context_store_unavailable, context_upstream_unavailable.
   */
  ListFunding: grpc.handleUnaryCall<_trading_context_v1_ListFundingRequest, _trading_context_v1_ListFundingResponse__Input>;
  
  /**
   * Markets by free text over venue, symbol and name. Errors: invalid_request, invalid_cursor, feature_not_available (a planned venue),
   * context_store_unavailable, context_upstream_unavailable.
   */
  ListMarkets: grpc.handleUnaryCall<_trading_context_v1_ListMarketsRequest, _trading_context_v1_ListMarketsResponse__Input>;
  
  /**
   * Every venue with what the platform can do there.
   */
  ListVenues: grpc.handleUnaryCall<_trading_context_v1_ListVenuesRequest, _trading_context_v1_ListVenuesResponse__Input>;
  
  /**
   * The stored objects that hold a window of the history that a backtest reads, also of a market that is closed by now: of a venue
   * with releases those of the latest release of each market, of any other those of its tables. Every candle that opens and closes
   * inside the window must be stored, and every funding payment inside it where funding is asked for; what is missing before it is
   * not looked at. It asks the venue nothing, and is cheap enough to be called for a single table while a run waits. Errors:
   * invalid_request, symbol_not_canonical, market_not_found, data_unavailable with details {symbol, table, timeframe, coverage: {from,
   * to} or null, gap: {from, to} where rows are missing inside the coverage} and a message that says the same in words,
   * context_store_unavailable with details {object} where one is missing or corrupted.
   */
  ResolveHistory: grpc.handleUnaryCall<_trading_context_v1_ResolveHistoryRequest, _trading_context_v1_ResolveHistoryResponse__Input>;
  
}

export interface ContextServiceDefinition extends grpc.ServiceDefinition {
  BatchGetMarkets: MethodDefinition<_trading_context_v1_BatchGetMarketsRequest__Input, _trading_context_v1_BatchGetMarketsResponse__Input, _trading_context_v1_BatchGetMarketsRequest, _trading_context_v1_BatchGetMarketsResponse>
  BatchGetSnapshots: MethodDefinition<_trading_context_v1_BatchGetSnapshotsRequest__Input, _trading_context_v1_BatchGetSnapshotsResponse__Input, _trading_context_v1_BatchGetSnapshotsRequest, _trading_context_v1_BatchGetSnapshotsResponse>
  BatchGetTickers: MethodDefinition<_trading_context_v1_BatchGetTickersRequest__Input, _trading_context_v1_BatchGetTickersResponse__Input, _trading_context_v1_BatchGetTickersRequest, _trading_context_v1_BatchGetTickersResponse>
  GetBacktestDataset: MethodDefinition<_trading_context_v1_GetBacktestDatasetRequest__Input, _trading_context_v1_GetBacktestDatasetResponse__Input, _trading_context_v1_GetBacktestDatasetRequest, _trading_context_v1_GetBacktestDatasetResponse>
  GetLeaderboard: MethodDefinition<_trading_context_v1_GetLeaderboardRequest__Input, _trading_context_v1_GetLeaderboardResponse__Input, _trading_context_v1_GetLeaderboardRequest, _trading_context_v1_GetLeaderboardResponse>
  GetMarket: MethodDefinition<_trading_context_v1_GetMarketRequest__Input, _trading_context_v1_GetMarketResponse__Input, _trading_context_v1_GetMarketRequest, _trading_context_v1_GetMarketResponse>
  GetScan: MethodDefinition<_trading_context_v1_GetScanRequest__Input, _trading_context_v1_GetScanResponse__Input, _trading_context_v1_GetScanRequest, _trading_context_v1_GetScanResponse>
  GetSetup: MethodDefinition<_trading_context_v1_GetSetupRequest__Input, _trading_context_v1_GetSetupResponse__Input, _trading_context_v1_GetSetupRequest, _trading_context_v1_GetSetupResponse>
  ListCandles: MethodDefinition<_trading_context_v1_ListCandlesRequest__Input, _trading_context_v1_ListCandlesResponse__Input, _trading_context_v1_ListCandlesRequest, _trading_context_v1_ListCandlesResponse>
  ListDatasets: MethodDefinition<_trading_context_v1_ListDatasetsRequest__Input, _trading_context_v1_ListDatasetsResponse__Input, _trading_context_v1_ListDatasetsRequest, _trading_context_v1_ListDatasetsResponse>
  ListFunding: MethodDefinition<_trading_context_v1_ListFundingRequest__Input, _trading_context_v1_ListFundingResponse__Input, _trading_context_v1_ListFundingRequest, _trading_context_v1_ListFundingResponse>
  ListMarkets: MethodDefinition<_trading_context_v1_ListMarketsRequest__Input, _trading_context_v1_ListMarketsResponse__Input, _trading_context_v1_ListMarketsRequest, _trading_context_v1_ListMarketsResponse>
  ListVenues: MethodDefinition<_trading_context_v1_ListVenuesRequest__Input, _trading_context_v1_ListVenuesResponse__Input, _trading_context_v1_ListVenuesRequest, _trading_context_v1_ListVenuesResponse>
  ResolveHistory: MethodDefinition<_trading_context_v1_ResolveHistoryRequest__Input, _trading_context_v1_ResolveHistoryResponse__Input, _trading_context_v1_ResolveHistoryRequest, _trading_context_v1_ResolveHistoryResponse>
}
