// Why: docs/decisions/venues/polymarket-executions.md
import { type Address, type Hex, isAddressEqual, parseAbi, parseEventLogs, type TransactionReceipt } from 'viem';
import type { ChainReader } from '../../../trading-accounts/index.js';
import {
  CONTRACTS,
  carriesBatch,
  type Moved,
  type Payouts,
  sharesAbi,
  type WalletBatch,
  walletAbi,
} from '../../codec/index.js';
import { rangesBack } from '../block-ranges.js';

const pusdEvents = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const sharesEvents = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);
/** A batch is signed at most this long before its end. */
const BATCH_MS_MAX = 10 * 60_000;
/** Transactions in which a wallet's pUSD moved within that time: one with more of them is left to an operator. */
const CANDIDATES_MAX = 50;

/** A market's shares by outcome. */
export type Tokens = readonly [bigint, bigint];

/** What the chain shows of a batch. `possible`: it may be carried out yet; `impossible`: it was not, and will not be. */
export type BatchState =
  | { readonly kind: 'possible' | 'impossible' }
  | { readonly kind: 'executed'; readonly transactionHash: Hex; readonly moved: Moved };

/** Shares, what they pay, and what batches moved, as Polygon shows it. Every method throws `wallet_upstream_unavailable`. */
export class Positions {
  constructor(private readonly chain: ChainReader) {}

  /** Returns the shares of a market in a wallet at the newest block. */
  async shares(wallet: Address, [first, second]: Tokens): Promise<Tokens> {
    const args = [
      [wallet, wallet],
      [first, second],
    ] as const;
    const call = {
      address: CONTRACTS.conditionalTokens,
      abi: sharesAbi,
      functionName: 'balanceOfBatch',
      args,
    } as const;
    const [some = 0n, others = 0n] = await this.chain.ask((client) => client.readContract(call));
    return [some, others];
  }

  /** Returns what a condition pays. */
  async payouts(conditionId: Hex): Promise<Payouts> {
    const tokens = { address: CONTRACTS.conditionalTokens, abi: sharesAbi } as const;
    const numerator = (index: bigint) =>
      this.chain.ask((client) =>
        client.readContract({ ...tokens, functionName: 'payoutNumerators', args: [conditionId, index] }),
      );
    const denominator = await this.chain.ask((client) =>
      client.readContract({ ...tokens, functionName: 'payoutDenominator', args: [conditionId] }),
    );
    // The numerators of a condition that nobody has prepared can't be read.
    if (denominator === 0n) return { numerators: [0n, 0n], denominator };
    const [first, second] = await Promise.all([numerator(0n), numerator(1n)]);
    return { numerators: [first, second], denominator };
  }

  /** Looks a batch up: by the wallet's number and the chain's clock, and by the transaction that holds it. */
  async stateOf(batch: WalletBatch, tokens: Tokens): Promise<BatchState> {
    const blockNumber = await this.chain.finalBlock();
    const number = { address: batch.wallet, abi: walletAbi, functionName: 'nonce', blockNumber } as const;
    const [used, { timestamp }] = await this.chain.ask((client) =>
      Promise.all([client.readContract(number), client.getBlock({ blockNumber })]),
    );
    if (used <= batch.nonce) return { kind: timestamp > batch.deadlineS ? 'impossible' : 'possible' };
    const found = await this.#transactionOf(batch);
    // Another batch has its number, or it moved nothing at all.
    if (found === undefined) return { kind: 'impossible' };
    const receipt = await this.chain.ask((client) => client.getTransactionReceipt({ hash: found }));
    return { kind: 'executed', transactionHash: found, moved: movedBy(receipt, batch.wallet, tokens) };
  }

  async #transactionOf(batch: WalletBatch): Promise<Hex | undefined> {
    const sinceMs = Number(batch.deadlineS) * 1_000 - BATCH_MS_MAX;
    const hashes = new Set<Hex>();
    for await (const range of rangesBack(this.chain, sinceMs)) {
      const filter = { address: CONTRACTS.pusd, event: pusdEvents[0], ...range } as const;
      const logs = await this.chain.ask((client) =>
        Promise.all([
          client.getLogs({ ...filter, args: { from: batch.wallet } }),
          client.getLogs({ ...filter, args: { to: batch.wallet } }),
        ]),
      );
      for (const { transactionHash } of logs.flat()) hashes.add(transactionHash);
    }
    if (hashes.size > CANDIDATES_MAX) throw new Error(`${batch.wallet} moved pUSD in too many transactions`);
    for (const hash of hashes) {
      const { input } = await this.chain.ask((client) => client.getTransaction({ hash }));
      if (carriesBatch(input, batch)) return hash;
    }
    return undefined;
  }
}

/** Returns what a transaction moved into a wallet, less what it moved out. */
function movedBy({ logs }: TransactionReceipt, wallet: Address, tokens: Tokens): Moved {
  const sign = ({ from, to }: { readonly from: Address; readonly to: Address }) =>
    BigInt(Number(isAddressEqual(to, wallet)) - Number(isAddressEqual(from, wallet)));
  const of = (contract: Address) => logs.filter(({ address }) => isAddressEqual(address, contract));
  const pusd = parseEventLogs({ abi: pusdEvents, logs: of(CONTRACTS.pusd) });
  const shares = parseEventLogs({ abi: sharesEvents, logs: of(CONTRACTS.conditionalTokens) }).flatMap(
    ({ eventName, args }) =>
      eventName === 'TransferSingle'
        ? [{ id: args.id, value: sign(args) * args.value }]
        : args.ids.map((id, index) => ({ id, value: sign(args) * (args.values[index] ?? 0n) })),
  );
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const sharesOf = (token: bigint) => sum(shares.flatMap(({ id, value }) => (id === token ? [value] : [])));
  return {
    pusd: sum(pusd.map(({ args }) => sign(args) * args.value)),
    shares: [sharesOf(tokens[0]), sharesOf(tokens[1])],
  };
}
