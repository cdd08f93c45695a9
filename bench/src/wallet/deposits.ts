import { type Customer, type Platform, payIn } from '@platform/test/platform';
import { createPublicClient, http } from 'viem';
import { median } from '../report.js';
import type { WalletStore } from './store.js';
import { untilCount } from './until-count.js';

const MICRO_USDC = 1_000_000n;
const FINAL_MS_MAX = 120_000;
const SETTLED_MS_MAX = 300_000;

/** The measurements of deposits that wait together. */
export interface MeasuredDeposits {
  readonly rounds: number;
  /** Of a round. */
  readonly count: number;
  /** Of the median round. */
  readonly perSecond: number;
  readonly slowestPerSecond: number;
}

/** Measures rounds of deposits that wait together. */
export async function measureDeposits(
  platform: Platform,
  customers: readonly Customer[],
  store: WalletStore,
  rounds: { readonly count: number; readonly depositsACustomer: number },
): Promise<MeasuredDeposits> {
  const tookMs: number[] = [];
  while (tookMs.length < rounds.count)
    tookMs.push(await measureRound(platform, customers, store, rounds.depositsACustomer));
  const count = customers.length * rounds.depositsACustomer;
  const perSecond = tookMs.map((ms) => (count / ms) * 1_000);
  return { rounds: rounds.count, count, perSecond: median(perSecond), slowestPerSecond: Math.min(...perSecond) };
}

/** Pays in while the wallet service is paused, waits until every deposit is final, and returns how long the service then takes. */
async function measureRound(
  platform: Platform,
  customers: readonly Customer[],
  store: WalletStore,
  depositsACustomer: number,
): Promise<number> {
  const { arbitrum } = await platform.descriptor();
  const receivers = Array.from({ length: depositsACustomer }, () => customers.map(({ address }) => address)).flat();
  const before = await store.confirmedDeposits();
  const goOn = await platform.pause('wallet');
  try {
    await payIn(arbitrum, receivers, MICRO_USDC);
    const client = createPublicClient({ transport: http(arbitrum.rpc_url) });
    const last = Number(await client.getBlockNumber());
    const final = async () => Number((await client.getBlock({ blockTag: 'finalized' })).number);
    await untilCount('final blocks', last, final, FINAL_MS_MAX);
  } finally {
    goOn();
  }
  const wanted = before + receivers.length;
  return untilCount('deposits', wanted, () => store.confirmedDeposits(), SETTLED_MS_MAX);
}
