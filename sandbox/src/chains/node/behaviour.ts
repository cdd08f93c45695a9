import type { Network } from '@platform/kit/networks';
import type { SandboxWorld } from '@platform/venues/simulation';

/** The limits of a node for `eth_getLogs`, as hosted nodes have them: blocks of a range, results and time. */
export const LOG_LIMITS = { blocks: 2_000n, results: 10_000, timeoutMs: 2_000 } as const;

/** How the hosted nodes of a chain behave, beside what the chain itself does. */
export interface NodeBehaviour {
  /**
   * Blocks that callers see for each block of the embedded chain: the others are empty. The newest final one is two blocks of
   * the embedded chain behind the newest.
   */
  readonly blocksShown: bigint;
  /** The probability that an answer comes from a node that lags, from 0 to 1. */
  readonly staleShare: number;
  /** How many blocks of the embedded chain that node is behind. */
  readonly staleBlocks: bigint;
  /** The probability that an estimate of gas fails while the node itself sends the transaction that it was shown, from 0 to 1. */
  readonly treacherousShare: number;
  /** When it does. */
  readonly treacherousAfterMs: number;
  /** The gas that is charged at a block of the embedded chain, in percent of the gas used there: on Arbitrum it has an L1 share. */
  readonly gasPercent: (block: bigint) => bigint;
  /** The number of transactions after which the base fee jumps to a multiple, once it has come down from the last jump; `undefined`: never. */
  readonly feeJump: { readonly everyTransactions: number; readonly factor: bigint } | undefined;
}

const kind: NodeBehaviour = {
  blocksShown: 1n,
  staleShare: 0,
  staleBlocks: 0n,
  treacherousShare: 0,
  treacherousAfterMs: 0,
  gasPercent: () => 100n,
  feeJump: undefined,
};

const harsh: NodeBehaviour = {
  blocksShown: 1n,
  staleShare: 0.25,
  staleBlocks: 1n,
  treacherousShare: 0.1,
  treacherousAfterMs: 1_500,
  gasPercent: () => 100n,
  feeJump: { everyTransactions: 16, factor: 3n },
};

/** In `harsh`, Arbitrum's newest final block is 3,200 blocks behind the newest (on the real one 3,000 to 4,800), another network's 16. */
const harshArbitrum: NodeBehaviour = {
  ...harsh,
  blocksShown: 1_600n,
  gasPercent: (block) => (block % 20n < 3n ? 160n : 100n),
};

/** How the nodes of a chain behave in a world. */
export function behaviourOf(world: SandboxWorld, chain: Network): NodeBehaviour {
  if (world === 'kind') return kind;
  return chain === 'arbitrum' ? harshArbitrum : { ...harsh, blocksShown: 8n };
}
