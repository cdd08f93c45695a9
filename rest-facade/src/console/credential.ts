import type { Asker } from '../gateway/executor.js';
import { type PageRequest, requireOwnPage } from './own-page.js';
import { credentialInCookie, headersOf } from './session-cookie.js';

/**
 * Returns the credential with which a page of the console calls, as the gateway reads it. A credential in a header counts for nothing.
 * Nobody is signed in where it is empty: a shared
 * result is read so. Throws `insufficient_permissions` for the request of another page.
 */
export function consoleCredential(request: PageRequest, ownUrl: string): Asker['headers'] {
  requireOwnPage(request, ownUrl);
  const credential = credentialInCookie(request.headers, ownUrl);
  return credential === undefined ? {} : headersOf(credential);
}
