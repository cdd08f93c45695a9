import type { ChainReader } from '../../trading-accounts/index.js';

/** The largest range of blocks that hosted nodes allow, and how many of them are read: about five days of Polygon's blocks. */
const BLOCKS_AT_ONCE = 2_000n;
const RANGES_MAX = 100;

/** A range of blocks, both ends included. */
export interface BlockRange {
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
}

/** Yields the ranges of blocks from the newest final one back to an instant. Throws for an instant that lies too far back. */
export async function* rangesBack(chain: ChainReader, sinceMs: number): AsyncGenerator<BlockRange> {
  let toBlock = await chain.finalBlock();
  for (let ranges = 0; ranges < RANGES_MAX; ranges += 1) {
    const fromBlock = toBlock >= BLOCKS_AT_ONCE ? toBlock - BLOCKS_AT_ONCE + 1n : 0n;
    yield { fromBlock, toBlock };
    if (fromBlock === 0n || (await timeOfBlock(chain, fromBlock)) < sinceMs) return;
    toBlock = fromBlock - 1n;
  }
  throw new Error(`the blocks since ${sinceMs} lie too far back`);
}

/** Yields the ranges of blocks from one on to the newest final one; fewer where those are too many. */
export async function* rangesFrom(chain: ChainReader, block: bigint): AsyncGenerator<BlockRange> {
  const final = await chain.finalBlock();
  let fromBlock = block;
  for (let ranges = 0; ranges < RANGES_MAX && fromBlock <= final; ranges += 1) {
    const end = fromBlock + BLOCKS_AT_ONCE - 1n;
    yield { fromBlock, toBlock: end < final ? end : final };
    fromBlock = end + 1n;
  }
}

/** Returns the time of a block in milliseconds since the Unix epoch. */
export async function timeOfBlock(chain: ChainReader, blockNumber: bigint): Promise<number> {
  const { timestamp } = await chain.ask((client) => client.getBlock({ blockNumber }));
  return Number(timestamp) * 1_000;
}
