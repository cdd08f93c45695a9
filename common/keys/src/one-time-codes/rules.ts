import { PlatformError } from '@platform/errors';
import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';

/** How long a code is valid. */
export const CODE_TTL_MS = 10 * 60_000;
/** How often one code may be tried. */
export const CODE_ATTEMPTS_MAX = 5;
const CODE_DIGITS = 6;

/** A code of six digits. */
export function newCode(random: Random): Secret {
  return new Secret(random.digits(CODE_DIGITS));
}

/** Throws `code_expired` for a code that was sent ten minutes ago or more. */
export function requireUnexpired(sentAt: Date, now: Date): void {
  if (sentAt.getTime() + CODE_TTL_MS <= now.getTime()) throw new PlatformError('code_expired');
}

/** The error for a code that was tried too often: `attempt_limit_reached` until it expires. */
export function attemptLimitReached(sentAt: Date, now: Date): PlatformError {
  const seconds = Math.ceil((sentAt.getTime() + CODE_TTL_MS - now.getTime()) / 1_000);
  return new PlatformError('attempt_limit_reached', { details: { retry_after_seconds: seconds } });
}
