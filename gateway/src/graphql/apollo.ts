import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { PlatformError } from '@platform/errors';
import type { Logger } from '@platform/logging';
import type { GatewayContext } from './context.js';
import type { DirectDocuments } from './direct-documents.js';
import { errorFormatter, toGraphqlError } from './errors.js';

const QUERY_PLANS_MIB = 30;
/** A document longer than this is refused before it is understood. */
const DOCUMENT_TOKENS_MAX = 15_000;

/** What the graph is served from. */
export interface GraphOptions {
  readonly supergraphSdl: string;
  readonly dataSource: (subgraph: string) => GraphQLDataSource<GatewayContext>;
  readonly logger: Logger;
  readonly currentRequestId: () => string;
  /** Told how each document is planned. */
  readonly directDocuments: DirectDocuments;
}

/** The federated graph, started: it needs none of its subgraphs for that. */
export async function startGraph(options: GraphOptions): Promise<ApolloServer<GatewayContext>> {
  const { supergraphSdl, dataSource, logger, currentRequestId, directDocuments } = options;
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => dataSource(name),
    experimental_approximateQueryPlanStoreMiB: QUERY_PLANS_MIB,
    experimental_didResolveQueryPlan: (planned) => directDocuments.learn(planned),
    logger,
  });
  const apollo = new ApolloServer<GatewayContext>({
    gateway,
    logger,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: DOCUMENT_TOKENS_MAX },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: errorFormatter(logger, currentRequestId),
    plugins: [
      incompleteDataIsAnError(logger),
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
