import { z } from 'zod';
import { ListFrameworksDocument } from '../../generated/operations.js';
import { nextCursor } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

const framework = z.object({
  id: z.string(),
  language: z.string(),
  version: z.string(),
  image_digest: z.string().describe('What creates use by default'),
  strategy_shape: z.string().describe('What a strategy file must hold'),
  docs: z.string().describe("Address of the framework's own documentation"),
  status: z
    .enum(['ready', 'provisioning', 'failed'])
    .describe('Whether it can run strategies; while provisioning they wait'),
});

/** `GET /runtime/frameworks` */
export const listFrameworks = defineRoute({
  method: 'GET',
  path: '/runtime/frameworks',
  summary: 'Lists the frameworks that strategies can be written for',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ frameworks: z.array(framework), next_cursor: nextCursor }) },
  operation: ListFrameworksDocument,
  variables: () => ({}),
  respond: ({ frameworks }) => ({
    status: 200,
    body: {
      frameworks: frameworks.map(({ imageDigest, strategyShape, ...same }) => ({
        ...same,
        image_digest: imageDigest,
        strategy_shape: strategyShape,
      })),
      next_cursor: null,
    },
  }),
});
