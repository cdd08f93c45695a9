import type { Clock } from '@platform/kit/clock';
import type { Hex } from 'viem';
import { signAction, type TradingAction } from '../codec/index.js';

/** A key that may trade for the account at the venue. */
export interface AgentSigner {
  /** Returns a nonce that no other call returns. */
  nextNonce(): number;
  /** Returns the body of `POST /exchange` for an action. */
  sign(action: TradingAction, nonce: number, expiresAfter: number): Promise<string>;
}

/** Signs with a key held only in memory. */
export function agentSigner(privateKey: Hex, clock: Clock): AgentSigner {
  let lastNonce = 0;
  return {
    nextNonce: () => {
      lastNonce = Math.max(clock.nowMs(), lastNonce + 1);
      return lastNonce;
    },
    sign: async (action, nonce, expiresAfter) => {
      const signed = { action, nonce, expiresAfter };
      return JSON.stringify({ ...signed, signature: await signAction(privateKey, signed) });
    },
  };
}
