import { parse } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { GetDeploymentLogsRequest } from '@platform/protos/runtime';
import { z } from 'zod';
import type { BotLogLine } from '../../bots/log-file.js';
import type { LegacyDeploymentReads } from '../../legacy/deployments/reads.js';
import type { BotLogs } from '../../nodes/bot-logs.js';
import { formatLogLine } from '../../records/log-lines.js';
import { placeOf } from '../place.js';
import type { DeploymentStore } from '../store.js';

const LIMIT_MAX = 5_000;
const RETENTION_MS = 7 * 86_400_000;
const NS_PER_MS = 1_000_000n;

const schema = z.object({
  id: z.string(),
  sinceMs: z.int().optional(),
  limit: z.int().min(1, 'must be at least 1').max(LIMIT_MAX, `must be at most ${LIMIT_MAX}`),
});

/** What reads of logs need. */
interface LogParts {
  readonly store: DeploymentStore;
  readonly logs: Pick<BotLogs, 'read'>;
  readonly legacy: LegacyDeploymentReads;
  readonly clock: Clock;
}

/**
 * Returns the newest lines of an account's deployment, oldest first, whichever machine has them. Throws `invalid_request`,
 * `deployment_not_found`, `service_unavailable` and `response_too_large`, and of one of the older platform also `unsupported_runtime_record` and
 * `rate_limited`.
 */
export async function readDeploymentLogs(
  parts: LogParts,
  accountId: string,
  request: GetDeploymentLogsRequest,
): Promise<string[]> {
  const { id, sinceMs, limit } = parse(schema, request);
  const earliestMs = Math.max(sinceMs ?? 0, parts.clock.nowMs() - RETENTION_MS);
  const from = { sinceNs: BigInt(earliestMs) * NS_PER_MS, limit };
  return (await linesOf(parts, accountId, id, from)).map(formatLogLine);
}

async function linesOf(
  { store, logs, legacy }: LogParts,
  accountId: string,
  id: string,
  from: { readonly sinceNs: bigint; readonly limit: number },
): Promise<readonly BotLogLine[]> {
  const [own] = await store.findMany(accountId, [id]);
  return own === undefined ? legacy.readLogs(accountId, id, from) : logs.read(own.node, placeOf(own), from);
}
