import { PlatformError } from '@platform/errors';

/** Returns the error for a spelling that resembles a canonical name: it names the canonical one, which is never used in its place. */
export function notCanonical(candidate: string): PlatformError {
  const message = `The symbol is not canonical; ${candidate} would be.`;
  return new PlatformError('symbol_not_canonical', { message, details: { candidate } });
}
