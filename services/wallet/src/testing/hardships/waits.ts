import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from '@platform/kit/clock';

const LOOK_MS = 50;
const WAIT_MS_MAX = 240_000;

/** Repeats a look until it finds something; throws after four minutes. */
export async function found<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  pauseMs = LOOK_MS,
): Promise<Found> {
  const startedAtMs = monotonicMs();
  for (;;) {
    const result = await look();
    if (result !== undefined) return result;
    if (monotonicMs() - startedAtMs > WAIT_MS_MAX) throw new Error(`${what}: not within ${WAIT_MS_MAX} ms`);
    await wait(pauseMs);
  }
}

/** Waits until a condition holds; throws after four minutes. */
export async function until(what: string, holds: () => Promise<boolean>, pauseMs = LOOK_MS): Promise<void> {
  await found(what, async () => ((await holds()) ? true : undefined), pauseMs);
}
