import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../quickstart/client.js';
import type { FinishedBacktest } from '../quickstart/result.js';
import type { Display } from './display.js';

/** A short backtest is polled often, a longer one less often. */
const POLL_INTERVAL_MS = 500;
const LATER_POLL_INTERVAL_MS = 2_000;
const LATER_MS = 10_000;

/** The fields of a framework's version that are read. */
interface FrameworkVersion {
  readonly id: string;
  readonly version: string;
  readonly image_digest: string;
  readonly status: string;
  readonly progress: string | null;
}

/** Reads a path of the platform's REST interface. */
export type Read = <Body>(path: string) => Promise<Body>;

/** Waits until a backtest has ended, and shows meanwhile its progress, or what its framework still lacks. */
export async function untilEnded(id: string, read: Read, display: Display): Promise<FinishedBacktest> {
  const laterMs = performance.now() + LATER_MS;
  for (;;) {
    const seen = await read<FinishedBacktest>(`/runtime/backtests/${id}`);
    display.show(seen, seen.status === 'queued' ? await preparationOf(seen, read) : undefined);
    if (seen.status === 'finished' || seen.status === 'error') return seen;
    await wait(performance.now() < laterMs ? POLL_INTERVAL_MS : LATER_POLL_INTERVAL_MS);
  }
}

/** Returns the preparation of a backtest's framework; undefined where it is ready. */
async function preparationOf({ framework }: FinishedBacktest, read: Read): Promise<string | undefined> {
  const { frameworks } = await read<{ frameworks: readonly FrameworkVersion[] }>('/runtime/frameworks').catch(unread);
  const version = frameworks.find((each) => each.image_digest === framework.image_digest);
  if (version === undefined || version.status === 'ready') return undefined;
  const name = `${version.id} ${version.version}`;
  if (version.status === 'failed') return `${name} could not be prepared, and is tried again`;
  return `${name} is being prepared, once${version.progress === null ? '' : `: ${version.progress}`}`;
}

/** A refusal does not end the wait for a backtest, which may still go on. */
function unread(error: unknown): { frameworks: [] } {
  if (error instanceof ApiError) return { frameworks: [] };
  throw error;
}
