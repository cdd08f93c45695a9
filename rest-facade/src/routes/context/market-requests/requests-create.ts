import { z } from 'zod';
import { RequestMarketDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { marketRequest, namedMarket, toMarketRequest } from './market-request.js';

/** The tool that asks for a market. */
export const createMarketRequest = defineRoute({
  method: 'POST',
  path: '/mcp/context/market-requests',
  effect: 'adds',
  tool: 'context.market_requests.create',
  summary:
    'Has the history of a market collected that is not ready for backtests, at a venue that is searched; safe to repeat; at most 10 markets at once',
  authentication: 'key',
  request: z.object({ ...noFields, body: namedMarket }),
  response: { 202: marketRequest },
  refusals: [
    'market_not_found',
    'data_unavailable',
    'quota_exceeded',
    'feature_not_available',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  creates: { path: '/mcp/context/market-requests', id: '/market' },
  operation: RequestMarketDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ requestMarket: { request } }) => ({ status: 202, body: toMarketRequest(request) }),
});
