// Why: docs/decisions/platform/processes-and-bundles.md
import type { ServiceDefinition } from '@grpc/grpc-js';
import { TokenVerifier } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import {
  type GrpcClient,
  type HealthChecks,
  passesInTime,
  readGrpcTls,
  type ServedService,
  type ServedStreams,
  startGrpcServer,
} from '../grpc/index.js';
import { type Subgraph, type SubgraphRequest, startSubgraph } from '../subgraph/index.js';
import type { ServiceEnvironment } from './settings.js';

export { serviceSettings } from './settings.js';

/** A service's subgraph: its schema, and the context of its resolvers, made per request. */
export interface ServedSubgraph<Definition, Context extends SubgraphRequest> {
  readonly build: () => Promise<Subgraph>;
  readonly createContext: (client: GrpcClient<Definition>, request: SubgraphRequest) => Context;
}

/** The options of a service. */
export interface ServiceOptions<Definition extends ServiceDefinition, Context extends SubgraphRequest> {
  /** The service's name: the audience of the tokens that it accepts, over gRPC and as a subgraph. */
  readonly name: string;
  readonly environment: ServiceEnvironment;
  readonly service: ServedService<Definition>;
  /** A service of streams beside it; absent: none. */
  readonly streams?: ServedStreams;
  readonly subgraph: ServedSubgraph<Definition, Context>;
  /** The checks beyond the service's own liveness: in `grpc.health.v1`, and at `/readiness/<check>` of the subgraph. */
  readonly checks: HealthChecks;
  /** Translates an error of a handler to a documented code; returns any other error unchanged. */
  readonly translateError: (error: unknown) => unknown;
  readonly logger: Logger;
}

/** A running service, over gRPC and as a subgraph. */
export interface RunningService extends Closeable {
  /** Reports to `grpc.health.v1` that start-up work is done. */
  markReady(): void;
}

/** Serves a service's procedures over gRPC, and its subgraph in the same process over the same procedures. */
export async function startService<Definition extends ServiceDefinition, Context extends SubgraphRequest>({
  name,
  environment,
  subgraph,
  ...options
}: ServiceOptions<Definition, Context>): Promise<RunningService> {
  const verifier = new TokenVerifier(name, environment.TRUSTED_KEYS_FILE, systemClock);
  const tls = readGrpcTls(environment);
  const { GRPC_LISTEN: listen, ALLOW_GRPC_WITHOUT_TLS: allowWithoutTls } = environment;
  const grpc = await startGrpcServer({ ...options, listen, tls, allowWithoutTls, verifier });
  const { schema } = await subgraph.build();
  const graph = await startSubgraph({
    listen: environment.SUBGRAPH_LISTEN,
    tls,
    allowWithoutTls,
    schema,
    passes: (check) => passesInTime(options.checks, check),
    verifier,
    logger: options.logger,
    context: (request) => subgraph.createContext(grpc.localClient, request),
  });
  return {
    markReady: () => grpc.markReady(),
    close: async () => {
      await graph.close();
      await grpc.close();
    },
  };
}
