// Why: docs/decisions/edge/console.md
import { PlatformError } from '@platform/errors';
import { z } from 'zod';

/** Returns a token of the identity provider for a wallet. Throws `service_unavailable`. */
export type WalletTokens = (wallet: string) => Promise<string>;

const TIMEOUT_MS = 3_000;
const answer = z.object({ token: z.string() });

/** Gets tokens from the sandbox's identity provider, which believes everybody: no script ever holds one. */
export function sandboxWalletTokens(tokenUrl: string): WalletTokens {
  return async (wallet) => {
    try {
      const response = await fetch(tokenUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ wallet }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return answer.parse(await response.json()).token;
    } catch (cause) {
      throw new PlatformError('service_unavailable', { cause });
    }
  };
}
