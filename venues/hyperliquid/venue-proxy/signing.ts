import { signL1Action } from '@nktkas/hyperliquid/signing';
import type { Clock } from '@platform/kit/clock';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TradingAction } from '../codec/index.js';

/** A key that may trade for the account at the venue. */
export interface AgentSigner {
  /** Returns the body of `POST /exchange` for an action; no two calls share a nonce. */
  sign(action: TradingAction, expiresAfter: number): Promise<string>;
}

/** Signs with a key held only in memory. */
export function agentSigner(privateKey: Hex, clock: Clock): AgentSigner {
  const wallet = privateKeyToAccount(privateKey);
  let lastNonce = 0;
  return {
    sign: async (action, expiresAfter) => {
      lastNonce = Math.max(clock.nowMs(), lastNonce + 1);
      const signed = { action, nonce: lastNonce, expiresAfter };
      return JSON.stringify({ ...signed, signature: await signL1Action({ wallet, ...signed }) });
    },
  };
}
