import { PlatformError } from '@platform/errors';

/** What a promise gives, or `deadline_exceeded` when it is late; the work goes on, as it does behind gRPC. */
export async function withinDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PlatformError('deadline_exceeded')), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
