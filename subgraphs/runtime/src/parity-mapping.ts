import type {
  DeploymentParity as DeploymentParityMessage,
  ParityReport as ParityReportMessage,
  ParityRow as ParityRowMessage,
  ParityTrade as ParityTradeMessage,
} from '@platform/protos/runtime';
import type { DeploymentParity, ParityReport, ParityRow, ParityTrade } from './schema/deployment-parity.js';

/** Returns a parity report in its GraphQL form. */
export function toParity({
  fromMs,
  toMs,
  createdAtMs,
  error,
  report,
  ...same
}: DeploymentParityMessage): DeploymentParity {
  return {
    ...same,
    ...{ from: new Date(fromMs), to: new Date(toMs), createdAt: new Date(createdAtMs) },
    error: error ?? undefined,
    report: report == null ? undefined : toReport(report),
  };
}

function toReport({ effects, rows, ...same }: ParityReportMessage): ParityReport {
  if (effects == null) throw new Error('the runtime service answered half a report');
  return { ...same, effects, rows: rows.map(toRow) };
}

function toRow({ deployed, replayed, effects, ...same }: ParityRowMessage): ParityRow {
  return {
    ...same,
    deployed: deployed == null ? undefined : toTrade(deployed),
    replayed: replayed == null ? undefined : toTrade(replayed),
    effects: effects ?? undefined,
  };
}

function toTrade({ openedAtMs, closedAtMs, ...same }: ParityTradeMessage): ParityTrade {
  return { ...same, openedAt: new Date(openedAtMs), closedAt: new Date(closedAtMs) };
}
