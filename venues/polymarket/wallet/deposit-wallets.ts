// Why: docs/decisions/venues/polymarket-setup.md
import type { MicroUsdc } from '@platform/kit/money';
import { type Address, parseAbiItem } from 'viem';
import type { ChainReader } from '../../trading-accounts/index.js';
import { batchHead, CONTRACTS, pusdAbi, sharesAbi, spenders, walletAbi } from '../codec/index.js';
import { type BlockRange, rangesBack, rangesFrom, timeOfBlock } from './block-ranges.js';

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
/** A cent: an attacker pays as much for the gas of a transfer. */
const LEAST_CREDIT_MICRO_USD = 10_000n;
/** Transfers whose time is looked up: the largest. */
const CREDITS_MAX = 20;
/** Some collateral tokens lower an unlimited allowance by what is spent: one that is left this large lasts for ever. */
const ENOUGH = 2n ** 128n;
/** Nodes of one provider are at most so far apart. */
const LAG_MS_MAX = 5 * 60_000;
/** Trades and payouts come from these. */
const OWN: ReadonlySet<string> = new Set(
  [...spenders, CONTRACTS.conditionalTokens].map((address) => address.toLowerCase()),
);

/** pUSD that came into a deposit wallet. */
export interface Credit {
  /** Its transaction and its place in the block: no other transfer has both. */
  readonly id: string;
  readonly microUsdc: MicroUsdc;
}

interface FoundCredit extends Credit {
  readonly blockNumber: bigint;
}

/** A batch that sends pUSD out of a deposit wallet, and from which block on it may be carried out. */
export interface Exit {
  readonly wallet: Address;
  readonly nonce: bigint;
  readonly deadlineS: bigint;
  readonly to: Address;
  readonly microUsd: bigint;
  readonly fromBlock: bigint;
}

/** Deposit wallets as Polygon shows them. Every method throws `wallet_upstream_unavailable`. */
export class DepositWallets {
  constructor(private readonly chain: ChainReader) {}

  /** Returns the pUSD in a wallet at the newest block; a wallet that isn't deployed may have some. */
  cash(wallet: Address): Promise<MicroUsdc> {
    const call = { address: CONTRACTS.pusd, abi: pusdAbi, functionName: 'balanceOf', args: [wallet] } as const;
    return this.chain.ask((client) => client.readContract(call));
  }

  /** Returns whether a wallet is deployed. */
  async isDeployed(wallet: Address): Promise<boolean> {
    return (await this.chain.ask((client) => client.getCode({ address: wallet }))) !== undefined;
  }

  /** Returns the number that a deployed wallet's next batch must have. */
  nonceOf(wallet: Address): Promise<bigint> {
    return this.chain.ask((client) => client.readContract({ address: wallet, abi: walletAbi, functionName: 'nonce' }));
  }

  /** Returns the venue's contracts that may not take all of a wallet's pUSD and shares yet. */
  async withoutAllowance(wallet: Address): Promise<Address[]> {
    const looked = spenders.map(async (spender) => ({ spender, isAllowed: await this.#isAllowed(wallet, spender) }));
    return (await Promise.all(looked)).flatMap(({ spender, isAllowed }) => (isAllowed ? [] : [spender]));
  }

  /** Returns the largest final payments into a wallet from an instant on, the largest first; trades and payouts are none. */
  async credits(wallet: Address, sinceMs: number): Promise<readonly Credit[]> {
    const found: FoundCredit[] = [];
    for await (const range of rangesBack(this.chain, sinceMs)) found.push(...(await this.#paid(wallet, range)));
    return this.#since(found, sinceMs);
  }

  /** Returns the newest final block: what is signed from now on can only be in later ones. */
  finalBlock(): Promise<bigint> {
    return this.chain.finalBlock();
  }

  /**
   * Returns what final blocks show of an exit: `made`; `never`, where its deadline lies so far back that every node shows the blocks before it;
   * undefined while neither is shown.
   */
  async fateOf(exit: Exit): Promise<'made' | 'never' | undefined> {
    for await (const { fromBlock, toBlock } of rangesFrom(this.chain, exit.fromBlock)) {
      if (await this.#isMadeIn(exit, fromBlock, toBlock)) return 'made';
      const pastMs = (await timeOfBlock(this.chain, toBlock)) - Number(exit.deadlineS) * 1_000;
      if (pastMs > LAG_MS_MAX) return 'never';
    }
    return undefined;
  }

  /** Only a wallet's own batches send its pUSD to others than the venue's contracts; which one did is read of its transaction. */
  async #isMadeIn({ wallet, to, microUsd, ...batch }: Exit, fromBlock: bigint, toBlock: bigint): Promise<boolean> {
    const filter = { address: CONTRACTS.pusd, event: transfer, args: { from: wallet, to }, strict: true } as const;
    const logs = await this.chain.ask((client) => client.getLogs({ ...filter, fromBlock, toBlock }));
    const head = batchHead({ wallet, ...batch }).slice(2);
    for (const { args, transactionHash: hash } of logs) {
      if (args.value !== microUsd) continue;
      const { input } = await this.chain.ask((client) => client.getTransaction({ hash }));
      if (input.includes(head)) return true;
    }
    return false;
  }

  async #since(found: readonly FoundCredit[], sinceMs: number): Promise<Credit[]> {
    const largest = found.toSorted((left, right) => Number(right.microUsdc - left.microUsdc)).slice(0, CREDITS_MAX);
    const dated = largest.map(async (credit) => ({ credit, atMs: await timeOfBlock(this.chain, credit.blockNumber) }));
    return (await Promise.all(dated)).flatMap(({ credit, atMs }) => (atMs < sinceMs ? [] : [credit]));
  }

  async #paid(wallet: Address, range: BlockRange): Promise<FoundCredit[]> {
    const filter = { address: CONTRACTS.pusd, event: transfer, args: { to: wallet }, strict: true } as const;
    const logs = await this.chain.ask((client) => client.getLogs({ ...filter, ...range }));
    return logs.flatMap(({ args: { from, value }, transactionHash, logIndex, blockNumber }) => {
      const isCredit = value >= LEAST_CREDIT_MICRO_USD && !OWN.has(from.toLowerCase());
      return isCredit ? [{ id: `${transactionHash}:${logIndex}`, microUsdc: value, blockNumber }] : [];
    });
  }

  async #isAllowed(wallet: Address, spender: Address): Promise<boolean> {
    const args = [wallet, spender] as const;
    const pusd = { address: CONTRACTS.pusd, abi: pusdAbi, functionName: 'allowance', args } as const;
    const shares = {
      address: CONTRACTS.conditionalTokens,
      abi: sharesAbi,
      functionName: 'isApprovedForAll',
      args,
    } as const;
    return this.chain.ask(async (client) => {
      const [allowed, isApproved] = await Promise.all([client.readContract(pusd), client.readContract(shares)]);
      return allowed >= ENOUGH && isApproved;
    });
  }
}
