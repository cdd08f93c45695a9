import { setTimeout as wait } from 'node:timers/promises';

const WAIT_MS_MAX = 240_000;
/** Each poll is a request through every hop: many concurrent pollers would slow down the work that they wait for. */
const POLL_INTERVAL_MS = 500;

/** Polls, past refusals and broken connections, until the answer is the expected one. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  hoped: (answer: Answer) => boolean,
  { pollIntervalMs = POLL_INTERVAL_MS, timeoutMs = WAIT_MS_MAX } = {},
): Promise<Answer> {
  const startedAtMs = performance.now();
  for (;;) {
    const answer = await ask().catch((error: unknown) => error);
    if (!(answer instanceof Error) && hoped(answer as Answer)) return answer as Answer;
    if (performance.now() - startedAtMs > timeoutMs)
      throw new Error(`waited without result for ${what}: ${JSON.stringify(answer)}`, { cause: answer });
    await wait(pollIntervalMs);
  }
}
