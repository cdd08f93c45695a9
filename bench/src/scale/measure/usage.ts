import { readFile } from 'node:fs/promises';
import type { Platform } from '@platform/test/platform';
import type { Usage } from '../measured.js';
import { feedsOf, processorSeconds } from './processors.js';
import type { StoreCounters } from './store.js';
import type { Streams } from './streams.js';
import type { ComingAndGoing } from './workers.js';

/** What counters are read of. */
export interface Counted {
  readonly platform: Platform;
  readonly store: StoreCounters;
  readonly streams: Streams;
  /** The processes that run strategies for backtests. */
  readonly workers: ComingAndGoing;
}

/** All counters at a moment. */
export interface Reading {
  readonly atMs: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Reads all counters. */
export async function readCounters({ platform, store, streams, workers }: Counted): Promise<Reading> {
  const [processors, stored, feed] = await Promise.all([
    processorSeconds(platform, workers),
    store.read(),
    writtenByFeeds(platform),
  ]);
  const named = Object.entries(processors).map(([part, seconds]) => [`processor.${part}`, seconds]);
  const counts = { ...Object.fromEntries(named), ...stored, ...feed, 'streams.events': streams.events };
  return { atMs: performance.now(), counts };
}

/** Returns what was spent between two readings; a part that came in between began with nothing. */
export function spentBetween(before: Reading, after: Reading): Usage {
  const names = Object.keys(after.counts);
  const counts = names.map((name) => [name, (after.counts[name] ?? 0) - (before.counts[name] ?? 0)]);
  return { seconds: (after.atMs - before.atMs) / 1_000, counts: Object.fromEntries(counts) };
}

/** What the feeds have written: an answer to a bot is one call of the system. */
async function writtenByFeeds(platform: Platform): Promise<Readonly<Record<string, number>>> {
  const texts = await Promise.all((await feedsOf(platform)).map((id) => readFile(`/proc/${id}/io`, 'utf8')));
  const sum = (name: string) =>
    texts.reduce((total, text) => total + Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1] ?? 0), 0);
  return { 'feed.answers': sum('syscw'), 'feed.bytes': sum('wchar') };
}
