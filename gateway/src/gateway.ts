import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connectionLimits, pageHeaders, StaticFiles } from '@platform/edge/http';
import { TokenMinter } from '@platform/keys/tokens';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import { changesService } from '@platform/protos/changes';
import { identityService } from '@platform/protos/identity';
import { createGrpcClient, createStreamClient, type GrpcTls, readGrpcTls } from '@platform/rpc/grpc';
import type { z } from 'zod';
import { RequestAdmission } from './authentication/admission.js';
import { AnonymousLimiter } from './authentication/anonymous-limiter.js';
import { Authenticator } from './authentication/authenticator.js';
import { GrpcIdentity } from './authentication/identity.js';
import { UsageReports } from './authentication/usage-reports.js';
import { startUsageWorker } from './authentication/usage-worker.js';
import type { Executor } from './executor.js';
import { type RunningGateway, startGateway } from './server.js';
import type { settings } from './settings.js';
import { Follower, Streams, streamSchema } from './streams/index.js';
import { connectSubgraphs } from './subgraphs/subgraphs.js';

/** Written by the bundler. */
const EXPLORER = fileURLToPath(new URL('../../dist/pages/explorer/', import.meta.url));
/** The editor creates style elements at run time. */
const EXPLORER_HEADERS = pageHeaders({ styles: "'self' 'unsafe-inline'" });

/** The gateway of a process: its listeners, and the parts to stop. */
export interface OpenGateway {
  readonly address: string;
  /** Executes operations for code in the same process. */
  readonly executor: Executor;
  /** Answers a request as `/graphql` does, for code in the same process. */
  readonly answer: RunningGateway['answer'];
  /** What is told as it happens, at the addresses that serve it. */
  readonly streams: Streams;
  /** The server that callers reach. */
  readonly server: Closeable;
  /** The parts that the server and the executor need, in the order of stopping. */
  readonly parts: readonly Closeable[];
}

/** Starts the gateway from its settings: it listens without needing any of the services. */
export async function openGateway(
  environment: z.output<z.ZodObject<typeof settings>>,
  logger: Logger,
): Promise<OpenGateway> {
  const supergraphSdl = await readFile(new URL('../supergraph.graphql', import.meta.url), 'utf8');
  const minter = await TokenMinter.open('gateway', environment.WORKLOAD_KEY_FILE, systemClock);
  const tls = readGrpcTls(environment);
  const client = createGrpcClient(identityService.definition, environment.IDENTITY_GRPC_ADDRESS, tls);
  const identity = new GrpcIdentity(client, minter);
  const reports = new UsageReports(identity, logger);
  const authenticator = new Authenticator(identity, reports, systemClock);
  const subgraphUrls = {
    identity: environment.IDENTITY_SUBGRAPH_URL,
    wallet: environment.WALLET_SUBGRAPH_URL,
    context: environment.CONTEXT_SUBGRAPH_URL,
    runtime: environment.RUNTIME_SUBGRAPH_URL,
    execution: environment.EXECUTION_SUBGRAPH_URL,
  };
  const { ALLOW_GRPC_WITHOUT_TLS: allowWithoutTls } = environment;
  const subgraphs = connectSubgraphs(subgraphUrls, { tls, allowWithoutTls });
  const admission = new RequestAdmission(authenticator, new AnonymousLimiter(identity, systemClock));
  const server = await startGateway({
    supergraphSdl,
    dataSource: subgraphs.dataSource,
    admission,
    trustedProxies: environment.TRUSTED_PROXIES ?? [],
    connectionLimits: connectionLimits(environment),
    cors: { origins: environment.CORS_ORIGINS ?? [], ownUrl: () => environment.PUBLIC_URL ?? '' },
    explorer: { files: await StaticFiles.open(EXPLORER, EXPLORER_HEADERS), publicUrl: environment.PUBLIC_URL },
    clock: systemClock,
    minter,
    logger,
    listen: { host: environment.LISTEN_HOST, port: environment.GATEWAY_PORT },
  });
  const usageWorker = startUsageWorker(authenticator, reports, systemClock, logger);
  const { address, executor, answer, graph, schema } = server;
  const followers = followServices(environment, { minter, tls, logger });
  const streams = new Streams({
    schema: streamSchema(schema),
    executor,
    admission,
    followers: followers.byService,
    limits: {
      connections: environment.STREAM_CONNECTIONS_PER_ACCOUNT,
      subscriptions: environment.STREAM_SUBSCRIPTIONS_PER_ACCOUNT,
    },
    clock: systemClock,
    ids: createIdSource(systemClock, systemRandom),
    logger,
  });
  const parts = [followers, graph, usageWorker, subgraphs, { close: async () => client.close() }];
  return { address, executor, answer, streams, server, parts };
}

/** Follows the services whose records callers may follow; they need not be running. */
function followServices(
  environment: z.output<z.ZodObject<typeof settings>>,
  { minter, tls, logger }: { readonly minter: TokenMinter; readonly tls: GrpcTls | undefined; readonly logger: Logger },
): Closeable & { readonly byService: ReadonlyMap<string, Follower> } {
  const addresses = {
    runtime: environment.RUNTIME_GRPC_ADDRESS,
    execution: environment.EXECUTION_GRPC_ADDRESS,
    wallet: environment.WALLET_GRPC_ADDRESS,
  };
  const followed = Object.entries(addresses).map(([name, address]) => {
    const client = createStreamClient(changesService.definition, address, tls);
    const follower = new Follower({ name, client }, minter, systemClock);
    return { name, client, follower, following: follower.start(logger) };
  });
  return {
    byService: new Map(followed.map(({ name, follower }) => [name, follower])),
    close: async () => {
      await Promise.all(followed.map(({ following }) => following.close()));
      for (const { client } of followed) client.close();
    },
  };
}
