import { setTimeout as pause } from 'node:timers/promises';
import { type Address, getAddress, type Hash, type Hex, numberToHex, type RpcLog } from 'viem';
import { bloomBits, hasBits } from './bloom.js';
import type { EvmNode } from './evm-node.js';
import { networks } from './networks.js';
import { untilKnown } from './until-known.js';

/** What hosted nodes allow a range at best. */
const BLOCKS_MAX = 2_000n;
/** Headers that are asked for at once. */
const HEADERS_AT_ONCE = 500n;
const TRY_INTERVAL_MS = 50;
/** How often what may well be nowhere is asked for. */
const TRIES_FOR_NOTHING = 4;
/** Transfer(address,address,uint256) */
const TRANSFER: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TOPICS = 3;

/** USDC that an address received. */
export interface Transfer {
  /** The same in every block that the transaction may end up in: transaction, recipient, and which of those it is. */
  readonly key: string;
  readonly txHash: Hash;
  readonly to: Address;
  readonly amountMicroUsdc: bigint;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
}

/** Numbers of a chain's newest block and of its newest that can't be taken back. */
export interface Heads {
  readonly latest: bigint;
  readonly final: bigint;
}

/** What was read of the blocks from `from` to `to`, both included. */
export interface Reading {
  readonly from: bigint;
  readonly to: bigint;
  /** Every transfer in the chain's order, but those of nothing. */
  readonly transfers: readonly Transfer[];
  /** The last block that the node which answered certainly has; `undefined`: the answer doesn't tell. */
  readonly seenTo: bigint | undefined;
}

interface Header {
  readonly hash: Hash;
  readonly logsBloom: Hex;
}

/**
 * A network's transfers of USDC: all of them, since a filter that names each of our addresses grows with their number.
 * A provider's answers come from nodes whose heads differ, and past its head a node answers an empty list of logs.
 */
export class TransferLog {
  /** How many blocks the node allows, as far as is known. */
  #span = BLOCKS_MAX;
  readonly #token: Address;
  readonly #bits: readonly number[];

  constructor(private readonly node: EvmNode) {
    this.#token = networks[node.network].usdcAddress;
    this.#bits = [...bloomBits(this.#token), ...bloomBits(TRANSFER)];
  }

  /** How far the chain has come. */
  async heads(): Promise<Heads> {
    const final = await this.node.finalBlock();
    const latest = await this.node.ask((client) => client.getBlockNumber());
    return { final, latest: latest > final ? latest : final };
  }

  /**
   * Reads from a block on, at most up to another one: as many blocks as the node takes, half as many after a refusal. What it
   * doesn't show past `seenTo` may be there all the same.
   */
  async read(from: bigint, upTo: bigint): Promise<Reading> {
    for (;;) {
      const last = from + this.#span - 1n;
      const to = last < upTo ? last : upTo;
      try {
        const logs = await this.#logs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) });
        this.#span = smaller(BLOCKS_MAX, this.#span + this.#span / 4n + 1n);
        // Nodes take in one block after the other.
        return { from, to, transfers: transfersOf(logs), seenTo: lastBlock(logs) };
      } catch (error) {
        if (to === from) throw error;
        this.#span = (to - from + 1n) / 2n;
      }
    }
  }

  /**
   * The same of blocks that can't be taken back, with nothing left out: each was read from a node that has it, or its header says
   * that it holds no transfer. Throws when no node can show that.
   */
  async readAll(from: bigint, upTo: bigint): Promise<Reading> {
    const reading = await this.read(from, upTo);
    const { to, seenTo } = reading;
    const rest: Transfer[] = [];
    for (let start = (seenTo ?? from - 1n) + 1n; start <= to; start += HEADERS_AT_ONCE)
      rest.push(...(await this.#readEach(start, smaller(to, start + HEADERS_AT_ONCE - 1n))));
    return { from, to, transfers: [...reading.transfers, ...rest], seenTo: to };
  }

  /** The transfers of one transaction; empty where several answers know none of it. */
  async ofTransaction(hash: Hash): Promise<readonly Transfer[]> {
    for (let attempt = 1; attempt <= TRIES_FOR_NOTHING; attempt += 1) {
      const receipt = await this.node.ask((client) =>
        client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
      );
      if (receipt !== null)
        return transfersOf(receipt.logs.filter(({ address }) => getAddress(address) === this.#token));
      await pause(TRY_INTERVAL_MS);
    }
    return [];
  }

  /** The hash of a block; `undefined` where the node that answers hasn't one of that number. */
  async hashOf(block: bigint): Promise<Hash | undefined> {
    return (await this.#header(block))?.hash;
  }

  /** Reads block by block. A block's header is the same wherever it comes from; its logs are asked for by its hash. */
  async #readEach(from: bigint, to: bigint): Promise<Transfer[]> {
    const numbers = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index));
    const headers = await Promise.all(
      numbers.map((number) => untilKnown(this.node.network, () => this.#header(number))),
    );
    const found: Transfer[] = [];
    for (const { hash, logsBloom } of headers)
      if (hasBits(logsBloom, this.#bits))
        // A node that hasn't the block says so.
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
    const filter = { address: this.#token, topics: [TRANSFER], ...blocks };
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
    const to = getAddress(`0x${topics[2]?.slice(-40)}`);
    const pair = `${txHash}:${to}`;
    const index = counts.get(pair) ?? 0;
    counts.set(pair, index + 1);
    return [{ key: `${pair}:${index}`, txHash, to, amountMicroUsdc, blockNumber: BigInt(blockNumber), blockHash }];
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
