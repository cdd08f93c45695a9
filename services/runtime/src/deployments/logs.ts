import { parse } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { GetDeploymentLogsRequest } from '@platform/protos/runtime';
import { z } from 'zod';
import type { BotRunner } from '../bots/bot-runner.js';
import { formatLogLine } from '../records/log-lines.js';
import { placeOf } from './place.js';
import type { DeploymentStore } from './store.js';

const LIMIT_MAX = 5_000;
const RETENTION_MS = 7 * 86_400_000;
const NS_PER_MS = 1_000_000n;

const schema = z.object({
  id: z.string(),
  sinceMs: z.int().optional(),
  limit: z.int().min(1, 'must be at least 1').max(LIMIT_MAX, `must be at most ${LIMIT_MAX}`),
});

/** Returns the newest lines of an account's deployment, oldest first. Throws `invalid_request` and `deployment_not_found`. */
export async function readDeploymentLogs(
  parts: { readonly store: DeploymentStore; readonly runner: BotRunner; readonly clock: Clock },
  accountId: string,
  request: GetDeploymentLogsRequest,
): Promise<string[]> {
  const { id, sinceMs, limit } = parse(schema, request);
  const record = await parts.store.get(accountId, id);
  const earliestMs = Math.max(sinceMs ?? 0, parts.clock.nowMs() - RETENTION_MS);
  const from = { sinceNs: BigInt(earliestMs) * NS_PER_MS, limit };
  const lines = await parts.runner.logs(placeOf(record), from);
  return lines.map(formatLogLine);
}
