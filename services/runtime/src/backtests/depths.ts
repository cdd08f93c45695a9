import type { Clock } from '@platform/kit/clock';
import { exposeQueue } from '@platform/observability/metrics';
import { type Connection, countByStatus, type StatusCount } from '@platform/store/mongo';
import { backtestModel } from '../records/record.js';

/** Nothing waited for a worker while it was held. */
const WAITING = { matching: { held: { $ne: true } }, since: { $ifNull: ['$releasedAt', '$createdAt'] } };

/** Returns how many backtests wait for a worker and run, and since when; held ones wait for their owners. */
export async function backtestDepths(connection: Connection): Promise<readonly StatusCount[]> {
  return countByStatus(backtestModel(connection), 'status', ['queued', 'running'], WAITING);
}

/** Reports how many backtests wait and run, and for how long. */
export function exposeBacktests(connection: Connection, clock: Clock): void {
  exposeQueue('backtests', () => backtestDepths(connection), clock);
}
