import { describe, expect, test } from '@jest/globals';
import { createPublicClient, custom, type Hex, hexToNumber, numberToHex, pad, type RpcLog } from 'viem';
import type { ChainReader } from '../../trading-accounts/index.js';
import { CONTRACTS, exchangeOf } from '../codec/index.js';
import { DepositWallets } from './deposit-wallets.js';

const WALLET = '0x3deC7E447D843975Ba7BE72d4bf48106C11535D5';
const STRANGER = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const BLOCK_S = 2;

interface Paid {
  readonly block: number;
  readonly from?: Hex;
  readonly microUsdc: number;
}

/** Returns a chain with a block every two seconds and these transfers to the wallet, and the ranges that were read of it. */
function chainOf(finalBlock: number, paid: readonly Paid[]) {
  const ranges: number[][] = [];
  const logOf = ({ block, from = STRANGER, microUsdc }: Paid, index: number): RpcLog => ({
    address: CONTRACTS.pusd,
    topics: [TRANSFER, pad(from), pad(WALLET)],
    data: numberToHex(microUsdc, { size: 32 }),
    transactionHash: numberToHex(block, { size: 32 }),
    blockHash: numberToHex(block, { size: 32 }),
    blockNumber: numberToHex(block),
    logIndex: numberToHex(index),
    transactionIndex: '0x0',
    removed: false,
  });
  const request = async ({ method, params }: { method: string; params?: never }) => {
    const [asked] = params as unknown as [{ fromBlock: Hex; toBlock: Hex } | Hex];
    if (method === 'eth_getLogs' && typeof asked === 'object') {
      const [from, to] = [hexToNumber(asked.fromBlock), hexToNumber(asked.toBlock)];
      ranges.push([from, to]);
      return paid.map(logOf).filter((_, index) => (paid[index]?.block ?? 0) >= from && (paid[index]?.block ?? 0) <= to);
    }
    if (method === 'eth_getBlockByNumber' && typeof asked === 'string')
      return { number: asked, timestamp: numberToHex(hexToNumber(asked) * BLOCK_S), transactions: [] };
    throw new Error(`${method} is not asked`);
  };
  const client = createPublicClient({ transport: custom({ request }) });
  const chain: ChainReader = { ask: (question) => question(client), finalBlock: async () => BigInt(finalBlock) };
  return { wallets: new DepositWallets(chain), ranges };
}

describe('the payments into a deposit wallet', () => {
  test('are read range by range, back to the time that is asked for, the largest first', async () => {
    const paid = [
      { block: 9_990, microUsdc: 5_000_000 },
      { block: 6_500, microUsdc: 60_000_000 },
      { block: 6_200, microUsdc: 70_000_000 },
      { block: 100, microUsdc: 80_000_000 },
    ];
    const { wallets, ranges } = chainOf(10_000, paid);
    // Between the second and the third.
    const found = await wallets.credits(WALLET, 6_400 * BLOCK_S * 1_000);
    expect(found.map(({ microUsdc }) => microUsdc)).toEqual([60_000_000n, 5_000_000n]);
    expect(ranges).toEqual([
      [8_001, 10_000],
      [6_001, 8_000],
    ]);
  });

  test('are named by their place in the block, so that two of one transaction are two', async () => {
    const twice = { block: 10, microUsdc: 60_000_000 };
    const found = await chainOf(20, [twice, twice]).wallets.credits(WALLET, 0);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  test('are neither trades, nor payouts, nor dust', async () => {
    const own = [exchangeOf(2, false).address, exchangeOf(3, true).address, ...Object.values(CONTRACTS).slice(1, 4)];
    const paid = own.map((from, index) => ({ block: 10 + index, from, microUsdc: 60_000_000 }));
    const { wallets } = chainOf(100, [...paid, { block: 50, microUsdc: 9_999 }, { block: 51, microUsdc: 10_000 }]);
    expect((await wallets.credits(WALLET, 0)).map(({ microUsdc }) => microUsdc)).toEqual([10_000n]);
  });

  test('of a crowd are the twenty largest', async () => {
    const crowd = Array.from({ length: 500 }, (_, index) => ({ block: 10, microUsdc: 10_000 + index }));
    const found = await chainOf(100, crowd).wallets.credits(WALLET, 0);
    expect([found.length, found[0]?.microUsdc]).toEqual([20, 10_499n]);
  });

  test('of a time that lies too far back are an error', async () => {
    const { wallets, ranges } = chainOf(1_000_000, []);
    await expect(wallets.credits(WALLET, 0)).rejects.toThrow('lie too far back');
    expect(ranges).toHaveLength(100);
  });
});
