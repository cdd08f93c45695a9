import { frameworkIds } from '@platform/venues/registry';
import { z } from 'zod';
import { CreateBacktestDocument } from '../../generated/operations.js';
import { exampleDay, exampleVenue, INSTANT, idempotencyKey, replayHeaders, text } from '../fields.js';
import { jsonObject } from '../json-object.js';
import { defineRoute, noFields } from '../route.js';
import { backtestName, backtestStatus, imageDigest, venue } from './backtest/backtest.js';

const STRATEGY = `from freqtrade.strategy import IStrategy


class Momentum(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.05}
    stoploss = -0.1

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["close"] > dataframe["close"].shift(24), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
`;

const EXAMPLE = {
  framework: 'freqtrade',
  venue: exampleVenue,
  symbols: ['BTC/USDC:USDC'],
  code: STRATEGY,
  config: { stake_amount: 100 },
  range: { from: exampleDay(31), to: exampleDay(1) },
};

/** The service decides which ones exist, and which the framework accepts. */
const rangeEnd = (description: string, example: string) => text(description, example).meta({ pattern: INSTANT.source });

const wanted = z
  .strictObject({
    framework: z.enum(frameworkIds).describe('Framework that the strategy is written for'),
    venue,
    symbols: z.array(text('Framework alias of a market', 'BTC/USDC:USDC')).meta({
      description: 'Framework aliases of the markets: 1 to 50, without duplicates',
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
    }),
    code: text('The strategy: one file, at most 256 KiB', STRATEGY),
    config: jsonObject.meta({
      description: "The framework's own config, at most 64 KiB; every key is optional",
      examples: [{ timeframe: '1h', stake_amount: 100 }],
    }),
    range: z.strictObject({
      from: rangeEnd(
        'A date, YYYY-MM-DD: from its midnight UTC; for nautilus also a timestamp with a zone, to the millisecond',
        EXAMPLE.range.from,
      ),
      to: rangeEnd(
        'A date, YYYY-MM-DD: to its midnight UTC; for nautilus also a timestamp with a zone, to the millisecond',
        EXAMPLE.range.to,
      ),
    }),
    strategy_class: text('Name of a Python class', 'Momentum')
      .exactOptional()
      .describe('The strategy class to run; may be omitted if the file holds only one'),
    name: backtestName
      .exactOptional()
      .describe(
        'Name of 1 to 100 characters, without control characters, invisible characters or ones that change the text direction',
      ),
    checks: z
      .array(z.enum(['lookahead', 'recursive']))
      .exactOptional()
      .meta({
        description:
          "Checks of the strategy by freqtrade's own lookahead-analysis and recursive-analysis, run after the backtest has " +
          'finished, each named once; they do not affect its result',
        maxItems: 2,
        examples: [['lookahead', 'recursive']],
      }),
    image_digest: imageDigest.exactOptional().describe('A listed digest; the current one if omitted'),
  })
  .meta({ examples: [EXAMPLE] });

/** `POST /runtime/backtests` */
export const createBacktest = defineRoute({
  method: 'POST',
  path: '/runtime/backtests',
  effect: 'adds',
  tool: 'runtime.backtests.create',
  summary: 'Checks a strategy and queues its backtest; for 24 hours, repeating a key returns the first response',
  authentication: 'key',
  request: z.object({
    ...noFields,
    headers: z.object({ 'idempotency-key': idempotencyKey.exactOptional() }),
    body: wanted,
  }),
  response: { 202: z.object({ id: text('The backtest', 'bt_01'), status: backtestStatus }) },
  refusals: [
    'invalid_request',
    'strategy_invalid',
    'config_invalid',
    'data_unavailable',
    'venue_not_supported',
    'feature_not_available',
    'market_not_found',
    'idempotency_key_conflict',
    'processor_time_exhausted',
    'quota_exceeded',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  creates: { path: '/runtime/backtests/{id}', id: '/id' },
  operation: CreateBacktestDocument,
  variables: ({ headers, body: { config, strategy_class: strategyClass, image_digest: digest, ...same } }) => ({
    input: {
      ...same,
      configJson: JSON.stringify(config),
      strategyClass,
      imageDigest: digest,
      idempotencyKey: headers['idempotency-key'],
    },
  }),
  respond: ({ createBacktest: { backtest, replayed } }) => ({
    status: 202,
    body: { id: backtest.id, status: backtest.status },
    headers: replayHeaders(replayed),
  }),
});
