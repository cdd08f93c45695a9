import { createHash } from 'node:crypto';
import type { BotPlace } from '../bots/bot-runner.js';
import type { DeploymentRecord } from './record.js';

const DIGITS = 16;

/** Where a deployment's bot is: an account's bots of one framework's version at one venue share a process. */
export function placeOf({
  _id: deploymentId,
  accountId,
  framework: { id, imageDigest },
  venue,
}: Pick<DeploymentRecord, '_id' | 'accountId' | 'framework' | 'venue'>): BotPlace {
  const shared = createHash('sha256').update(`${accountId} ${imageDigest} ${venue}`).digest('hex');
  return { workloadId: `${id}-${shared.slice(0, DIGITS)}`, deploymentId };
}
