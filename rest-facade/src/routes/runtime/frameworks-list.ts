import { z } from 'zod';
import { ListFrameworksDocument } from '../../generated/operations.js';
import { nextCursor, text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { imageDigest } from './backtest/backtest.js';

const framework = z
  .object({
    id: text('Framework', 'freqtrade'),
    language: text('Language of its strategies', 'python'),
    version: text('Its own version', '2026.9'),
    image_digest: imageDigest.describe('Digest of its image, with which a backtest selects this version'),
    strategy_shape: text('What a strategy file must hold', 'one subclass of IStrategy'),
    docs: text("Address of the framework's own documentation", 'https://www.freqtrade.io/en/stable/'),
    status: z
      .enum(['ready', 'provisioning', 'on_demand', 'failed'])
      .describe(
        'Whether it can run strategies; backtests wait while it is provisioning, which for an on_demand one starts when a backtest ' +
          'first requests it',
      ),
    is_default: z.boolean().describe('Whether backtests that name no digest use this version'),
    progress: text(
      'Current step of its installation; null unless it is provisioning',
      'unpacking 80 packages',
    ).nullable(),
  })
  .meta({ id: 'Framework', description: 'A version of a framework that strategies are written for' });

/** `GET /runtime/frameworks` */
export const listFrameworks = defineRoute({
  method: 'GET',
  path: '/runtime/frameworks',
  tool: 'runtime.frameworks.list',
  summary: 'Lists the frameworks that strategies can be written for, in every version: the default one of each first',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ frameworks: z.array(framework), next_cursor: nextCursor }) },
  operation: ListFrameworksDocument,
  variables: () => ({}),
  respond: ({ frameworks }) => ({
    status: 200,
    body: {
      frameworks: frameworks.map(({ imageDigest: digest, strategyShape, isDefault, ...same }) => ({
        ...same,
        image_digest: digest,
        strategy_shape: strategyShape,
        is_default: isDefault,
      })),
      next_cursor: null,
    },
  }),
});
