import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CreateDeploymentInput, LegacyCreateDeploymentDocument } from '../../generated/operations.js';
import { deploymentName } from '../../routes/deployments/deployment/deployment.js';
import { idempotencyKey, replayHeaders, text } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { noFields } from '../../routes/route.js';
import { OLDER_VENUE } from '../older-venue.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { legacyDeployment, toLegacyDeployment } from './deployment.js';
import type { Tree } from './tree.js';
import { walletsOf } from './wallets.js';

/** Of a hash: enough to tell the strategies of an account apart. */
const NAME_HASH_CHARACTERS = 12;
const SIMULATED =
  'It trades with simulated money. For real money its config says "dry_run": false and "available_capital", the USD that it may use.';
const REAL = 'It trades with real money once it is started.';

const CODE = 'class Momentum(IStrategy): ...';
const CONFIG = { stake_amount: 100, exchange: { name: OLDER_VENUE, pair_whitelist: ['BTC/USDC:USDC'] } };

const exchange = z.object({ exchange: z.object({ name: z.string().min(1) }) });

/** What the older surface takes to make a deployment. */
const wanted = z
  .object({
    name: deploymentName
      .exactOptional()
      .describe('Unique among the deployments of the account; made of the rest if omitted'),
    code: text('The strategy: one file, at most 256 KiB', CODE),
    config: jsonObject.meta({
      description: `freqtrade's config, at most 64 KiB. It trades with real money only where \`dry_run\` is false; \`exchange.name\` is ${OLDER_VENUE} if omitted`,
      examples: [CONFIG],
    }),
  })
  .meta({ examples: [{ name: 'Momentum', code: CODE, config: CONFIG }] });

/** A body of creation, and how its config is handed on. */
export interface Wanted {
  readonly name?: string;
  readonly code: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What a creation of any tree may be refused with. */
export const CREATION_REFUSALS = [
  ...([
    'invalid_request',
    'strategy_invalid',
    'config_invalid',
    'venue_not_supported',
    'feature_not_available',
  ] as const),
  ...(['name_taken', 'mandate_exceeded', 'idempotency_key_conflict'] as const),
  ...(['context_upstream_unavailable', 'context_store_unavailable'] as const),
];

/** The headers of a creation. */
export const creationHeaders = z.object({ 'idempotency-key': idempotencyKey.exactOptional() });

/**
 * Returns the deployment to make. Real money takes a config that says so: older clients never set `dry_run`, and attach credentials later,
 * which on this platform no deployment turns live by.
 */
export function toCreation(
  { name, code, config }: Wanted,
  tree: Tree,
  venue: string,
  idempotency: string | undefined,
): CreateDeploymentInput {
  const configJson = JSON.stringify(config);
  return {
    framework: tree.framework,
    venue,
    mode: tree.mode ?? modeOf(config),
    name: name ?? nameOf(code, configJson),
    code,
    configJson,
    idempotencyKey: idempotency,
  };
}

/** Returns the money that a config trades with. */
export function modeOf(config: Wanted['config']): 'paper' | 'live' {
  return config['dry_run'] === false ? 'live' : 'paper';
}

/** A name for what has none: the same for the same strategy, so that a repeated request is told that it is there already. */
function nameOf(code: string, configJson: string): string {
  const hash = createHash('sha256').update(`${code}\n${configJson}`).digest('hex');
  return `strategy-${hash.slice(0, NAME_HASH_CHARACTERS)}`;
}

/** Returns what the answer to a creation says. */
export function creationMessage(mode: 'paper' | 'live'): string {
  return mode === 'live' ? REAL : SIMULATED;
}

/** The creation of a deployment in a tree of freqtrade. */
export function createRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: tree.path,
    effect: 'adds',
    name: `${tree.name}.create`,
    successor: 'POST /runtime/deployments',
    summary: 'Checks a strategy and records its deployment, which does not run until it is started',
    request: z.object({ ...noFields, headers: creationHeaders, body: wanted }),
    response: { 201: legacyDeployment },
    refusals: CREATION_REFUSALS,
    operations: [LegacyCreateDeploymentDocument],
    answer: async ({ headers, body }, ask) => {
      const named = exchange.safeParse(body.config);
      const venue = named.success ? named.data.exchange.name : OLDER_VENUE;
      const input = toCreation(body, tree, venue, headers['idempotency-key']);
      const { createDeployment } = await ask(LegacyCreateDeploymentDocument, { input });
      const { deployment, replayed } = createDeployment;
      const shown = toLegacyDeployment(deployment, await walletsOf([deployment], ask));
      return {
        status: 201,
        body: { ...shown, message: creationMessage(deployment.mode) },
        headers: replayHeaders(replayed),
      };
    },
  });
}
