/** A chain of the world: what happens on it past the service, and what is true there whatever its node says. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@platform/kit/networks';
import { type Address, erc20Abi, parseAbiItem, parseEther } from 'viem';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { behaviourOf, startTestChain, type TestChain } from '../anvil.js';

const SECOND_MS = 1_000;
/** Fewer than in the harsh world, where a day of steps would be a year of blocks; the lag of finality has its own tests. */
const BLOCKS_SHOWN = 4n;
const MINING_LOOKS = 20;
const MINING_LOOK_MS = 10;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** A USDC transfer on a chain, read past its node. */
export interface ChainTransfer {
  readonly network: Network;
  readonly from: Address;
  readonly to: Address;
  readonly microUsdc: bigint;
}

/** How nodes behave: as in one of the sandbox's worlds. */
export type Nodes = Parameters<typeof behaviourOf>[0];

/** A chain with a node in front of it. */
export class WorldChain {
  private constructor(
    readonly network: Network,
    /** Pays, mines and injects faults into the node's answers. */
    readonly test: TestChain,
  ) {}

  /** Starts the chain of a network. */
  static async start(network: Network, nodes: Nodes): Promise<WorldChain> {
    const behaviour = behaviourOf(nodes, network);
    const blocksShown = behaviour.blocksShown < BLOCKS_SHOWN ? behaviour.blocksShown : BLOCKS_SHOWN;
    return new WorldChain(network, await startTestChain(network, { behaviour: { ...behaviour, blocksShown } }));
  }

  /** Mines blocks. */
  mine(blocks: number): Promise<void> {
    return this.test.client.mine({ blocks });
  }

  /** Gives an address more than it spends on gas. */
  async fuel(address: Address): Promise<void> {
    await this.test.client.setBalance({ address, value: parseEther('100') });
    await this.mine(3);
  }

  /** Mines a block at a time, or a second after the newest block where that is later. */
  async pass(nowMs: number): Promise<void> {
    const { timestamp } = await this.test.client.getBlock();
    const seconds = BigInt(Math.ceil(nowMs / SECOND_MS));
    await this.test.client.setNextBlockTimestamp({ timestamp: seconds > timestamp ? seconds : timestamp + 1n });
    await this.mine(1);
  }

  /** Reverts the newest blocks with their transactions, and mines as many others. The newest two are not final. */
  async reorganise(depth: number): Promise<void> {
    await this.#minePending();
    await this.test.client.request<{ Method: 'anvil_reorg'; Parameters: unknown[]; ReturnType: unknown }>({
      method: 'anvil_reorg',
      params: [depth, []],
    });
  }

  /** Returns the transfers on the chain, in its order. */
  async transfers(wanted: { fromBlock: bigint; toBlock?: bigint; to?: Address }): Promise<ChainTransfer[]> {
    const { fromBlock, toBlock, to } = wanted;
    const logs = await this.test.client.getLogs({
      ...{ address: tokenRow(usdcOn(this.network)).address, event: transferEvent, strict: true, fromBlock },
      ...(toBlock !== undefined && { toBlock }),
      ...(to !== undefined && { args: { to } }),
    });
    const { network } = this;
    return logs.map(({ args }) => ({ network, from: args.from, to: args.to, microUsdc: args.value }));
  }

  /** Returns the balance of an address. */
  balance(address: Address): Promise<bigint> {
    const { address: usdcAddress } = tokenRow(usdcOn(this.network));
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const;
    return this.test.client.readContract({ address: usdcAddress, ...call });
  }

  /**
   * Waits until the chain has mined the pending transactions. The chain answers a send before it mines, and a reorganisation in between
   * leaves logs of transfers that its balances don't include. A transaction that pays too little stays pending.
   */
  async #minePending(): Promise<void> {
    const { client } = this.test;
    for (let look = 0; look < MINING_LOOKS && (await client.getTxpoolStatus()).pending > 0; look += 1)
      await sleep(MINING_LOOK_MS);
  }
}
