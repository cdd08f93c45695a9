import { expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import type { DepositRecord } from '../deposits/model.js';
import type { Rescanned } from '../deposits/watcher.js';
import { rescanDeposits } from './deposits.js';

const DEPOSIT: DepositRecord = {
  ...{
    _id: 'dep_1',
    transferKey: '0x1:0x2:0',
    accountId: 'acc_1',
    walletId: 'wal_1',
    chain: 'arbitrum',
    asset: 'USDC',
  },
  ...{ amountMicroUsdc: 5_000_000n, txHash: '0x1', blockNumber: 1_200, status: 'confirmed', createdAt: new Date(0) },
};
const unreadable = new PlatformError('wallet_upstream_unavailable', {
  details: { network: 'arbitrum' },
  cause: new Error('a final block was unknown in 10 answers'),
});

/** Returns a watcher of a chain of 4,000 settled blocks, 2,000 per read; reads from `unreadableFrom` on fail `times` times. */
function watcherOf(unreadableFrom: bigint, times: number) {
  let left = times;
  return {
    rescan: async (from: bigint): Promise<Rescanned | undefined> => {
      if (from >= unreadableFrom && left-- > 0) throw unreadable;
      return from >= 4_000n ? undefined : { to: from + 1_999n, missed: from === 0n ? [DEPOSIT] : [] };
    },
  };
}

/** Runs the command while its clock advances; returns its outcome and everything that it printed. */
async function rescan(watcher: ReturnType<typeof watcherOf>, block = '0') {
  const clock = new ManualClock(0);
  const printed: string[] = [];
  const progress = { write: (text: string) => printed.push(text.trim()) };
  let isOver = false;
  const outcome = rescanDeposits(watcher, { network: 'arbitrum', block }, clock, {
    print: (line) => printed.push(line),
    progress,
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  return { ...(await outcome), printed };
}

const BOOKED = 'dep_1: 5.00 USDC to wal_1 of acc_1, 0x1 in block 1200';

test('a rescan asks again for what no node shows at first, and prints what it books before it reads on', async () => {
  const { lines, isWell, printed } = await rescan(watcherOf(2_000n, 4));
  expect([lines, isWell]).toEqual([['1 deposits were missed'], true]);
  expect(printed).toEqual([
    '… reading settled blocks again: from block 0 on',
    BOOKED,
    '… reading settled blocks again: from block 2000 on',
    '… reading settled blocks again: from block 4000 on',
  ]);
});

test('a rescan that can not go on says which network, which block and what to do, and what it has booked', async () => {
  const { lines, isWell, printed } = await rescan(watcherOf(2_000n, 100));
  expect(isWell).toBe(false);
  expect(printed).toContain(BOOKED);
  expect(lines).toEqual([
    '1 deposits were missed',
    'Arbitrum One can not be read from block 2000 on, in 10 attempts: a final block was unknown in 10 answers. ' +
      'Blocks 0 to 1999 are read and booked. See that the node at ARBITRUM_RPC_URL answers and has that block, then go on ' +
      'with: npm run ops -- deposits rescan 2000 --network arbitrum',
  ]);
});
