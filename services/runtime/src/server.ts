import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import { type AccessTable, type CallContext, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { BacktestCreation, CreationCall } from './backtests/creation.js';
import { type ListCursors, listBacktests, listTrades } from './backtests/listing.js';
import type { ProcessorTime } from './backtests/processor-time.js';
import type { BacktestStore } from './backtests/store.js';
import { requireBatch } from './batch.js';
import { type DeploymentParts, deploymentAccess, deploymentHandlers } from './deployments/handlers.js';
import { leaderboardAccess, leaderboardHandlers } from './deployments/leaderboard/index.js';
import { everyVersion, type Frameworks } from './frameworks/versions.js';
import { toBacktestMessage, toCheckMessage, toFrameworkMessage, toSummaryMessage, toTradeMessage } from './messages.js';
import type { BacktestStorage } from './records/storage.js';
import { type ResultFileParts, resultFileAccess, resultFileHandlers } from './result-files.js';
import type { BacktestWorkers } from './workers/backtests.js';

/** Who may call what: reading needs any key, starting or stopping a run needs a key that may write. */
export const runtimeAccess: AccessTable<RuntimeServiceDefinition> = {
  ListFrameworks: { users: 'read' },
  CreateBacktest: { users: 'write' },
  CheckStrategy: { users: 'read' },
  StartBacktest: { users: 'write' },
  BatchGetBacktests: { users: 'read' },
  ListBacktests: { users: 'read' },
  CancelBacktest: { users: 'write' },
  DeleteBacktest: { users: 'write' },
  GetBacktestStrategy: { users: 'read' },
  BatchGetBacktestStrategies: { users: 'read' },
  GetBacktestLogs: { users: 'read' },
  ListBacktestTrades: { users: 'read' },
  GetUsage: { users: 'read' },
  ...resultFileAccess,
  ...deploymentAccess,
  ...leaderboardAccess,
};

/** The dependencies of the handlers. */
export interface RuntimeParts {
  readonly frameworks: Frameworks;
  readonly creation: BacktestCreation;
  readonly store: BacktestStore;
  readonly storage: BacktestStorage;
  readonly workers: BacktestWorkers;
  readonly cursors: ListCursors;
  readonly links: ResultFileParts['links'];
  readonly limits: {
    readonly concurrentBacktests: number;
    readonly queuedBacktests: number;
    readonly runningDeployments: number;
    /** Processor seconds that backtests of one account may use within an hour. */
    readonly processorSecondsPerHour: number;
    /** What an account's backtests may hold in the store, in bytes. */
    readonly storedBytes: number;
  };
  readonly processorTime: ProcessorTime;
  readonly deployments: DeploymentParts;
}

/** The handlers of `trading.runtime.v1`. */
export function runtimeHandlers(parts: RuntimeParts): Handlers<RuntimeServiceDefinition> {
  const { creation, store, storage, workers, cursors, limits, processorTime, deployments } = parts;
  return {
    ListFrameworks: async () => ({
      frameworks: everyVersion(parts.frameworks).map((version) => toFrameworkMessage(version.describe())),
    }),
    CreateBacktest: async (request, context) => {
      const { backtest, replayed } = await creation.create(request, callOf(context));
      return { backtest: toBacktestMessage(backtest), replayed };
    },
    CheckStrategy: async (request, context) => ({
      check: toCheckMessage(await creation.check(request, callOf(context))),
    }),
    StartBacktest: async ({ id }, context) => {
      const { backtest, wasHeld } = await store.start(accountOf(context), id);
      if (wasHeld) workers.wake();
      return { backtest: toBacktestMessage(backtest), wasHeld };
    },
    BatchGetBacktests: async ({ ids }, context) => {
      requireBatch(ids);
      const backtests = await store.findMany(accountOf(context), ids);
      return { backtests: backtests.map(toBacktestMessage) };
    },
    ListBacktests: async (request, context) => {
      const page = await listBacktests(store, cursors, accountOf(context), request);
      return {
        backtests: page.items.map(toSummaryMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
    CancelBacktest: async ({ id }, context) => {
      const { backtest, effects } = await store.cancel(accountOf(context), id);
      if (effects.includes('stop_run')) workers.cancel(id);
      return { backtest: toBacktestMessage(backtest) };
    },
    DeleteBacktest: async ({ id }, context) => {
      const { backtest, effects } = await store.delete(accountOf(context), id);
      if (effects.includes('stop_run')) workers.cancel(id);
      return { backtest: toBacktestMessage(backtest) };
    },
    GetBacktestStrategy: async ({ id }, context) => {
      const { code, configJson, strategyClass } = await store.readStrategy(accountOf(context), id);
      return { strategy: { code, configJson, strategyClass } };
    },
    BatchGetBacktestStrategies: async ({ ids }, context) => {
      requireBatch(ids);
      const found = await store.readStrategies(accountOf(context), ids);
      return {
        ids: found.map(({ _id }) => _id),
        strategies: found.map(({ code, configJson, strategyClass }) => ({ code, configJson, strategyClass })),
      };
    },
    GetBacktestLogs: async ({ id }, context) => {
      const { lines, platformLines } = await store.readLogs(accountOf(context), id);
      return { logs: [...lines], platformLogLines: [...platformLines] };
    },
    ListBacktestTrades: async (request, context) => {
      const page = await listTrades(store, cursors, accountOf(context), request);
      return { trades: page.items.map(toTradeMessage), cursors: [...page.cursors], nextCursor: page.nextCursor };
    },
    GetUsage: async (_request, context) => {
      const accountId = accountOf(context);
      const [runningBacktests, queuedBacktests, usedSeconds, storedBytes, runningDeployments] = await Promise.all([
        store.count(accountId, 'running'),
        store.count(accountId, 'queued'),
        processorTime.usedSeconds(accountId),
        storage.usedBytes(accountId),
        deployments.store.countRunning(accountId),
      ]);
      const usage = {
        runningBacktests,
        queuedBacktests,
        runningDeployments,
        storedBytes,
        concurrentBacktestsLimit: limits.concurrentBacktests,
        queuedBacktestsLimit: limits.queuedBacktests,
        runningDeploymentsLimit: limits.runningDeployments,
        backtestProcessorSeconds: Math.floor(usedSeconds),
        backtestProcessorSecondsLimit: limits.processorSecondsPerHour,
        storedBytesLimit: limits.storedBytes,
      };
      return { usage };
    },
    ...resultFileHandlers(parts),
    ...deploymentHandlers(deployments),
    ...leaderboardHandlers(deployments.leaderboard),
  };
}

function callOf(context: CallContext): CreationCall {
  return { accountId: accountOf(context), requestId: context.requestId, isGivenUp: context.isGivenUp };
}

function accountOf({ caller }: CallContext): string {
  return requireUser(caller).accountId;
}
