import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;

/** Waits until a count is reached; returns how long that took, in milliseconds. */
export async function untilCount(
  what: string,
  wanted: number,
  count: () => Promise<number>,
  timeoutMs: number,
): Promise<number> {
  const startedAtMs = performance.now();
  for (;;) {
    const found = await count();
    const tookMs = performance.now() - startedAtMs;
    if (found >= wanted) return tookMs;
    if (tookMs > timeoutMs) throw new Error(`${what}: ${found} of ${wanted} after ${timeoutMs} ms`);
    await wait(POLL_INTERVAL_MS);
  }
}
