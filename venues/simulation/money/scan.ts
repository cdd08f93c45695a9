import type { Address } from 'viem';
import type { Journal } from '../journal.js';
import type { Arrival, BridgeChain } from './chain.js';

/** Blocks per request for logs. */
const BLOCKS_MAX = 5_000n;

/** The table that keeps an arrival from being credited twice. */
export const CREDITS_TABLE = `
  CREATE TABLE IF NOT EXISTS credits (
    transaction_hash TEXT NOT NULL, log_index INTEGER NOT NULL, PRIMARY KEY (transaction_hash, log_index)) STRICT;
`;

/** Where a bridge watches for arrivals. */
export interface ScanOptions {
  readonly journal: Journal;
  readonly chain: BridgeChain;
  /** The name of the counter with the newest block that has been read. */
  readonly counter: string;
  /** The watched address; absent: all of them. */
  readonly to?: Address | undefined;
}

/** Arrivals in blocks that became final since the last time. */
export interface ReadArrivals {
  readonly arrivals: readonly Arrival[];
  /** Within a transaction: stores that they have been read, and returns those that had not been credited. */
  readonly take: () => Arrival[];
}

/** Reads the arrivals in blocks that became final since the last time; undefined where no block did. */
export async function readArrivals({ journal, chain, counter, to }: ScanOptions): Promise<ReadArrivals | undefined> {
  const fromBlock = BigInt(journal.counter(counter)) + 1n;
  const finalBlock = await chain.finalBlock();
  if (finalBlock < fromBlock) return undefined;
  const toBlock = finalBlock < fromBlock + BLOCKS_MAX ? finalBlock : fromBlock + BLOCKS_MAX - 1n;
  const arrivals = await chain.arrivals(fromBlock, toBlock, to);
  const take = () => {
    journal.setCounter(counter, Number(toBlock));
    return arrivals.filter(({ transactionHash, logIndex }) => {
      const insert = 'INSERT OR IGNORE INTO credits (transaction_hash, log_index) VALUES (?, ?)';
      return journal.run(insert, transactionHash, logIndex) > 0;
    });
  };
  return { arrivals, take };
}
