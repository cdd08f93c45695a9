import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connectionLimits, ShownFiles } from '@platform/edge/http';
import { TokenMinter, TokenVerifier } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { identityService } from '@platform/protos/identity';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { Authenticator } from './authentication/authenticator.js';
import { Entrance } from './authentication/entrance.js';
import { GrpcIdentity } from './authentication/identity.js';
import { Unauthenticated } from './authentication/unauthenticated.js';
import { UsageReports } from './authentication/usage-reports.js';
import { startUsageWorker } from './authentication/usage-worker.js';
import { PersistedDocuments } from './graphql/persisted-documents.js';
import { startGateway } from './server.js';
import { settings } from './settings.js';
import { connectSubgraphs } from './subgraphs/subgraphs.js';

/** Written by the bundler. */
const EXPLORER = fileURLToPath(new URL('../../dist/pages/explorer/', import.meta.url));
/** The editor makes style elements as it goes. */
const EXPLORER_STYLES = "'self' 'unsafe-inline'";

const { environment, logger } = prepareProcess('gateway', settings);

await runProcess(logger, async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  const supergraphSdl = await read('supergraph.graphql');
  const minter = await TokenMinter.open('gateway', environment.WORKLOAD_KEY_FILE, systemClock);
  const client = createGrpcClient(
    identityService.definition,
    environment.IDENTITY_GRPC_ADDRESS,
    readGrpcTls(environment),
  );
  const identity = new GrpcIdentity(client, minter);
  const reports = new UsageReports(identity, logger);
  const authenticator = new Authenticator(identity, reports, systemClock);
  const facades = new TokenVerifier('gateway', environment.TRUSTED_KEYS_FILE, systemClock);
  const subgraphs = connectSubgraphs({
    identity: environment.IDENTITY_SUBGRAPH_URL,
    wallet: environment.WALLET_SUBGRAPH_URL,
    context: environment.CONTEXT_SUBGRAPH_URL,
    runtime: environment.RUNTIME_SUBGRAPH_URL,
    execution: environment.EXECUTION_SUBGRAPH_URL,
  });
  const server = await startGateway({
    supergraphSdl,
    persistedDocuments: new PersistedDocuments(await read('trusted-documents.json')),
    dataSource: subgraphs.dataSource,
    entrance: new Entrance(authenticator, new Unauthenticated(identity, systemClock), facades),
    trustedProxies: environment.TRUSTED_PROXIES ?? [],
    connectionLimits: connectionLimits(environment),
    cors: { origins: environment.CORS_ORIGINS ?? [], ownUrl: () => environment.PUBLIC_URL ?? '' },
    explorer: { files: await ShownFiles.open(EXPLORER, EXPLORER_STYLES), publicUrl: environment.PUBLIC_URL },
    clock: systemClock,
    minter,
    logger,
    listen: { host: environment.LISTEN_HOST, port: environment.GATEWAY_PORT },
  });
  const usageWorker = startUsageWorker(authenticator, reports, systemClock, logger);
  return [server, usageWorker, subgraphs, { close: async () => client.close() }];
});
