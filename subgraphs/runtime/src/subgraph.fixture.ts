/** The subgraph over a service whose procedures answer as a test says. */
import { createTestTokens, testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import { type AccessTable, type Handlers, type ResponseOf, type Sendable, startGrpcServer } from '@platform/rpc/grpc';
import { startSubgraph } from '@platform/rpc/subgraph';
import { createContext } from './context.js';
import { build } from './subgraph.js';

/** A running subgraph. */
export interface TestSubgraph {
  /** Returns the answer to a document of an account. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect, and fail if one is missing.
  ask(document: string, accountId?: string): Promise<any>;
  close(): Promise<void>;
}

/** A deployment that runs. */
export function deploymentOf(
  id: string,
): Sendable<ResponseOf<RuntimeServiceDefinition, 'BatchGetDeployments'>>['deployments'][number] {
  return {
    ...{
      id,
      name: id,
      status: 'running',
      mode: 'paper',
      venue: 'hyperliquid',
      region: 'eu',
      codeSha256: 'a'.repeat(64),
    },
    framework: { id: 'freqtrade', imageDigest: 'sha256:01' },
    ...{ symbols: ['BTC/USDC:USDC'], canonicalSymbols: ['BTC/USDC:USDC'], onExpiry: 'stop', entriesBlocked: false },
    credentials: { attached: false, type: 'managed', status: 'not_required' },
    venueAccount: {},
    venueSetup: null,
    mandate: null,
    health: { restarts: 0, strategyErrors: 0, differences: [] },
    error: null,
    metrics: {
      ...{ asOfMs: 0, simulated: true, trades: { total: 0, open: 0, wins: 0, losses: 0 }, pnl: { realizedUsd: 0 } },
      ...{ exposure: { positions: [] }, balance: {} },
    },
    createdAtMs: 0,
  };
}

/** Starts the subgraph; a procedure without an answer refuses. */
export async function startTestSubgraph(answers: Partial<Handlers<RuntimeServiceDefinition>>): Promise<TestSubgraph> {
  const names = Object.keys(runtimeService.definition);
  const access = Object.fromEntries(names.map((name) => [name, { users: 'read' }]));
  const unasked = () => Promise.reject(new Error('nobody asks this'));
  const handlers = { ...Object.fromEntries(names.map((name) => [name, unasked])), ...answers };
  const logger = createLogger({ process: 'test', level: 'silent' });
  const tokens = await createTestTokens(systemClock);
  const common = { listen: '127.0.0.1:0', verifier: tokens.verifier('runtime'), logger };
  const service = await startGrpcServer<RuntimeServiceDefinition>({
    ...common,
    service: {
      ...runtimeService,
      // Both have every procedure of the definition, which made their names.
      access: access as AccessTable<RuntimeServiceDefinition>,
      handlers: handlers as Handlers<RuntimeServiceDefinition>,
    },
  });
  const subgraph = await startSubgraph({
    ...common,
    passes: async () => true,
    schema: (await build()).schema,
    context: (request) => createContext(service.localClient, request),
  });
  return {
    ask: async (query, accountId = 'acc_1') => {
      const token = await tokens.mint(testUser(accountId), 'runtime');
      const response = await fetch(`http://127.0.0.1:${subgraph.port}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query }),
      });
      return response.json();
    },
    close: async () => {
      await subgraph.close();
      await service.close();
      await tokens.remove();
    },
  };
}
