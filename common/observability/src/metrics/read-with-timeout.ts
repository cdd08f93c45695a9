import { withTimeout } from '@platform/kit/clock';

/** The time-out of a read; later results are left out of the answer: a hanging store must not hide everything else. */
const READ_TIMEOUT_MS = 2_000;

/** What `read` gives, or `missing` where it fails or takes too long. */
export function readWithTimeout<Read>(read: () => Promise<Read>, missing: Read): Promise<Read> {
  return withTimeout(
    read().catch(() => missing),
    READ_TIMEOUT_MS,
    () => missing,
  );
}
