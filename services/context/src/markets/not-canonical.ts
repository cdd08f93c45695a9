import { PlatformError } from '@platform/errors';

/** What resembles a name is told the canonical one, which is never used in its place. */
export function notCanonical(candidate: string): PlatformError {
  const message = `The symbol is not canonical; ${candidate} would be.`;
  return new PlatformError('symbol_not_canonical', { message, details: { candidate } });
}
