import { PlatformError } from '@platform/errors';
import type { Asker } from '../gateway/executor.js';
import { type PageRequest, requireOwnPage } from './own-page.js';
import { credentialInCookie, headersOf } from './session-cookie.js';

/**
 * Returns the credential with which a page of the console calls, as the gateway reads it. A credential in a header counts for nothing.
 * Throws `insufficient_permissions` for the request of another page, and `unauthorized` where nobody is signed in.
 */
export function consoleCredential(request: PageRequest, ownUrl: string): Asker['headers'] {
  requireOwnPage(request, ownUrl);
  const credential = credentialInCookie(request.headers, ownUrl);
  if (credential === undefined) throw notSignedIn();
  return headersOf(credential);
}

/** The refusal of a page that has no session. */
function notSignedIn(): PlatformError {
  return new PlatformError('unauthorized', { message: 'Nobody is signed in here, or the session has ended.' });
}
