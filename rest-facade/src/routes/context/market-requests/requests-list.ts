import { z } from 'zod';
import { ListMarketRequestsDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { marketRequest, toMarketRequest } from './market-request.js';

/** The tool that lists the markets that an account asks for. */
export const listMarketRequests = defineRoute({
  method: 'GET',
  path: '/mcp/context/market-requests',
  tool: 'context.market_requests.list',
  summary: 'Lists the markets that the account asks to be collected, newest first, and how far each is',
  authentication: 'key',
  request: z.object(noFields),
  response: {
    200: z.object({
      requests: z
        .array(marketRequest)
        .describe('Those that last, and for another day those whose markets have closed; at most 30'),
    }),
  },
  refusals: ['context_store_unavailable'],
  operation: ListMarketRequestsDocument,
  variables: () => ({}),
  respond: ({ marketRequests }) => ({ status: 200, body: { requests: marketRequests.map(toMarketRequest) } }),
});
