import type { SignedMessage } from './intent.js';

/** Where the platform publishes what login wallets sign. */
const DOCUMENT = '/withdrawal-authorization.json';

/** What a login wallet signs for a message, as JSON; undefined where the document can't be read. */
export async function typedDataOf(message: SignedMessage): Promise<string | undefined> {
  const response = await fetch(DOCUMENT).catch(() => undefined);
  if (response === undefined || !response.ok) return undefined;
  const { domain, types, primaryType } = await response.json();
  return JSON.stringify({ domain, types, primaryType, message });
}
