import { z } from 'zod';
import { DropMarketRequestDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { marketRequest, namedMarket, toMarketRequest } from './market-request.js';

/** The tool that ends a request of a market. */
export const dropMarketRequest = defineRoute({
  method: 'POST',
  path: '/mcp/context/market-requests/drop',
  effect: 'removes',
  tool: 'context.market_requests.drop',
  summary: 'Ends the request of a market, whose stored history stays; safe to repeat',
  authentication: 'key',
  request: z.object({ ...noFields, body: namedMarket }),
  response: { 200: marketRequest },
  refusals: ['market_not_found', 'context_store_unavailable'],
  operation: DropMarketRequestDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ dropMarketRequest: { request } }) => ({ status: 200, body: toMarketRequest(request) }),
});
