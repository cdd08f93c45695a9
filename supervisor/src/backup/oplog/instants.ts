import { z } from 'zod';
import { type ClusterTime, clusterTime } from '../archive.js';

/** Where an entry of the oplog stands. */
export const position = z.object({
  time: clusterTime,
  /** When it was written, by the clock of the server that did. */
  wall: z.union([z.date(), z.iso.datetime().transform((text) => new Date(text))]),
});
export type Position = z.output<typeof position>;

/** An instant to go back to: by the clock, or exactly, by cluster time. */
export type Instant = Date | ClusterTime;

const EXACT = /^(\d{1,10}):(\d{1,10})$/;
const byClock = z.iso.datetime({ offset: true });

/** Reads `2026-01-31T12:00:00.000Z` or `<seconds>:<increment>`; undefined for another text. */
export function readInstant(text: string): Instant | undefined {
  const [, seconds, increment] = EXACT.exec(text) ?? [];
  if (seconds !== undefined) return { seconds: Number(seconds), increment: Number(increment) };
  return byClock.safeParse(text).success ? new Date(text) : undefined;
}

/** Returns a number below 0 where the first is earlier, and above 0 where it is later. */
export function compareTimes(first: ClusterTime, second: ClusterTime): number {
  return first.seconds - second.seconds || first.increment - second.increment;
}

/** The same of an entry and an instant. */
export function compareWith({ time, wall }: Position, instant: Instant): number {
  return instant instanceof Date ? wall.getTime() - instant.getTime() : compareTimes(time, instant);
}
