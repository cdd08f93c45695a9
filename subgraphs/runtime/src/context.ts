import type { GetBacktestLogsResponse, RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import DataLoader from 'dataloader';
import { Allowance } from './allowance.js';
import { toBacktest } from './mapping.js';
import type { Backtest } from './schema/backtest.js';

type RuntimeClient = GrpcClient<RuntimeServiceDefinition>;

const BATCH_SIZE_MAX = 100;
const TRADES_A_REQUEST_MAX = 2_000;
/** A log is a mebibyte at most. */
const LOGS_A_REQUEST_MAX = 4;
/** Code and config are 320 KiB at most. */
const STRATEGIES_A_REQUEST_MAX = 10;

/** Context of the resolvers, created once per request. */
export interface RuntimeContext extends SubgraphRequest {
  readonly client: RuntimeClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** The caller's backtests by id, many in one call; null if there is none. */
  readonly backtests: DataLoader<string, Backtest | null>;
  readonly tradeAllowance: Allowance;
  /** Logs of backtests by id, read once for all fields of a log. Rejects beyond the number of logs that one document may request. */
  readonly logs: DataLoader<string, GetBacktestLogsResponse>;
  readonly strategyAllowance: Allowance;
}

/** Returns the context of a request over a client of the runtime service. */
export function createContext(client: RuntimeClient, request: SubgraphRequest): RuntimeContext {
  const call = { token: request.token, requestId: request.requestId };
  const backtests = new DataLoader<string, Backtest | null>(
    async (ids) => {
      const response = await client.batchGetBacktests({ ids: [...ids] }, call);
      const found = new Map(response.backtests.map((message) => [message.id, toBacktest(message)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
  const tradeAllowance = new Allowance(TRADES_A_REQUEST_MAX, 'trades', 'first');
  const logAllowance = new Allowance(LOGS_A_REQUEST_MAX, 'logs', 'logs');
  const logs = new DataLoader<string, GetBacktestLogsResponse>(
    async ([id = '']) => {
      logAllowance.take(1);
      return [await client.getBacktestLogs({ id }, call)];
    },
    { maxBatchSize: 1 },
  );
  const strategyAllowance = new Allowance(STRATEGIES_A_REQUEST_MAX, 'strategies', 'strategy');
  return { ...request, client, call, backtests, tradeAllowance, logs, strategyAllowance };
}
