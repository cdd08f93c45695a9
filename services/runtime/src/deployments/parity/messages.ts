import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import type { ParityRow } from './compare.js';
import { tradeOf } from './pairs.js';
import type { Parity } from './parity.js';
import type { ParityReport } from './report.js';
import type { ParityTrade } from './trade.js';

type ParityMessage = NonNullable<Sendable<ResponseOf<RuntimeServiceDefinition, 'GetDeploymentParity'>>['parity']>;
type ReportMessage = NonNullable<ParityMessage['report']>;

/** A parity report as every call shows it. */
export function toParityMessage({ createdAt, error, report, ...same }: Parity): ParityMessage {
  return {
    ...same,
    createdAtMs: createdAt.getTime(),
    error: error ?? null,
    report: report === undefined ? null : toReportMessage(report),
  };
}

function toReportMessage({ isTruncated, causes, rows, ...same }: ParityReport): ReportMessage {
  return {
    ...same,
    truncated: isTruncated,
    causes: causes.map((count) => ({ ...count })),
    rows: rows.map(toRowMessage),
  };
}

function toRowMessage(row: ParityRow): ReportMessage['rows'][number] {
  const { deployed, replayed, causes, effects } = row;
  const { symbol, side } = tradeOf(row);
  return {
    ...{ symbol, side },
    deployed: deployed === undefined ? null : toTradeMessage(deployed),
    replayed: replayed === undefined ? null : toTradeMessage(replayed),
    causes: [...causes],
    effects: effects ?? null,
  };
}

function toTradeMessage({ symbol: _symbol, side: _side, isPartlyFilled: _isPartlyFilled, ...same }: ParityTrade) {
  return same;
}
