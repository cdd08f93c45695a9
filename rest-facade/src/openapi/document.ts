// Why: docs/decisions/contracts/routes-and-openapi.md
import type { ErrorCode } from '@platform/errors';
import type { LocalRoute } from '../http/server.js';
import { isLegacy } from '../legacy/operation.js';
import type { Route } from '../routes/route.js';
import { SchemaWriter } from './json-schema.js';
import { localOperationOf, localRefusalsOf } from './local-operation.js';
import { LEGACY_TAG, operationOf } from './operation.js';
import { refusalsOf } from './refusals.js';
import { errorExamples, headers } from './responses.js';

const TAGS = [
  { name: 'account', description: 'Registration, API keys, plan, limits and usage' },
  { name: 'wallet', description: 'The managed wallet: balances, deposits, venue setup, withdrawals' },
  { name: 'context', description: 'Markets, candles, funding, venues and datasets; read only' },
  { name: 'runtime', description: 'Frameworks, backtests and one-time executions' },
  { name: 'platform', description: 'Health and documents' },
  { name: LEGACY_TAG, description: 'The older surface, deprecated: /auth, /v1, /v2 and /v3' },
];

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'An API key of the account; also accepted as a bearer token',
  },
  session: { type: 'http', scheme: 'bearer', description: 'The session token that POST /account/verify returns' },
  identityProvider: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the identity provider of embedded wallets; accepted wherever a session token is',
  },
};

/** An OpenAPI document; typed as far as it is read here. */
export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly headers: object;
    readonly securitySchemes: object;
    readonly examples: object;
  };
}

/** What a document says of itself. Default: that of the whole surface. */
interface DocumentHead {
  readonly info?: object;
  readonly servers?: readonly object[];
}

/** The OpenAPI 3.1 document of the surface: made from the schemas that check requests and write responses. */
export function openapiDocument(
  routes: readonly Route[],
  localRoutes: readonly LocalRoute[],
  publicUrl: string,
  { info = INFO, servers = [{ url: publicUrl }] }: DocumentHead = {},
): OpenapiDocument {
  const schemas = new SchemaWriter();
  const parts = { routes, schemas };
  const operations = [
    ...routes.map((route) => ({ ...route, operation: operationOf(route, parts) })),
    ...localRoutes.map(({ path, documented }) => ({
      path,
      method: 'GET',
      operation: localOperationOf(documented, parts),
    })),
  ];
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map(({ method, operation }) => [method.toLowerCase(), operation])),
  ]);
  return {
    openapi: '3.1.1',
    info: { ...info, contact: { name: 'The operator of this platform', url: publicUrl } },
    servers,
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.components,
      headers,
      securitySchemes: SECURITY_SCHEMES,
      examples: {
        ...errorExamples(codesOf(routes.filter(isUnified), localRoutes), 'unified', publicUrl),
        ...errorExamples(codesOf(routes.filter(isLegacy), []), 'legacy', publicUrl),
      },
    },
  };
}

const INFO = {
  title: 'Trading platform',
  version: '1.0.0',
  description: [
    'Accounts, a managed USDC wallet, market context, backtests and one-time executions.',
    'Bodies are JSON in UTF-8; a leading byte order mark is ignored, and any other bytes that are not text are refused.',
  ].join(' '),
};

/** Every code that some operation may refuse with. */
function codesOf(routes: readonly Route[], localRoutes: readonly LocalRoute[]): ReadonlySet<ErrorCode> {
  return new Set([
    ...routes.flatMap(refusalsOf),
    ...localRoutes.flatMap(({ documented }) => localRefusalsOf(documented)),
  ]);
}

function isUnified(route: Route): boolean {
  return !isLegacy(route);
}
