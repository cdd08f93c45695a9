/** The gateway over two real subgraphs and a gRPC server in the identity service's place, in one process. */

import { connectionLimits } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import { TokenMinter } from '@platform/keys/tokens';
import { createTestTokens } from '@platform/keys/tokens/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type GrantUsage, identityService } from '@platform/protos/identity';
import { createGrpcClient, startGrpcServer } from '@platform/rpc/grpc';
import { type SubgraphRequest, startSubgraph } from '@platform/rpc/subgraph';
import type { GraphQLSchema } from 'graphql';
import { RequestAdmission } from '../authentication/admission.js';
import { AnonymousLimiter } from '../authentication/anonymous-limiter.js';
import { Authenticator } from '../authentication/authenticator.js';
import { GrpcIdentity } from '../authentication/identity.js';
import { UsageReports } from '../authentication/usage-reports.js';
import { startGateway } from '../server.js';
import { connectSubgraphs } from '../subgraphs/subgraphs.js';
import { type Seen, shopsSchema, testSupergraph, thingsSchema } from './subgraphs.js';

const UPSTREAM_TIMEOUT_MS = 600;
/** A key that has used up its limit. */
export const FLOODING_ADDRESS = '203.0.113.9';

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** Starts everything; `stop` and `start` take the subgraph `things` down and up again. */
export async function startTestGateway() {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
  const logged: string[] = [];
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const tokens = await createTestTokens(clock);
  const validKeys = new Set(['good']);
  const seen: Seen[] = [];
  let databaseIsUp = true;
  const counted: string[] = [];
  const usages: GrantUsage[] = [];
  let pause = () => Promise.resolve();

  const identityServer = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: {
      ...identityService,
      access: identityAccess,
      handlers: identityHandlers(validKeys, { clock, counted, usages }),
    },
    verifier: tokens.verifier('identity'),
    checks: {
      database: async () => {
        if (!databaseIsUp) throw new Error('canary');
      },
    },
    logger,
  });
  const serve = (name: string, schema: GraphQLSchema, port = 0) =>
    startSubgraph<SubgraphRequest>({
      listen: `127.0.0.1:${port}`,
      schema,
      passes: async (check) => check === 'database' && databaseIsUp,
      verifier: tokens.verifier(name),
      logger,
      context: (request) => request,
    });
  const shops = await serve(
    'shops',
    shopsSchema(seen, () => pause()),
  );
  let things = await serve('things', thingsSchema());
  const thingsPort = things.port;
  const subgraphs = connectSubgraphs(
    { shops: `http://127.0.0.1:${shops.port}/graphql`, things: `http://127.0.0.1:${thingsPort}/graphql` },
    { timeoutMs: UPSTREAM_TIMEOUT_MS },
  );
  const minter = await TokenMinter.open('gateway', tokens.keyFile('gateway'), clock);
  const client = createGrpcClient(identityService.definition, `127.0.0.1:${identityServer.port}`);
  const identity = new GrpcIdentity(client, minter);
  const gateway = await startGateway({
    supergraphSdl: testSupergraph(),
    dataSource: subgraphs.dataSource,
    admission: new RequestAdmission(
      new Authenticator(identity, new UsageReports(identity, logger), clock),
      new AnonymousLimiter(identity, clock),
    ),
    trustedProxies: ['127.0.0.9'],
    connectionLimits: connectionLimits(),
    cors: { origins: ['https://app.example'], ownUrl: () => 'http://localhost:8080' },
    clock,
    minter,
    logger,
    listen: { host: '127.0.0.1', port: 0 },
  });

  return {
    address: gateway.address,
    clock,
    logged,
    seen,
    counted,
    /** The reports that came with a question for the next grant. */
    usages,
    executor: gateway.executor,
    answer: gateway.answer,
    validKeys,
    pauseShopsWith: (next: () => Promise<void>) => {
      pause = next;
    },
    setDatabaseUp: (isUp: boolean) => {
      databaseIsUp = isUp;
    },
    stopThings: () => things.close(),
    startThings: async () => {
      things = await serve('things', thingsSchema(), thingsPort);
    },
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(gateway.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    close: async () => {
      await gateway.close();
      await gateway.graph.close();
      await subgraphs.close();
      client.close();
      await Promise.all([shops.close(), things.close(), identityServer.close()]);
      await tokens.remove();
    },
  };
}

const identityAccess = {
  SendRegistrationCode: { users: 'none' },
  VerifyRegistrationCode: { users: 'none' },
  OpenSession: { users: 'none' },
  CreateSignInLink: { users: 'none' },
  UseSignInLink: { users: 'none' },
  EndSession: { users: 'none' },
  SendMagicLink: { users: 'none' },
  UseMagicLink: { users: 'none' },
  Authenticate: { users: 'none', workloads: ['gateway'] },
  AdmitUnauthenticated: { users: 'none', workloads: ['gateway'] },
  ReportUsage: { users: 'none', workloads: ['gateway'] },
  GetAccount: { users: 'none' },
  ListApiKeys: { users: 'none' },
  CreateApiKey: { users: 'none' },
  RenameApiKey: { users: 'none' },
  RevokeApiKey: { users: 'none' },
  GetAccountLogin: { users: 'none' },
  SendWithdrawalCode: { users: 'none' },
  SendLoginChangeNotice: { users: 'none' },
} as const;

/** Knows only keys: the gateway uses nothing else of the service. */
function identityHandlers(
  validKeys: ReadonlySet<string>,
  { clock, counted, usages }: { clock: ManualClock; counted: string[]; usages: GrantUsage[] },
) {
  const absent = async (): Promise<never> => {
    throw new PlatformError('not_found');
  };
  return {
    SendRegistrationCode: absent,
    VerifyRegistrationCode: absent,
    OpenSession: absent,
    CreateSignInLink: absent,
    UseSignInLink: absent,
    EndSession: absent,
    SendMagicLink: absent,
    UseMagicLink: absent,
    GetAccount: absent,
    ListApiKeys: absent,
    CreateApiKey: absent,
    RenameApiKey: absent,
    RevokeApiKey: absent,
    GetAccountLogin: absent,
    SendWithdrawalCode: absent,
    SendLoginChangeNotice: absent,
    ReportUsage: async () => ({}),
    AdmitUnauthenticated: async ({ clientAddress = '' }: { clientAddress?: string }) => {
      counted.push(clientAddress);
      const isFlooding = clientAddress === FLOODING_ADDRESS;
      return {
        admitted: !isFlooding,
        requestsPerMinute: 120,
        requestsLeft: isFlooding ? 0 : 119,
        resetsAtMs: clock.nowMs() + 30_000,
      };
    },
    Authenticate: async ({ apiKey = '', usage }: { apiKey?: string; usage?: GrantUsage | null }) => {
      if (usage) usages.push(usage);
      if (!validKeys.has(apiKey)) throw new PlatformError('unauthorized');
      return {
        accountId: `acc_${apiKey}`,
        credentialId: `key_${apiKey}`,
        credentialType: 'api_key',
        permissions: ['read'],
        allowance: 1_000,
        allowanceResetsAtMs: clock.nowMs() + 60_000,
        requestsPerMinute: 1_000,
        grantId: 'g1',
        requestsLeft: 0,
      };
    },
  };
}
