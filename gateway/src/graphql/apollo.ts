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
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { errorsNameArguments } from './arguments/argument-names.js';
import { malformedLiteralsAreNamed } from './arguments/arguments.js';
import { readScalars } from './arguments/input-validation.js';
import type { GatewayContext } from './context.js';
import type { DocumentCache } from './documents/document-cache.js';
import { documentLimits, SELECTIONS_MAX, TOKENS_MAX } from './documents/document-limits.js';
import { PersistedDocuments } from './documents/persisted-documents.js';
import { PlanningQueue } from './documents/planning-queue.js';
import { errorFormatter, toGraphqlError } from './errors.js';
import { PublicSchema } from './introspection.js';
import { type OperationQueue, queueOperations } from './operation-queue.js';
import type { SingleSubgraphPlans } from './single-subgraph/plans.js';
import { SubgraphFailures } from './subgraph-failures.js';

const QUERY_PLANS_MIB = 30;
/**
 * A request with one of these was not forged by another site's page: a browser sends a preflight request first. The
 * first two are Apollo's own.
 */
const UNFORGEABLE_HEADERS = ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization', 'x-api-key'];

/** The parts that serve the graph. */
export interface GraphOptions {
  readonly supergraphSdl: string;
  readonly dataSource: (subgraph: string) => GraphQLDataSource<GatewayContext>;
  readonly logger: Logger;
  readonly currentRequestId: () => string;
  /** Receives the plan of each document. */
  readonly plans: SingleSubgraphPlans;
  readonly documentCache: DocumentCache;
  readonly operationQueue: OperationQueue;
  /** Receives the schema as callers see it. */
  readonly onSchema: (schema: GraphQLSchema) => void;
}

/** Starts the federated graph, which does not need its subgraphs to be running. */
export async function startGraph(options: GraphOptions): Promise<ApolloServer<GatewayContext>> {
  const { supergraphSdl, dataSource, logger, currentRequestId, plans, documentCache, operationQueue, onSchema } =
    options;
  const schema = new PublicSchema();
  const planning = new PlanningQueue(documentCache);
  // The only way to turn it off: Apollo would report the machine, and query every cloud's metadata service to identify it.
  process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => new SubgraphFailures(dataSource(name), logger),
    experimental_approximateQueryPlanStoreMiB: QUERY_PLANS_MIB,
    experimental_didResolveQueryPlan: (planned) => {
      plans.learn(planned);
      planning.end(planned);
    },
    logger,
  });
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => {
    readScalars(apiSchema);
    onSchema(apiSchema);
  });
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
    documentStore: documentCache,
    stringifyResult: schema.stringify,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: errorFormatter(logger, currentRequestId),
    plugins: [
      unknownOperationIsRefused(),
      malformedLiteralsAreNamed(),
      errorsNameArguments(),
      queueOperations(operationQueue),
      schema.plugin(),
      planning.plugin(),
      // Before the plugins that count: it turns an apparent success into an error.
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

/** Refuses an operation name that the document does not have: the planner would fail on it. */
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

/** Adds an error where subgraphs disagree (one names an entity, another does not have it), where Apollo answers null without one. */
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
