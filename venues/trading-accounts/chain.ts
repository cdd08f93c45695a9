import type { PublicClient } from 'viem';

/** The wallet's own node of a network, as venues read it. */
export interface ChainReader {
  /** Asks what is safe to repeat. Throws `wallet_upstream_unavailable`. */
  ask<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result>;
  /** Returns the newest final block. Throws `wallet_upstream_unavailable`. */
  finalBlock(): Promise<bigint>;
}
