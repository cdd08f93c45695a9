import type { ExecutionServiceDefinition } from '@platform/protos/execution';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import DataLoader from 'dataloader';
import { toExecution } from './mapping.js';
import type { Execution } from './schema/execution.js';

type ExecutionClient = GrpcClient<ExecutionServiceDefinition>;

const BATCH_SIZE_MAX = 100;

/** Context of the resolvers, created once per request. */
export interface ExecutionContext {
  readonly client: ExecutionClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** The caller's executions by id, many in one call; null if there is none. */
  readonly executions: DataLoader<string, Execution | null>;
}

/** Returns the context of a request over a client of the execution service. */
export function createContext<Request extends SubgraphRequest>(
  client: ExecutionClient,
  request: Request,
): Request & ExecutionContext {
  const call = { token: request.token, requestId: request.requestId };
  const executions = new DataLoader<string, Execution | null>(
    async (ids) => {
      const response = await client.batchGetExecutions({ ids: [...ids] }, call);
      const found = new Map(response.executions.map((message) => [message.id, toExecution(message)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
  return { ...request, client, call, executions };
}
