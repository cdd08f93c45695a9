import { setTimeout as pause } from 'node:timers/promises';
import { type Address, getAddress, type Hash, type Hex, numberToHex, type RpcLog } from 'viem';
import { bloomBits, hasBits } from './bloom.js';
import type { EvmNode } from './evm-node.js';
import { type Token, tokenRow } from './token.js';
import { untilKnown } from './until-known.js';

/** The largest block range that hosted nodes allow. */
const BLOCKS_MAX = 2_000n;
/** Headers requested at once. */
const HEADERS_AT_ONCE = 500n;
const TRY_INTERVAL_MS = 50;
/** Attempts for data that may well not exist. */
const TRIES_FOR_NOTHING = 4;
/** Transfer(address,address,uint256) */
const TRANSFER: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TOPICS = 3;

/** Money that an address received. */
export interface Transfer {
  /** Identical in every block that may include the transaction: transaction, recipient, and the index among the transfers to it. */
  readonly key: string;
  readonly txHash: Hash;
  readonly from: Address;
  readonly to: Address;
  readonly amountMicroUsdc: bigint;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
}

/** Numbers of a chain's newest block and of its newest final block. */
export interface Heads {
  readonly latest: bigint;
  readonly final: bigint;
}

/** The result of reading the blocks from `from` to `to`, both included. */
export interface Reading {
  readonly from: bigint;
  readonly to: bigint;
  /** Every transfer in the chain's order, except those of zero. */
  readonly transfers: readonly Transfer[];
  /** The last block that the answering node certainly has; `undefined`: the answer doesn't show it. */
  readonly seenTo: bigint | undefined;
}

interface Header {
  readonly hash: Hash;
  readonly logsBloom: Hex;
}

/**
 * A token's transfers: all of them, since a filter that names each of our addresses would grow with their number. A provider's
 * answers come from nodes with different heads, and past its head a node returns an empty list of logs.
 */
export class TransferLog {
  /** The block range that the node allows, as far as known. */
  #span = BLOCKS_MAX;
  readonly #contract: Address;
  readonly #bits: readonly number[];

  constructor(
    private readonly node: EvmNode,
    token: Token,
  ) {
    this.#contract = tokenRow(token).address;
    this.#bits = [...bloomBits(this.#contract), ...bloomBits(TRANSFER)];
  }

  /** Returns the chain's newest and newest final block. */
  async heads(): Promise<Heads> {
    const final = await this.node.finalBlock();
    const latest = await this.node.ask((client) => client.getBlockNumber());
    return { final, latest: latest > final ? latest : final };
  }

  /**
   * Reads from a block up to at most another: as many blocks as the node accepts, half as many after a refusal. Transfers past `seenTo` may
   * exist even where the result doesn't show them.
   */
  async read(from: bigint, upTo: bigint): Promise<Reading> {
    for (;;) {
      const last = from + this.#span - 1n;
      const to = last < upTo ? last : upTo;
      try {
        const logs = await this.#logs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) });
        this.#span = smaller(BLOCKS_MAX, this.#span + this.#span / 4n + 1n);
        // Nodes process blocks in order.
        return { from, to, transfers: transfersOf(logs), seenTo: lastBlock(logs) };
      } catch (error) {
        if (to === from) throw error;
        this.#span = (to - from + 1n) / 2n;
      }
    }
  }

  /**
   * Reads like `read`, for final blocks and with nothing left out: each block was read from a node that has it, or its header shows that it
   * holds no transfer. Throws when no node can show that.
   */
  async readAll(from: bigint, upTo: bigint): Promise<Reading> {
    const reading = await this.read(from, upTo);
    const { to, seenTo } = reading;
    const rest: Transfer[] = [];
    for (let start = (seenTo ?? from - 1n) + 1n; start <= to; start += HEADERS_AT_ONCE)
      rest.push(...(await this.#readEach(start, smaller(to, start + HEADERS_AT_ONCE - 1n))));
    return { from, to, transfers: [...reading.transfers, ...rest], seenTo: to };
  }

  /** Returns the transfers of one transaction; empty when several answers don't know it. */
  async ofTransaction(hash: Hash): Promise<readonly Transfer[]> {
    for (let attempt = 1; attempt <= TRIES_FOR_NOTHING; attempt += 1) {
      const receipt = await this.node.ask((client) =>
        client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
      );
      if (receipt !== null)
        return transfersOf(receipt.logs.filter(({ address }) => getAddress(address) === this.#contract));
      await pause(TRY_INTERVAL_MS);
    }
    return [];
  }

  /** Returns the hash of a block; `undefined` when the answering node has no block of that number. */
  async hashOf(block: bigint): Promise<Hash | undefined> {
    return (await this.#header(block))?.hash;
  }

  /** Reads block by block. A block's header is the same from every node; its logs are requested by its hash. */
  async #readEach(from: bigint, to: bigint): Promise<Transfer[]> {
    const numbers = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index));
    const headers = await Promise.all(
      numbers.map((number) => untilKnown(this.node.network, () => this.#header(number))),
    );
    const found: Transfer[] = [];
    for (const { hash, logsBloom } of headers)
      if (hasBits(logsBloom, this.#bits))
        // A node that lacks the block reports it.
        found.push(
          ...transfersOf(
            await untilKnown(this.node.network, () => this.#logs({ blockHash: hash }).catch(() => undefined)),
          ),
        );
    return found;
  }

  async #header(number: bigint): Promise<Header | undefined> {
    const block = await this.node.askTogether((client) =>
      client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }),
    );
    const { hash, logsBloom } = block ?? {};
    return hash && logsBloom ? { hash, logsBloom } : undefined;
  }

  #logs(blocks: { fromBlock: Hex; toBlock: Hex } | { blockHash: Hash }): Promise<RpcLog[]> {
    const filter = { address: this.#contract, topics: [TRANSFER], ...blocks };
    return this.node.askOnce((client) => client.request({ method: 'eth_getLogs', params: [filter] }));
  }
}

function transfersOf(logs: readonly RpcLog[]): Transfer[] {
  const counts = new Map<string, number>();
  return logs.flatMap(({ topics, data, transactionHash: txHash, blockNumber, blockHash }) => {
    if (topics[0] !== TRANSFER || topics.length !== TOPICS) return [];
    if (txHash === null || blockNumber === null || blockHash === null) return [];
    const amountMicroUsdc = BigInt(data);
    if (amountMicroUsdc === 0n) return [];
    const from = getAddress(`0x${topics[1]?.slice(-40)}`);
    const to = getAddress(`0x${topics[2]?.slice(-40)}`);
    const pair = `${txHash}:${to}`;
    const index = counts.get(pair) ?? 0;
    counts.set(pair, index + 1);
    const key = `${pair}:${index}`;
    return [{ key, txHash, from, to, amountMicroUsdc, blockNumber: BigInt(blockNumber), blockHash }];
  });
}

function lastBlock(logs: readonly RpcLog[]): bigint | undefined {
  return logs.reduce<bigint | undefined>((last, { blockNumber }) => {
    if (blockNumber === null) return last;
    const number = BigInt(blockNumber);
    return last === undefined || number > last ? number : last;
  }, undefined);
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
