/**
 * Returns a promise's result, or, where it takes longer in real time, what `late` returns or throws. Nothing is stopped: the work behind
 * the promise goes on.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Result,
): Promise<Result> {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([work, timedOut.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
