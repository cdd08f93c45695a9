import type {
  MarketSnapshot as MarketSnapshotMessage,
  Scan as ScanMessage,
  ScanResult as ScanResultMessage,
  Setup as SetupMessage,
} from '@platform/protos/context';
import type { Sendable } from '@platform/rpc/grpc';
import type { ScanResult } from './intelligence/ranking.js';
import type { Finding } from './intelligence/scan.js';
import type { MarketSnapshot, ScanSnapshot } from './intelligence/snapshots.js';

/** Converts a scan to the contract's message. */
export function toScanMessage({ computedAt, results }: ScanSnapshot): Sendable<ScanMessage> {
  return { computedAtMs: computedAt.getTime(), results: results.map((result) => toResult(result, result)) };
}

/** Converts a market's setup to the contract's message. */
export function toSetupMessage({ venue, symbol, computedAt, setup }: MarketSnapshot): Sendable<SetupMessage> {
  const { regime, levels, volatility, funding } = setup;
  return {
    ...{ venue, symbol, computedAtMs: computedAt.getTime() },
    regime: { state: regime.state, adx14: regime.adx14 ?? undefined },
    levels: { support: [...levels.support], resistance: [...levels.resistance] },
    volatility: {
      atr14Pct: volatility.atr14Pct ?? undefined,
      bbWidthPctile90d: volatility.bbWidthPctile90d ?? undefined,
    },
    funding: { currentAnnualized: funding.currentAnnualized ?? undefined, trend: funding.trend ?? undefined },
  };
}

/** Converts a market's snapshot to the contract's message. */
export function toSnapshotMessage(snapshot: MarketSnapshot): Sendable<MarketSnapshotMessage> {
  return {
    setup: toSetupMessage(snapshot),
    findings: snapshot.findings.map((finding) => toResult(snapshot, finding)),
  };
}

function toResult(
  { venue, symbol }: Pick<ScanResult, 'venue' | 'symbol'>,
  { category, score, evidence }: Finding,
): Sendable<ScanResultMessage> {
  return { venue, symbol, category, score, evidenceJson: JSON.stringify(evidence) };
}
