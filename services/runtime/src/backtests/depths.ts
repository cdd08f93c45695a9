import type { Clock } from '@platform/kit/clock';
import { exposeQueue } from '@platform/observability/metrics';
import { type Connection, countByStatus } from '@platform/store/mongo';
import { backtestModel } from '../records/record.js';

/** Reports how many backtests wait and run, and for how long. */
export function exposeBacktests(connection: Connection, clock: Clock): void {
  const backtests = backtestModel(connection);
  exposeQueue('backtests', () => countByStatus(backtests, 'status', ['queued', 'running']), clock);
}
