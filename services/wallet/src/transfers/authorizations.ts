import { type Address, parseAbi } from 'viem';
import type { EvmNode } from '../chains/evm-node.js';
import { tokenRow } from '../chains/token.js';
import type { AcceptedTransfer } from './accepted-transfer.js';
import { authorizationNonce } from './family.js';
import type { AuthorizationState } from './progress.js';

const abi = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)']);

/** Looks up the outcome of authorizations on a network. */
export class Authorizations {
  constructor(private readonly node: EvmNode) {}

  /** Returns the state of a transfer's authorization at the newest final block. Throws `wallet_upstream_unavailable`. */
  async state(authorizer: Address, transfer: AcceptedTransfer): Promise<AuthorizationState> {
    const { token, validBefore } = transfer;
    return this.node.ask(async (client) => {
      const { number: blockNumber, timestamp } = await client.getBlock({ blockTag: 'finalized' });
      const isUsed = await client.readContract({
        address: tokenRow(token).address,
        abi,
        functionName: 'authorizationState',
        args: [authorizer, authorizationNonce(transfer)],
        blockNumber,
      });
      return { isUsed, isExpired: Number(timestamp) * 1_000 >= validBefore.getTime() };
    });
  }
}
