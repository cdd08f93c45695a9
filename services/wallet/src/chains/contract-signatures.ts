import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  type Hash,
  type Hex,
  type PublicClient,
  pad,
  parseAbi,
  size,
  slice,
} from 'viem';
import type { EvmNode } from './evm-node.js';
import { isUnknownBlock, untilKnown } from './until-known.js';

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** The only answer that accepts a signature: the function's selector, in a word (EIP-1271). */
const ACCEPTED = pad('0x1626ba7e', { dir: 'right', size: 32 });
const WORD_BYTES = 32;
/** More than a wallet of many owners needs, and within what nodes allow a call. */
const GAS_MAX = 10_000_000n;

/** Asks contracts of a network whether a signature is theirs (EIP-1271). */
export class ContractSignatures {
  constructor(private readonly node: EvmNode) {}

  /**
   * Returns whether the contract accepts a signature, both at the newest final block, which no other can replace, and at the newest one, where
   * its owner may have revoked a key since. Throws `wallet_upstream_unavailable`.
   */
  async accepts(contract: Address, hash: Hash, signature: Hex): Promise<boolean> {
    const finalBlock = await this.node.finalBlock();
    const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] });
    const final = await untilKnown(this.node.network, () => this.#answer(contract, data, finalBlock));
    return final === 'accepted' && (await this.#answer(contract, data)) === 'accepted';
  }

  /** Returns the contract's answer at a block, by default at the newest one; `undefined` when the node lacks the block. */
  #answer(to: Address, data: Hex, blockNumber?: bigint): Promise<'accepted' | 'refused' | undefined> {
    return this.node.ask(async (client: PublicClient) => {
      try {
        const { data: answer = '0x' } = await client.call({
          ...{ to, data, gas: GAS_MAX },
          ...(blockNumber !== undefined && { blockNumber }),
        });
        const isAccepted = size(answer) >= WORD_BYTES && slice(answer, 0, WORD_BYTES) === ACCEPTED;
        return isAccepted ? 'accepted' : 'refused';
      } catch (error) {
        if (isUnknownBlock(error)) return undefined;
        if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null)
          return 'refused';
        throw error;
      }
    });
  }
}
