import { z } from 'zod';
import { CreateBacktestDocument } from '../../generated/operations.js';
import { idempotencyKey, replayHeaders } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { backtestStatus, venue } from './backtest.js';

const wanted = z.strictObject({
  framework: z.enum(['freqtrade', 'nautilus']),
  venue,
  symbols: z.array(z.string()).describe('Framework aliases of the markets, 1 to 50, none twice'),
  code: z.string().describe('The strategy: one file, at most 256 KiB'),
  config: z
    .record(z.string(), z.unknown())
    .describe("The framework's own config, at most 64 KiB; every key is optional"),
  range: z.strictObject({
    from: z.string().describe('First day, YYYY-MM-DD: from its midnight UTC'),
    to: z.string().describe('Last day, YYYY-MM-DD: to its midnight UTC'),
  }),
  image_digest: z.string().exactOptional().describe('A listed digest; the current one when left out'),
});

/** `POST /runtime/backtests` */
export const createBacktest = defineRoute({
  method: 'POST',
  path: '/runtime/backtests',
  summary: 'Checks a strategy and queues its backtest; repeating a key repeats the first answer for 24 hours',
  authentication: 'key',
  request: z.object({
    ...noFields,
    headers: z.object({ 'idempotency-key': idempotencyKey.exactOptional() }),
    body: wanted,
  }),
  response: { 202: z.object({ id: z.string(), status: backtestStatus }) },
  operation: CreateBacktestDocument,
  variables: ({ headers, body: { config, image_digest: imageDigest, ...same } }) => ({
    input: { ...same, configJson: JSON.stringify(config), imageDigest, idempotencyKey: headers['idempotency-key'] },
  }),
  respond: ({ createBacktest: { backtest, replayed } }) => ({
    status: 202,
    body: { id: backtest.id, status: backtest.status },
    headers: replayHeaders(replayed),
  }),
});
