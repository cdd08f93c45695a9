import { PlatformError } from '@platform/errors';
import { tableKinds } from '@platform/venues/live-data';
import { z } from 'zod';
import type { Pace } from '../../frameworks/framework.js';
import type { DeploymentRecord } from '../record.js';
import type { DeploymentStatus } from '../state.js';

const WEEK_MS = 7 * 86_400_000;
/** Weeks begin on Mondays; the epoch was a Thursday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** A stretch of time. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns when a deployment decided: from its first start to now, or to its last heartbeat where it does not run. Throws `invalid_state` where
 * it never ran, or is deleted.
 */
export function timeOf(record: DeploymentRecord, nowMs: number): Period {
  const { status, firstStartedAt, heartbeatAt } = record;
  if (status === 'deleting' || status === 'deleted') throw refused(status, 'The deployment is deleted.');
  if (firstStartedAt === undefined || heartbeatAt === undefined) throw refused(status, 'The deployment never ran.');
  return { fromMs: firstStartedAt.getTime(), toMs: status === 'running' ? nowMs : heartbeatAt.getTime() };
}

/** Returns the whole candles in which a backtest decides what a bot decided in a time; undefined where none has passed. */
export function candlesOf({ fromMs, toMs }: Period, pace: Pace): Period | undefined {
  const firstMs = candleStartMs(fromMs, pace.candleMs);
  const endMs = candleStartMs(toMs, pace.candleMs);
  // A bot acts at once on the candle before its start: a run that skips its first candle has to begin with that one.
  return endMs - firstMs < pace.candleMs ? undefined : { fromMs: firstMs - leadMs(pace), toMs: endMs };
}

/** Returns the part of a period for which history is stored, as a refusal names it; undefined where that leaves no candle, or says nothing. */
export function storedPart(period: Period, pace: Pace, error: unknown): Period | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'data_unavailable') return undefined;
  const told = storedSchema.safeParse(error.details).data;
  if (told === undefined) return undefined;
  const kind = Object.values(tableKinds).find(({ name }) => name === told.table);
  // Of longer candles only those are needed that close within.
  const spareMs = kind?.timeframe === undefined ? 0 : Math.max(0, kind.intervalMs - pace.candleMs);
  const toMs = candleStartMs(Date.parse(told.coverage.to) + spareMs, pace.candleMs);
  const firstMs = period.fromMs + leadMs(pace);
  return toMs < period.toMs && toMs - firstMs >= pace.candleMs ? { fromMs: period.fromMs, toMs } : undefined;
}

const storedSchema = z.object({ table: z.string(), coverage: z.object({ to: z.iso.datetime() }) });

function leadMs({ candleMs, skipsFirstCandle }: Pace): number {
  return skipsFirstCandle ? candleMs : 0;
}

/** When the candle began that a time lies in. */
export function candleStartMs(timeMs: number, candleMs: number): number {
  const offsetMs = candleMs % WEEK_MS === 0 ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - offsetMs) / candleMs) * candleMs + offsetMs;
}

/** A report that can not be made in the present status. */
export function refused(status: DeploymentStatus, message: string): PlatformError {
  return new PlatformError('invalid_state', { message, details: { status, action: 'start_parity' } });
}
