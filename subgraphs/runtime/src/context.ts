import { isErrorCode, PlatformError } from '@platform/errors';
import type { GetBacktestLogsResponse, RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import DataLoader from 'dataloader';
import { Allowance } from './allowance.js';
import { toDeployment } from './deployment-mapping.js';
import { toBacktest } from './mapping.js';
import type { Backtest, BacktestStrategy } from './schema/backtest.js';
import type { Deployment, DeploymentStrategy } from './schema/deployment.js';
import type { BacktestResultLink } from './schema/result-file.js';

type RuntimeClient = GrpcClient<RuntimeServiceDefinition>;

const BATCH_SIZE_MAX = 100;
const TRADES_A_REQUEST_MAX = 2_000;
/** A log is a mebibyte at most. */
const LOGS_A_REQUEST_MAX = 4;
/** Of deployments, in tails of logs. */
const TAIL_LINES_A_REQUEST_MAX = 5_000;
/** What a deployment was worth in ninety days is 26,000 points. */
const EQUITY_A_REQUEST_MAX = 4;
/** Each compares thousands of trades. */
const PARITY_A_REQUEST_MAX = 2;
/** Each reads a log. */
const DIAGNOSES_A_REQUEST_MAX = 10;
/** Each starts a process. */
const STRATEGY_CHECKS_A_REQUEST_MAX = 2;
/** Below deployments. */
const BACKTESTS_A_REQUEST_MAX = 1_000;
/** As many as one call returns: code and config are 320 KiB at most, and a call returns 4 MiB of them. */
const STRATEGIES_A_REQUEST_MAX = BATCH_SIZE_MAX;
/** Of deployments: a page of a list. */
const DEPLOYMENT_STRATEGIES_A_REQUEST_MAX = 100;
/** As many as the service answers at once. */
const DEPLOYMENT_STRATEGIES_A_CALL_MAX = 10;

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
  /** What the caller's backtests were given to run, by their ids, many in one call. Rejects beyond what one document may request. */
  readonly strategies: DataLoader<string, BacktestStrategy>;
  /** New links to the result files of the caller's backtests by their ids, many in one call; null if there is no file. */
  readonly resultLinks: DataLoader<string, BacktestResultLink | null>;
  /** The caller's deployments by id, many in one call; null if there is none. */
  readonly deployments: DataLoader<string, Deployment | null>;
  /** What they run, some in one call; null for a deleted one. Rejects beyond the number that one document may request. */
  readonly deploymentStrategies: DataLoader<string, DeploymentStrategy | null>;
  readonly deploymentLogAllowance: Allowance;
  readonly tailAllowance: Allowance;
  readonly equityAllowance: Allowance;
  readonly parityAllowance: Allowance;
  readonly diagnosisAllowance: Allowance;
  readonly backtestAllowance: Allowance;
  readonly strategyCheckAllowance: Allowance;
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
  const deployments = new DataLoader<string, Deployment | null>(
    async (ids) => {
      const response = await client.batchGetDeployments({ ids: [...ids] }, call);
      const found = new Map(response.deployments.map((message) => [message.id, toDeployment(message)]));
      const unread = new Map(response.unread.map(({ id, code }) => [id, refusalOf(code)]));
      return ids.map((id) => found.get(id) ?? unread.get(id) ?? null);
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
  const deploymentStrategyAllowance = new Allowance(DEPLOYMENT_STRATEGIES_A_REQUEST_MAX, 'strategies', 'strategy');
  const deploymentStrategies = new DataLoader<string, DeploymentStrategy | null>(
    async (ids) => {
      deploymentStrategyAllowance.take(ids.length);
      const { strategies } = await client.batchGetDeploymentStrategies({ ids: [...ids] }, call);
      const found = new Map(strategies.map(({ id, ...strategy }) => [id, strategy]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: DEPLOYMENT_STRATEGIES_A_CALL_MAX },
  );
  const deploymentLogAllowance = new Allowance(LOGS_A_REQUEST_MAX, 'logs', 'logs');
  const allowances = {
    ...{ tradeAllowance, deploymentLogAllowance },
    tailAllowance: new Allowance(TAIL_LINES_A_REQUEST_MAX, 'lines', 'lines'),
    equityAllowance: new Allowance(EQUITY_A_REQUEST_MAX, 'curves', 'equity'),
    parityAllowance: new Allowance(PARITY_A_REQUEST_MAX, 'reports', 'parity'),
    diagnosisAllowance: new Allowance(DIAGNOSES_A_REQUEST_MAX, 'diagnoses', 'diagnosis'),
    backtestAllowance: new Allowance(BACKTESTS_A_REQUEST_MAX, 'backtests', 'first'),
    strategyCheckAllowance: new Allowance(STRATEGY_CHECKS_A_REQUEST_MAX, 'strategies', 'code'),
  };
  const [strategies, resultLinks] = [strategyLoader(client, call), linkLoader(client, call)];
  const loaders = { backtests, logs, strategies, resultLinks, deployments, deploymentStrategies };
  return { ...request, client, call, ...loaders, ...allowances };
}

function linkLoader(client: RuntimeClient, call: CallOptions): DataLoader<string, BacktestResultLink | null> {
  return new DataLoader(
    async (wanted) => {
      const { ids, links } = await client.batchGetBacktestResultLinks({ ids: [...wanted] }, call);
      const found = new Map(ids.map((id, index) => [id, links[index]]));
      return wanted.map((id) => {
        const link = found.get(id);
        return link === undefined ? null : { token: link.token, expiresAt: new Date(link.expiresAtMs) };
      });
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
}

function strategyLoader(client: RuntimeClient, call: CallOptions): DataLoader<string, BacktestStrategy> {
  const allowance = new Allowance(STRATEGIES_A_REQUEST_MAX, 'strategies', 'strategy');
  return new DataLoader(
    async (wanted) => {
      allowance.take(wanted.length);
      const { ids, strategies } = await client.batchGetBacktestStrategies({ ids: [...wanted] }, call);
      const found = new Map(ids.map((id, index) => [id, strategies[index]]));
      // One that is not there says itself why.
      return Promise.all(wanted.map((id) => found.get(id) ?? strategyAlone(client, call, id)));
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
}

async function strategyAlone(client: RuntimeClient, call: CallOptions, id: string): Promise<BacktestStrategy | Error> {
  try {
    const { strategy } = await client.getBacktestStrategy({ id }, call);
    return strategy ?? new Error('the runtime service returned no strategy');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Why one record of a batch can't be read. */
function refusalOf(code: string): Error {
  return isErrorCode(code) ? new PlatformError(code) : new Error(`the runtime service answered the code ${code}`);
}
