import { PlatformError } from '@platform/errors';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import { marketId, type SubgraphRequest } from '@platform/rpc/subgraph';
import DataLoader from 'dataloader';
import { toDataset, toMarket, toTicker } from './mapping.js';
import type { Dataset } from './schema/dataset.js';
import type { Market } from './schema/market.js';
import type { Ticker } from './schema/ticker.js';
import { type MarketSnapshot, toMarketSnapshot } from './snapshot-mapping.js';

type ContextClient = GrpcClient<ContextServiceDefinition>;

/** Key of a market. */
export type MarketKey = Pick<Market, 'venue' | 'symbol'>;

type Loader<Result> = DataLoader<MarketKey, Result | null, string>;

const BATCH_SIZE_MAX = 200;

/** Context of the resolvers, created once per request. */
export interface ContextContext {
  readonly client: ContextClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** Markets, many in one call; null if there is none. */
  readonly markets: Loader<Market>;
  /** Loads datasets of markets in batches; null where nothing is stored. */
  readonly datasets: Loader<Dataset>;
  /** Loads computed snapshots of markets in batches; null where there is none. */
  readonly snapshots: Loader<MarketSnapshot>;
  /** Loads prices of markets in batches; null where the venue reports none, an error where it can't be read. */
  readonly tickers: Loader<Ticker>;
}

/** Returns the context of a request over a client of the context service. */
export function createContext<Request extends SubgraphRequest>(
  client: ContextClient,
  request: Request,
): Request & ContextContext {
  const call = { token: request.token, requestId: request.requestId };
  const markets = marketLoader(async (keys) => {
    const response = await client.batchGetMarkets({ references: [...keys] }, call);
    return response.markets.map(toMarket);
  });
  const datasets = marketLoader(async ([first, ...others]) => {
    const one = first !== undefined && others.length === 0;
    const response = await client.listDatasets(one ? { venue: first.venue, symbol: first.symbol } : {}, call);
    return response.datasets.map(toDataset);
  });
  const snapshots = marketLoader(async (keys) => {
    const response = await client.batchGetSnapshots({ references: [...keys] }, call);
    return response.snapshots.map(toMarketSnapshot);
  });
  return { ...request, client, call, markets, datasets, snapshots, tickers: tickerLoader(client, call) };
}

function tickerLoader(client: ContextClient, call: CallOptions): Loader<Ticker> {
  return new DataLoader<MarketKey, Ticker | null, string>(
    async (keys) => {
      const references = keys.map(({ venue, symbol }) => ({ venue, symbol }));
      const { tickers, unreadable } = await client.batchGetTickers({ references }, call);
      const found = new Map(tickers.map((ticker) => [marketId(ticker), toTicker(ticker)]));
      const failed = new Set(unreadable.map(marketId));
      return keys.map((key) => {
        const id = marketId(key);
        return failed.has(id) ? new PlatformError('context_upstream_unavailable') : (found.get(id) ?? null);
      });
    },
    { maxBatchSize: BATCH_SIZE_MAX, cacheKeyFn: marketId },
  );
}

function marketLoader<Result extends MarketKey>(
  load: (keys: readonly MarketKey[]) => Promise<Result[]>,
): Loader<Result> {
  return new DataLoader<MarketKey, Result | null, string>(
    async (keys) => {
      const found = new Map((await load(keys)).map((result) => [marketId(result), result]));
      return keys.map((key) => found.get(marketId(key)) ?? null);
    },
    { maxBatchSize: BATCH_SIZE_MAX, cacheKeyFn: marketId },
  );
}
