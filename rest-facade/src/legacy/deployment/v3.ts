import { z } from 'zod';
import { LegacyCreateDeploymentDocument, LegacyListRunningDeploymentsDocument } from '../../generated/operations.js';
import { deploymentName } from '../../routes/deployments/deployment/deployment.js';
import { replayHeaders, text } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { OLDER_VENUE } from '../older-venue.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { CREATION_REFUSALS, creationHeaders, creationMessage, modeOf, toCreation, type Wanted } from './creation.js';
import { legacyDeployment, toLegacyDeployment } from './deployment.js';
import { activeDeploymentIds, activeIds, type Tree } from './tree.js';
import { walletsOf } from './wallets.js';

const CODE = 'class Trader(Strategy): ...';
const CONFIG = { venue: OLDER_VENUE, instrument_id: `BTC-PERP.${OLDER_VENUE.toUpperCase()}` };

const wanted = z
  .object({
    region: text('A place of the older platform, which has no counterpart here', 'london').exactOptional(),
    deployment: z
      .object({
        name: deploymentName
          .exactOptional()
          .describe('Unique among the deployments of the account; made of the rest if omitted'),
        code: text('The strategy: one file, at most 256 KiB', CODE),
        config: jsonObject.meta({
          description:
            'What its config class takes, at most 64 KiB; `venue`, and `instrument_id` or `instrument_ids`, say what it trades. ' +
            'Real money is not available for nautilus',
          examples: [CONFIG],
        }),
      })
      .meta({ id: 'LegacyNautilusDeploymentWanted', description: 'What to make' }),
  })
  .meta({ examples: [{ region: 'london', deployment: { code: CODE, config: CONFIG } }] });

const accepted = z.object({
  deployment: legacyDeployment,
  executionCluster: absent(z.string(), 'it is a process of one machine'),
  activeDeploymentIds,
});

/** The keys of a config that said where and how the older platform was to run it: no strategy declares them. */
const PLACES: ReadonlySet<string> = new Set(['venue', 'dry_run']);
const named = z.object({ venue: z.string().min(1) });
const traded = z.object({ instrument_id: z.string().min(1), instrument_ids: z.undefined().optional() });

/** Returns the config as the framework takes it: it names its markets as a list. */
export function toNautilusConfig(config: Wanted['config']): Wanted['config'] {
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !PLACES.has(key)));
  const one = traded.safeParse(config);
  return one.success ? { ...own, instrument_ids: [one.data.instrument_id] } : own;
}

/** The creation of a deployment of nautilus. */
export function createNautilusRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: tree.path,
    effect: 'adds',
    name: `${tree.name}.create`,
    successor: 'POST /runtime/deployments',
    summary: 'Checks a strategy of nautilus and records its deployment, which does not run until it is started',
    request: z.object({ ...noFields, headers: creationHeaders, body: wanted }),
    response: { 202: accepted },
    refusals: CREATION_REFUSALS,
    operations: [LegacyCreateDeploymentDocument, LegacyListRunningDeploymentsDocument],
    answer: async ({ headers, body: { deployment: asked } }, ask) => {
      const { config, ...rest } = asked;
      const place = named.safeParse(config);
      const venue = place.success ? place.data.venue : OLDER_VENUE;
      const input = {
        ...toCreation({ ...rest, config: toNautilusConfig(config) }, tree, venue, headers['idempotency-key']),
        mode: tree.mode ?? modeOf(config),
      };
      const { createDeployment } = await ask(LegacyCreateDeploymentDocument, { input });
      const { deployment, replayed } = createDeployment;
      const shown = toLegacyDeployment(deployment, await walletsOf([deployment], ask));
      const made = { ...shown, message: creationMessage(deployment.mode) };
      return {
        status: 202,
        body: { deployment: made, executionCluster: null, activeDeploymentIds: await activeIds(ask) },
        headers: replayHeaders(replayed),
      };
    },
  });
}
