import { type Hex, isHex, keccak256, parseEther, parseTransaction } from 'viem';
import { z } from 'zod';
import type { NodeBehaviour } from './behaviour.js';
import { blockOf } from './blocks.js';
import { CODES, quantity, RpcError, type Upstream } from './rpc.js';

/** The sender of transactions that a treacherous node was shown: not the platform. */
const ACCOMPLICE = '0x00000000000000000000000000000000000bad01';
const ACCOMPLICE_GAS = 1_000_000n;
const ESTIMATES_KEPT = 1_000;

const call = z.looseObject({ to: z.string(), data: z.string().optional() });

/** Errors that other nodes word differently: the chain's own message, and its replacement. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/already imported|already known/i, 'already known'],
  [/nonce too low/i, 'nonce too low'],
  [/underpriced/i, 'replacement transaction underpriced'],
  [/intrinsic gas too low/i, 'intrinsic gas too low'],
];

/** A node's handling of transactions and of gas estimates. */
export class Pool {
  /** The chain's gas per call data, without the share that changes. */
  readonly #estimates = new Map<string, bigint>();
  #taken = 0;
  /** The base fee before the last jump. */
  #jumpedFrom: bigint | undefined;

  constructor(
    private readonly upstream: Upstream,
    private readonly behaviour: NodeBehaviour,
  ) {}

  /** Returns the gas of a call at a block. */
  async estimate(parameters: readonly unknown[], head: bigint): Promise<string> {
    const { data } = call.parse(parameters[0]);
    const gas = BigInt(z.string().parse(await this.upstream.call('eth_estimateGas', parameters)));
    this.#estimates.set(data ?? '0x', gas);
    for (const oldest of [...this.#estimates.keys()].slice(0, -ESTIMATES_KEPT)) this.#estimates.delete(oldest);
    return quantity(this.#needed(gas, head));
  }

  /** Accepts a signed transaction, or throws with a node's message. */
  async send(raw: unknown, head: bigint): Promise<unknown> {
    if (!isHex(raw)) throw new RpcError(CODES.badParameters, 'invalid transaction');
    const { gas = 0n, data = '0x' } = parseTransaction(raw);
    await this.#assertNew(raw);
    const estimated = this.#estimates.get(data);
    if (estimated !== undefined && gas < this.#needed(estimated, head))
      throw new RpcError(CODES.server, 'intrinsic gas too low');
    const hash = await this.upstream.call('eth_sendRawTransaction', [raw]).catch((error) => {
      const word = WORDS.find(([theirs]) => error instanceof RpcError && theirs.test(error.message))?.[1];
      throw word === undefined ? error : new RpcError(CODES.server, word);
    });
    this.#taken += 1;
    await this.#jump();
    return hash;
  }

  /** Sends a call that the node should only estimate, from another sender. */
  async betray(parameter: unknown): Promise<void> {
    const { to, data } = call.parse(parameter);
    await this.upstream.call('anvil_setBalance', [ACCOMPLICE, quantity(parseEther('1'))]);
    await this.upstream.call('anvil_impersonateAccount', [ACCOMPLICE]);
    const transaction = { from: ACCOMPLICE, to, data, gas: quantity(ACCOMPLICE_GAS) };
    await this.upstream.call('eth_sendTransaction', [transaction]);
  }

  #needed(gas: bigint, head: bigint): bigint {
    return (gas * this.behaviour.gasPercent(head)) / 100n;
  }

  async #assertNew(raw: Hex): Promise<void> {
    const known = await this.upstream.call('eth_getTransactionByHash', [keccak256(raw)]);
    if (known === null) return;
    throw new RpcError(CODES.server, blockOf(known) === undefined ? 'already known' : 'nonce too low');
  }

  /** Makes the offers of the next transactions too low for a while: a fee falls by at most an eighth per block. */
  async #jump(): Promise<void> {
    const { feeJump } = this.behaviour;
    if (feeJump === undefined || this.#taken % feeJump.everyTransactions !== 0) return;
    const block = z.object({ baseFeePerGas: z.string() });
    const { baseFeePerGas } = block.parse(await this.upstream.call('eth_getBlockByNumber', ['latest', false]));
    const from = BigInt(baseFeePerGas);
    // Not before it has come down from the last one: many transactions at once would raise it without end.
    if (from > (this.#jumpedFrom ?? from)) return;
    this.#jumpedFrom = from;
    const fee = from * feeJump.factor;
    await this.upstream.call('anvil_setNextBlockBaseFeePerGas', [quantity(fee)]);
  }
}
