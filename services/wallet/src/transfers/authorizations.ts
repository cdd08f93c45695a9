import { type Address, parseAbi } from 'viem';
import type { EvmNode } from '../chains/evm-node.js';
import { networks } from '../chains/networks.js';
import type { OperationReference } from '../operation-reference.js';
import { authorizationNonce } from './family.js';
import type { AuthorizationState } from './progress.js';

const abi = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)']);

/** Looks up the outcome of authorizations on Arbitrum. */
export class Authorizations {
  constructor(private readonly node: EvmNode) {}

  /** Returns the state at the newest final block. Throws `wallet_upstream_unavailable`. */
  async state(authorizer: Address, operation: OperationReference, validBefore: Date): Promise<AuthorizationState> {
    return this.node.ask(async (client) => {
      const { number: blockNumber, timestamp } = await client.getBlock({ blockTag: 'finalized' });
      const isUsed = await client.readContract({
        address: networks.arbitrum.usdcAddress,
        abi,
        functionName: 'authorizationState',
        args: [authorizer, authorizationNonce(operation)],
        blockNumber,
      });
      return { isUsed, isExpired: Number(timestamp) * 1_000 >= validBefore.getTime() };
    });
  }
}
