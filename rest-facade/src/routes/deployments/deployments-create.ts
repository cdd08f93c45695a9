import { frameworkIds } from '@platform/venues/registry';
import { z } from 'zod';
import { CreateDeploymentDocument } from '../../generated/operations.js';
import { exampleVenue, idempotencyKey, replayHeaders, text, timestamp } from '../fields.js';
import { jsonObject } from '../json-object.js';
import { defineRoute, noFields } from '../route.js';
import { imageDigest, venue } from '../runtime/backtest/backtest.js';
import { deploymentMode, deploymentName, deploymentStatus, instant, onExpiry } from './deployment/deployment.js';

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

const CONFIG = { stake_amount: 100, exchange: { pair_whitelist: ['BTC/USDC:USDC'] } };

const EXAMPLE = {
  framework: 'freqtrade',
  venue: exampleVenue,
  mode: 'paper',
  name: 'Momentum',
  code: STRATEGY,
  config: CONFIG,
};

const wanted = z
  .strictObject({
    framework: z.enum(frameworkIds).describe('Framework that the strategy is written for'),
    image_digest: imageDigest.exactOptional().describe('A listed digest; the current one if omitted'),
    venue,
    region: text('Region of the venue', 'eu').exactOptional().describe("The venue's first one if omitted"),
    mode: deploymentMode,
    name: deploymentName.describe(
      "Name of 1 to 100 characters, without control characters, invisible characters or ones that change the text direction; unique among the account's deployments",
    ),
    code: text('The strategy: one file, at most 256 KiB', STRATEGY),
    config: jsonObject.meta({
      description:
        "The framework's own config, at most 64 KiB; it names the markets: exchange.pair_whitelist for freqtrade, instrument_ids for nautilus",
      examples: [CONFIG],
    }),
    credentials: z
      .strictObject({
        type: z.enum(['managed', 'self_custody']).describe('Who holds them: the platform; self_custody is planned'),
      })
      .exactOptional()
      .describe('Managed if omitted; ignored for paper'),
    alive_until: instant
      .exactOptional()
      .describe('When its time is over; never if omitted, but a live one ends with the mandate of its key'),
    on_expiry: onExpiry.exactOptional().describe('What happens then; it stops if omitted'),
  })
  .meta({ examples: [EXAMPLE] });

/** `POST /runtime/deployments` */
export const createDeployment = defineRoute({
  method: 'POST',
  path: '/runtime/deployments',
  effect: 'adds',
  tool: 'runtime.deployments.create',
  summary:
    'Checks a strategy and records its deployment, which does not run until it is started; for 24 hours, repeating a key returns the first response',
  authentication: 'key',
  request: z.object({
    ...noFields,
    headers: z.object({ 'idempotency-key': idempotencyKey.exactOptional() }),
    body: wanted,
  }),
  response: {
    201: z.object({
      id: text('The deployment', 'dpl_01'),
      status: deploymentStatus,
      mode: deploymentMode,
      framework: z.object({ id: text('Framework', 'freqtrade'), image_digest: imageDigest }),
      venue: text('Venue', exampleVenue),
      created_at: timestamp,
    }),
  },
  refusals: [
    'invalid_request',
    'strategy_invalid',
    'config_invalid',
    'venue_not_supported',
    'feature_not_available',
    'name_taken',
    'mandate_exceeded',
    'idempotency_key_conflict',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  creates: { path: '/runtime/deployments/{id}', id: '/id' },
  operation: CreateDeploymentDocument,
  variables: ({ headers, body: { config, image_digest: digest, credentials, ...body } }) => ({
    input: {
      framework: body.framework,
      venue: body.venue,
      region: body.region,
      mode: body.mode,
      name: body.name,
      code: body.code,
      configJson: JSON.stringify(config),
      imageDigest: digest,
      aliveUntil: body.alive_until,
      onExpiry: body.on_expiry,
      credentialsType: credentials?.type,
      idempotencyKey: headers['idempotency-key'],
    },
  }),
  respond: ({ createDeployment: { deployment, replayed } }) => ({
    status: 201,
    body: {
      id: deployment.id,
      status: deployment.status,
      mode: deployment.mode,
      framework: pinned(deployment.framework),
      venue: deployment.venue,
      created_at: deployment.createdAt,
    },
    headers: replayHeaders(replayed),
  }),
});

/** Legacy records alone have no digest. */
function pinned({ id, imageDigest: digest }: { readonly id: string; readonly imageDigest: string | null }) {
  if (digest === null) throw new Error('the gateway answered a new deployment without its image');
  return { id, image_digest: digest };
}
