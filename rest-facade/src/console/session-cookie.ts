// Why: docs/decisions/edge/console.md
import type { IncomingHttpHeaders } from 'node:http';
import type { PresentedCredential } from '@platform/edge/http';
import type { Asker } from '../gateway/executor.js';

/** Every path of the console's own endpoints is below it, and no other path ever receives the cookie. */
export const CONSOLE_PATH = '/console';
/** Where the console follows what changes. */
export const CONSOLE_STREAMS_PATH = `${CONSOLE_PATH}/streams`;

/** Returns whether an address is one of the console's own endpoints, however it is written. */
export function isConsolePath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path).startsWith(`${CONSOLE_PATH}/`);
  } catch {
    return false;
  }
}

const NAME = 'console_session';
/** Browsers refuse it unless it comes over TLS and stays there. */
const SECURE_PREFIX = '__Secure-';
/** Browsers keep 4,096 characters of a cookie with its name. */
const SECRET_LENGTH_MAX = 4_000;
/** API keys, session tokens and JWTs; nothing that would end a cookie's value. */
const SECRET = /^[\w.~+/=-]+$/;
const API_KEY = /^tp_/;

/** Returns whether a credential fits into the cookie. */
export function fitsCookie(secret: string): boolean {
  return secret.length <= SECRET_LENGTH_MAX && SECRET.test(secret);
}

/** Returns the credential in the cookie of a request; undefined where there is none, or more than one. */
export function credentialInCookie(
  { cookie = '' }: IncomingHttpHeaders,
  ownUrl: string,
): PresentedCredential | undefined {
  const name = nameAt(ownUrl);
  const values = cookie.split(';').flatMap((pair) => {
    const [given = '', ...value] = pair.split('=');
    return given.trim() === name ? [value.join('=').trim()] : [];
  });
  // Two of one name: one of them was set by another page of this machine or domain.
  const [secret, ...others] = values;
  if (secret === undefined || others.length > 0 || !fitsCookie(secret)) return undefined;
  return { type: typeOf(secret), secret };
}

/** Returns what kind of credential a secret is, by the rule of all ports. */
export function typeOf(secret: string): PresentedCredential['type'] {
  return API_KEY.test(secret) ? 'api_key' : 'bearer_token';
}

/** Returns a credential as the gateway reads it. */
export function headersOf({ type, secret }: PresentedCredential): Asker['headers'] {
  return type === 'api_key' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };
}

/** Returns the header that has a browser keep a credential, readable by no script and sent to the console's endpoints alone. */
export function keepCookie(secret: string, maxAgeSeconds: number, ownUrl: string): string {
  const attributes = [`Path=${CONSOLE_PATH}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${nameAt(ownUrl)}=${secret}`, ...attributes, ...(isSecure(ownUrl) ? ['Secure'] : [])].join('; ');
}

/** Returns the header that has a browser forget the credential. */
export function dropCookie(ownUrl: string): string {
  return keepCookie('', 0, ownUrl);
}

function nameAt(ownUrl: string): string {
  return isSecure(ownUrl) ? SECURE_PREFIX + NAME : NAME;
}

function isSecure(ownUrl: string): boolean {
  return ownUrl.startsWith('https:');
}
