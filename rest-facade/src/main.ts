/** The edge: the facade over the gateway, in one process. This is the only file that imports both. */
import { fileURLToPath } from 'node:url';
import { connectionLimits } from '@platform/edge/http';
import { openGateway, streamsAt } from '@platform/gateway';
import { systemClock } from '@platform/kit/clock';
import { httpCloseable, prepareProcess, runProcess } from '@platform/lifecycle';
import { consoleCredential } from './console/credential.js';
import { CONSOLE_STREAMS_PATH } from './console/session-cookie.js';
import { sandboxWalletTokens } from './console/wallet-tokens.js';
import { errorPages } from './documents/error-pages.js';
import { openPages } from './documents/serve-pages.js';
import { Gateway } from './gateway/gateway.js';
import { livenessRoutes } from './health/liveness.js';
import { readinessRoute } from './health/readiness.js';
import { buildServer } from './http/server.js';
import { legacyDocumentRoute } from './legacy/document.js';
import { legacyRoutes } from './legacy/table.js';
import { mcpManifest } from './mcp/manifest.js';
import { openapiRoute } from './openapi/openapi-route.js';
import { withdrawalAuthorizationRoute } from './openapi/withdrawal-authorization-route.js';
import { routes, toolOnlyRoutes } from './routes/index.js';
import { settings } from './settings.js';

/** Written by the bundler. */
const PAGES = fileURLToPath(new URL('../../dist/pages/', import.meta.url));

const { environment, logger } = prepareProcess('edge', settings);

await runProcess(logger, async () => {
  let publicUrl = environment.PUBLIC_URL;
  const opened = await openGateway(environment, logger);
  const gateway = new Gateway(opened.executor);
  const tokenUrl = environment.SANDBOX ? environment.IDENTITY_PROVIDER_TOKEN_URL : undefined;
  const baseUrl = () => publicUrl ?? '';
  const readiness = readinessRoute((subgraph, check) => gateway.isReady(subgraph, check));
  const documents = [
    ...errorPages(),
    mcpManifest([...routes, ...toolOnlyRoutes], baseUrl),
    withdrawalAuthorizationRoute(),
  ];
  const localRoutes = [...livenessRoutes(systemClock), readiness, ...documents];
  const server = buildServer({
    routes: [...routes, ...legacyRoutes],
    toolOnlyRoutes,
    localRoutes: [
      ...localRoutes,
      openapiRoute([...routes, ...legacyRoutes], localRoutes, baseUrl),
      legacyDocumentRoute(legacyRoutes, baseUrl),
    ],
    gateway,
    trustedProxies: environment.TRUSTED_PROXIES ?? [],
    connectionLimits: connectionLimits(environment),
    publicUrl: baseUrl,
    corsOrigins: environment.CORS_ORIGINS ?? [],
    pages: await openPages(PAGES, {
      isSandbox: environment.SANDBOX,
      graphUrl: environment.PUBLIC_GRAPHQL_URL ?? `http://localhost:${new URL(opened.address).port}/graphql`,
    }),
    beside: [
      streamsAt(opened.streams, '/streams'),
      streamsAt(opened.streams, CONSOLE_STREAMS_PATH, (request) => consoleCredential(request, baseUrl())),
    ],
    console: {
      answerGraph: opened.answer,
      ...(tokenUrl !== undefined && { walletTokens: sandboxWalletTokens(tokenUrl) }),
    },
    clock: systemClock,
    logger,
  });
  const address = await server.listen({ host: environment.LISTEN_HOST, port: environment.PORT });
  publicUrl ??= `http://localhost:${new URL(address).port}`;
  const servers = [httpCloseable(server), opened.server];
  return [{ close: async () => void (await Promise.all(servers.map((each) => each.close()))) }, ...opened.parts];
});
