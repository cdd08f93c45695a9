import { formatUsd } from '@platform/money';
import type { DepositWatcher } from '../deposits/watcher.js';

/** Books what the settled blocks hold from one on and was missed; gives it, a line each. Throws for what is no block's number. */
export async function rescanDeposits(watcher: DepositWatcher, block: string): Promise<string[]> {
  if (!/^\d{1,15}$/.test(block)) throw new Error(`${block} is no number of a block`);
  return (await watcher.rescan(BigInt(block))).map(
    ({ _id, accountId, walletId, amountMicroUsdc, txHash, blockNumber }) =>
      `${_id}: ${formatUsd(amountMicroUsdc)} USDC to ${walletId} of ${accountId}, ${txHash} in block ${blockNumber}`,
  );
}
