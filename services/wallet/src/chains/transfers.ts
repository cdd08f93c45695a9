import { type Address, type Hash, parseAbiItem } from 'viem';
import type { EvmNode } from './evm-node.js';
import { networks } from './networks.js';

/** Nodes limit how much a filter names. */
const ADDRESSES_A_CALL = 500;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** USDC that an address received. */
export interface Transfer {
  /** The same in every block that the transaction may end up in: transaction, recipient, and which of those it is. */
  readonly key: string;
  readonly txHash: Hash;
  readonly to: Address;
  readonly amountMicroUsdc: bigint;
  readonly blockNumber: bigint;
}

/** Numbers of a chain's newest block and of its newest that can't be taken back. */
export interface Heads {
  readonly latest: bigint;
  readonly final: bigint;
}

/** A network's transfers of USDC. */
export class TransferLog {
  constructor(private readonly node: EvmNode) {}

  /** How far the chain has come. */
  async heads(): Promise<Heads> {
    const number = (blockTag: 'latest' | 'finalized') =>
      this.node.ask(async (client) => (await client.getBlock({ blockTag })).number);
    const final = await number('finalized');
    return { final, latest: await number('latest') };
  }

  /** What the addresses received in the blocks from `fromBlock` to `toBlock`, both included, in the chain's order. */
  async received(addresses: readonly Address[], fromBlock: bigint, toBlock: bigint): Promise<Transfer[]> {
    const found: Transfer[] = [];
    for (let start = 0; start < addresses.length; start += ADDRESSES_A_CALL)
      found.push(...(await this.#receivedBy(addresses.slice(start, start + ADDRESSES_A_CALL), fromBlock, toBlock)));
    return found;
  }

  async #receivedBy(to: Address[], fromBlock: bigint, toBlock: bigint): Promise<Transfer[]> {
    const { usdcAddress: address } = networks[this.node.network];
    const filter = { address, event: transferEvent, args: { to }, fromBlock, toBlock, strict: true } as const;
    const logs = await this.node.ask((client) => client.getLogs(filter));
    const counts = new Map<string, number>();
    return logs
      .filter(({ args }) => args.value > 0n)
      .map(({ transactionHash: txHash, blockNumber, args }) => {
        const pair = `${txHash}:${args.to}`;
        const index = counts.get(pair) ?? 0;
        counts.set(pair, index + 1);
        return { key: `${pair}:${index}`, txHash, to: args.to, amountMicroUsdc: args.value, blockNumber };
      });
  }
}
