import type { Asker } from '../gateway/executor.js';
import { type PageRequest, requireOwnPage } from './own-page.js';
import { credentialInCookie, headersOf } from './session-cookie.js';

/**
 * Returns the credential with which a page of the console calls, as the gateway reads it. A credential in a header counts for nothing.
 * It is empty where nobody is signed in: a shared result is read that way. Throws `insufficient_permissions` for the request of another page.
 */
export function consoleCredential(request: PageRequest, ownUrl: string): Asker['headers'] {
  requireOwnPage(request, ownUrl);
  const credential = credentialInCookie(request.headers, ownUrl);
  return credential === undefined ? {} : headersOf(credential);
}
