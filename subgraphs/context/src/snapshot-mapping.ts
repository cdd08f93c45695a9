import type {
  MarketSnapshot as MarketSnapshotMessage,
  Scan as ScanMessage,
  Setup as SetupMessage,
} from '@platform/protos/context';
import type { Scan, ScanResult, Setup } from './schema/snapshot.js';

/** The computed snapshot of a market in its GraphQL form. */
export interface MarketSnapshot {
  readonly venue: string;
  readonly symbol: string;
  readonly setup: Setup;
  readonly findings: readonly ScanResult[];
}

/** Returns a scan in its GraphQL form. */
export function toScan(scan: ScanMessage | null): Scan {
  const { computedAtMs, results } = whole(scan);
  return { computedAt: new Date(computedAtMs), results };
}

/** Returns a market's setup in its GraphQL form. */
export function toSetup(setup: SetupMessage | null): Setup {
  const { venue, symbol, computedAtMs, regime, levels, volatility, funding } = whole(setup);
  return {
    ...{ venue, symbol, computedAt: new Date(computedAtMs) },
    ...{ regime: whole(regime), levels: whole(levels), volatility: whole(volatility), funding: whole(funding) },
  };
}

/** Returns the computed snapshot of a market in its GraphQL form. */
export function toMarketSnapshot({ setup, findings }: MarketSnapshotMessage): MarketSnapshot {
  const { venue, symbol } = whole(setup);
  return { venue, symbol, setup: toSetup(setup), findings };
}

function whole<Part>(part: Part | null): Part {
  if (part === null) throw new Error('the context service answered half a message');
  return part;
}
