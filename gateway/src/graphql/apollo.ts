import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { PlatformError } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import { operationMetrics } from '@platform/observability/metrics';
import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { readScalars } from './argument-forms.js';
import { malformedLiteralsAreNamed } from './arguments.js';
import type { GatewayContext } from './context.js';
import type { DirectDocuments } from './direct-documents.js';
import { documentLimits, SELECTIONS_MAX, TOKENS_MAX } from './document-limits.js';
import { errorFormatter, toGraphqlError } from './errors.js';
import { PlanningTurns } from './fresh-documents.js';
import { refusalsNameArguments } from './graph-words.js';
import { PublicSchema } from './introspection.js';
import type { KnownDocuments } from './known-documents.js';
import { LostFieldsNamed } from './lost-fields.js';
import { type OperationTurns, operationsTakeTurns } from './operation-turns.js';
import { PersistedDocuments } from './persisted-documents.js';

const QUERY_PLANS_MIB = 30;
/**
 * A request with one of these was not forged by another site's page: a browser asks first whether a page may send it. The
 * first two are Apollo's own.
 */
const UNFORGEABLE_HEADERS = ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization', 'x-api-key'];

/** What the graph is served from. */
export interface GraphOptions {
  readonly supergraphSdl: string;
  readonly dataSource: (subgraph: string) => GraphQLDataSource<GatewayContext>;
  readonly logger: Logger;
  readonly currentRequestId: () => string;
  /** Told how each document is planned. */
  readonly directDocuments: DirectDocuments;
  readonly knownDocuments: KnownDocuments;
  readonly turns: OperationTurns;
}

/** The federated graph, started: it needs none of its subgraphs for that. */
export async function startGraph(options: GraphOptions): Promise<ApolloServer<GatewayContext>> {
  const { supergraphSdl, dataSource, logger, currentRequestId, directDocuments, knownDocuments, turns } = options;
  const schema = new PublicSchema();
  const planning = new PlanningTurns(knownDocuments);
  // Its one way to be told not to: it would report the machine to Apollo, and ask every cloud's metadata service which it is.
  process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => new LostFieldsNamed(dataSource(name), logger),
    experimental_approximateQueryPlanStoreMiB: QUERY_PLANS_MIB,
    experimental_didResolveQueryPlan: (planned) => {
      directDocuments.learn(planned);
      planning.end(planned);
    },
    logger,
  });
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => readScalars(apiSchema));
  const apollo = new ApolloServer<GatewayContext>({
    gateway,
    logger,
    introspection: true,
    csrfPrevention: { requestHeaders: [...UNFORGEABLE_HEADERS] },
    allowBatchedHttpRequests: false,
    maxRecursiveSelections: SELECTIONS_MAX,
    parseOptions: { maxTokens: TOKENS_MAX },
    validationRules: [...documentLimits],
    persistedQueries: { cache: new PersistedDocuments() },
    documentStore: knownDocuments,
    stringifyResult: schema.stringify,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: errorFormatter(logger, currentRequestId),
    plugins: [
      unknownOperationIsRefused(),
      malformedLiteralsAreNamed(),
      refusalsNameArguments(),
      operationsTakeTurns(turns),
      schema.plugin(),
      planning.plugin(),
      // Before what counts: it makes an error of what looked right.
      incompleteDataIsAnError(logger),
      operationMetrics(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

/** A name that no operation of the document has: the planner would fail over it. */
function unknownOperationIsRefused(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation }: { operation?: OperationDefinitionNode | undefined }) => {
        if (operation !== undefined) return;
        const extensions = { code: ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE, http: { status: 400 } };
        throw new GraphQLError('The document has no operation of this name.', { extensions });
      },
    }),
  };
}

/** Where subgraphs disagree (an entity that one names and another denies) Apollo answers null and no error: here it is one. */
function incompleteDataIsAnError(logger: Logger): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ response, contextValue: { requestId } }) => {
        if (response.body.kind !== 'single') return;
        const result = response.body.singleResult;
        const { valueCompletion: problems, ...extensions } = result.extensions ?? {};
        if (problems === undefined || result.errors !== undefined) return;
        logger.error({ requestId, problems }, 'subgraphs disagree');
        result.errors = [
          toGraphqlError(new PlatformError('internal', { details: { request_id: requestId } }), requestId),
        ];
        if (Object.keys(extensions).length > 0) result.extensions = extensions;
        else delete result.extensions;
      },
    }),
  };
}
