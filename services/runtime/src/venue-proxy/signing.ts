import { createL1ActionHash, signL1Action } from '@nktkas/hyperliquid/signing';
import type { Clock } from '@platform/clock';
import { type Address, type Hex, recoverTypedDataAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TradingAction, TradingRequest } from './actions.js';

const DOMAIN = {
  name: 'Exchange',
  version: '1',
  chainId: 1337,
  verifyingContract: '0x0000000000000000000000000000000000000000',
} as const;
const TYPES = {
  Agent: [
    { name: 'source', type: 'string' },
    { name: 'connectionId', type: 'bytes32' },
  ],
} as const;
/** Signatures of the mainnet; the testnet's differ here. */
const SOURCE = 'a';

/** Whose key signed a request, in lower case: of a wrong signature some other address, or undefined. */
export async function signerOf(request: TradingRequest): Promise<Address | undefined> {
  const { trading, nonce, expiresAfter, signature } = request;
  const connectionId = createL1ActionHash({
    action: trading.action,
    nonce,
    ...(expiresAfter === undefined ? {} : { expiresAfter }),
  });
  try {
    const address = await recoverTypedDataAddress({
      domain: DOMAIN,
      types: TYPES,
      primaryType: 'Agent',
      message: { source: SOURCE, connectionId },
      signature: { ...signature, v: BigInt(signature.v) },
    });
    return `0x${address.slice(2).toLowerCase()}`;
  } catch {
    // Not a point of the curve: no key can have made it.
    return undefined;
  }
}

/** A key that may trade for the account at the venue. */
export interface AgentSigner {
  /** The body of `POST /exchange` for an action; no two calls share a nonce. */
  sign(trading: TradingAction, expiresAfter: number): Promise<string>;
}

/** Signs with a key that is held in memory alone. */
export function agentSigner(privateKey: Hex, clock: Clock): AgentSigner {
  const wallet = privateKeyToAccount(privateKey);
  let lastNonce = 0;
  return {
    sign: async ({ action }, expiresAfter) => {
      lastNonce = Math.max(clock.nowMs(), lastNonce + 1);
      const signed = { action, nonce: lastNonce, expiresAfter };
      return JSON.stringify({ ...signed, signature: await signL1Action({ wallet, ...signed }) });
    },
  };
}
