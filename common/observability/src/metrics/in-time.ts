/** Reads that take longer are left out of the answer: a store that hangs must not hide everything else. */
const READ_TIMEOUT_MS = 2_000;

/** What `read` gives, or `missing` where it fails or takes too long. */
export async function readInTime<Read>(read: () => Promise<Read>, missing: Read): Promise<Read> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<Read>();
  const timer = setTimeout(() => giveUp(missing), READ_TIMEOUT_MS);
  const outcome = await Promise.race([read().catch(() => missing), late]);
  clearTimeout(timer);
  return outcome;
}
