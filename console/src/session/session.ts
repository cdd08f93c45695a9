import { store } from '../app/store.js';
import { forgetAnswers } from '../graph/client.js';
import { type Problem, problemOf, UNREACHABLE } from '../graph/problem.js';
import { onSessionEnded } from '../graph/session-problem.js';
import { dropAll } from './kept.js';

/** Requests to the console's own endpoints carry this, which no page of another origin can send. */
const HEADERS = { 'x-console': '1', 'content-type': 'application/json' };

/** What signs in: one of the ways that the platform takes. */
export type Proof =
  | { readonly email: string; readonly code: string }
  | { readonly api_key: string }
  | { readonly token: string }
  | { readonly link: string }
  /** In a sandbox alone, whose identity provider believes everybody. */
  | { readonly wallet: string };

/** Whether the reader is signed in. The credential itself is in a cookie that no script can read. */
export interface Session {
  readonly status: 'unknown' | 'signed_in' | 'signed_out';
  /** `bearer_token` is a session, which may also manage keys; undefined while it is not known. */
  readonly credential?: 'api_key' | 'bearer_token';
  /** Whether a wallet signs in by its address: the platform is a sandbox. */
  readonly hasSandboxWallets?: boolean;
}

/** The reader's session. */
export const session = store<Session>({ status: 'unknown' });

/** Asks the platform whether there is a session. */
export async function readSession(): Promise<void> {
  const response = await fetch('/console/session', { headers: HEADERS }).catch(() => undefined);
  // Without an answer the page tries, and says what it was told.
  if (response === undefined || !response.ok) return session.set({ status: 'signed_out' });
  const { signed_in: isSignedIn, credential, sandbox_wallets: hasSandboxWallets = false } = await response.json();
  session.set(
    isSignedIn ? { status: 'signed_in', credential, hasSandboxWallets } : { status: 'signed_out', hasSandboxWallets },
  );
}

/** Signs in, and returns why not where that fails. */
export async function signIn(proof: Proof): Promise<Problem | undefined> {
  const problem = await send('POST', '/console/session', proof);
  if (problem === undefined) {
    forgetAnswers();
    // Another reader may have sat here before, whose session ended by itself.
    dropAll();
    await readSession();
  }
  return problem;
}

/**
 * Ends the session of this browser, and returns why not where the platform does not answer. Its cookie is dropped by any answer, also
 * where the platform can't end the session itself.
 */
export async function signOut(): Promise<Problem | undefined> {
  const problem = await send('DELETE', '/console/session');
  if (problem === UNREACHABLE) return problem;
  forgetAnswers();
  dropAll();
  await readSession();
  return undefined;
}

/** Has a code sent to an address, and returns why not where that fails. */
export function sendCode(email: string): Promise<Problem | undefined> {
  return send('POST', '/console/code', { email });
}

onSessionEnded(() => session.set({ status: 'signed_out' }));

async function send(method: string, path: string, body?: object): Promise<Problem | undefined> {
  const request = { method, headers: HEADERS, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(path, request).catch(() => undefined);
  if (response === undefined) return UNREACHABLE;
  if (response.ok) return undefined;
  return problemOf(await response.json().catch(() => undefined), response.status);
}
