import { PlatformError } from '@platform/errors';
import { withTimeout } from '@platform/kit/clock';

/** Returns a promise's result, or throws `deadline_exceeded` when it is late; the work goes on, as it does behind gRPC. */
export function withinDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return withTimeout(work, timeoutMs, () => {
    throw new PlatformError('deadline_exceeded');
  });
}
