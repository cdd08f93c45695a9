import { PlatformError } from '@platform/errors';

/** Returns what a venue answers; `undefined` when it can't be read. */
export async function ifAnswered<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
    throw error;
  }
}
