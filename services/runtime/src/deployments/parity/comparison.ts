import { venueRow } from '@platform/venues/registry';
import type { BacktestStore } from '../../backtests/store.js';
import type { Incident } from '../../bots/observation.js';
import type { DeploymentHistory } from '../history/index.js';
import type { DeploymentRecord } from '../record.js';
import { compareTrades } from './compare.js';
import type { ParityRecord } from './records.js';
import { type ParityReport, reportOf } from './report.js';
import { deployedTrades, type ReadTrades, replayedTrades } from './trades.js';

/** Where the trades of both are. */
interface Sources {
  readonly history: DeploymentHistory;
  readonly backtests: BacktestStore;
}

/** Compares what a deployment did in the period of a report with the report's finished backtest. */
export async function comparisonOf(
  deployment: DeploymentRecord,
  parity: ParityRecord,
  { history, backtests }: Sources,
): Promise<ParityReport> {
  const { _id, accountId, venue, mode, entriesBlockedSince } = deployment;
  const { backtestId, fromMs, toMs, candleMs, held } = parity;
  const [deployed, replayed, incidents] = await Promise.all([
    deployedTrades(history, _id, toMs),
    replayedTrades(backtests, accountId, backtestId),
    history.incidents(_id, { fromMs, toMs }),
  ]);
  const wholeFromMs = Math.max(deployed.wholeFromMs ?? fromMs, replayed.wholeFromMs ?? fromMs);
  const orderMinUsd = venueRow(venue).minimumOrderUsd;
  const rows = compareTrades({
    deployed: openedSince(deployed, wholeFromMs),
    replayed: openedSince(replayed, wholeFromMs),
    incidents: [...incidents, ...unendedOf(deployment, parity)],
    held,
    blockedFromMs: entriesBlockedSince?.getTime(),
    orderMinUsd: orderMinUsd === undefined ? undefined : Number(orderMinUsd),
    period: { fromMs, toMs },
    isLive: mode === 'live',
    candleMs,
  });
  const isTruncated = deployed.wholeFromMs !== undefined || replayed.wholeFromMs !== undefined;
  return reportOf(rows, isTruncated);
}

function openedSince({ trades }: ReadTrades, timeMs: number) {
  return trades.filter(({ openedAtMs }) => openedAtMs >= timeMs);
}

/** What no incident was made of: the time before its bot first looked at its markets, and a silence that has not ended. */
function unendedOf(deployment: DeploymentRecord, { fromMs, toMs }: ParityRecord): Incident[] {
  const { equity, firstStartedAt, feedSilentSince } = deployment;
  const firstMs = (equity?.since ?? firstStartedAt)?.getTime() ?? fromMs;
  const silentMs = feedSilentSince?.getTime() ?? toMs;
  return [
    { kind: 'not_running', symbol: null, fromMs, toMs: firstMs },
    ...(silentMs < toMs ? [{ kind: 'feed_silent', symbol: null, fromMs: silentMs, toMs } as const] : []),
  ];
}
