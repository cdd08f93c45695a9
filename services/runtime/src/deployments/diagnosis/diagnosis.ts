import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { areEntriesBlocked } from '../../live/differences.js';
import { isFunded, type LiveDeployments } from '../../live/live-deployments.js';
import type { BotLogs } from '../../nodes/bot-logs.js';
import type { Nodes } from '../../nodes/nodes.js';
import { placeOf } from '../place.js';
import type { DeploymentRecord } from '../record.js';
import { boundStatuses } from '../state.js';
import type { DeploymentStore } from '../store.js';
import { diagnose } from './diagnose.js';
import type { DiagnosisFacts, Unread } from './facts.js';
import type { Finding } from './findings.js';
import type { MarketFactsOf } from './markets.js';
import { readCandle } from './read-candle.js';
import { readLog } from './read-log.js';
import { readStake } from './read-stake.js';

/** As many lines as are looked through. */
const LINES_MAX = 1_000;

/** What a diagnosis reads. */
export interface DiagnosisParts {
  readonly store: DeploymentStore;
  readonly live: Pick<LiveDeployments, 'refreshed'>;
  readonly logs: Pick<BotLogs, 'read'>;
  readonly nodes: Pick<Nodes, 'awaySince'>;
  readonly marketFactsOf: MarketFactsOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns why an account's deployment doesn't trade, from what the platform knows. Throws `deployment_not_found` and `unsupported_runtime_record`.
 */
export async function readDiagnosis(parts: DiagnosisParts, accountId: string, id: string): Promise<Finding[]> {
  const read = await parts.store.get(accountId, id);
  const [record = read] = await parts.live.refreshed([read]);
  const isRunning = record.status === 'running';
  const strategy = isRunning ? await parts.store.strategyOf(id) : undefined;
  const { snapshot, venue, venueBalanceUsd } = record;
  const awaySince = boundStatuses.includes(record.status) ? await parts.nodes.awaySince(record.node) : undefined;
  const [markets, log] = await Promise.all([
    isRunning ? marketsOf(parts, record) : { unread: 'it does not run' },
    isRunning ? logOf(parts, record) : undefined,
  ]);
  return diagnose({
    ...{ record, snapshot, awaySince, markets, log },
    entriesBlocked: areEntriesBlocked(record),
    isFunded:
      record.mode === 'paper' || venueBalanceUsd === undefined
        ? undefined
        : isFunded({ venue }, { equityUsd: venueBalanceUsd }),
    stake: strategy === undefined ? undefined : readStake(record, strategy),
    candleMs: strategy === undefined ? undefined : readCandle(record, strategy),
    nowMs: parts.clock.nowMs(),
  });
}

async function marketsOf(
  { marketFactsOf, logger }: DiagnosisParts,
  record: DeploymentRecord,
): Promise<DiagnosisFacts['markets']> {
  try {
    return await marketFactsOf(record);
  } catch (error) {
    return unread(logger, error, 'the context service does not answer');
  }
}

async function logOf({ logs, logger }: DiagnosisParts, record: DeploymentRecord): Promise<DiagnosisFacts['log']> {
  if (record.framework.id !== 'freqtrade') return undefined;
  // Of this start alone: what was before had another cause.
  const sinceNs = BigInt(record.startedAt?.getTime() ?? 0) * 1_000_000n;
  try {
    return readLog(await logs.read(record.node, placeOf(record), { sinceNs, limit: LINES_MAX }));
  } catch (error) {
    return unread(logger, error, 'its log can not be read now');
  }
}

function unread(logger: Logger, error: unknown, why: string): Unread {
  logger.warn({ err: error }, 'a diagnosis could not read all that it goes by');
  return { unread: why };
}
