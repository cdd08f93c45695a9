import { type Customer, type Platform, payIn } from '@platform/test/platform';
import { createPublicClient, http } from 'viem';
import type { WalletStore } from './store.js';
import { untilCount } from './until-count.js';

const MICRO_USDC = 1_000_000n;
const FINAL_MS_MAX = 120_000;
const SETTLED_MS_MAX = 300_000;

/** The measurements of deposits that wait together. */
export interface MeasuredDeposits {
  readonly count: number;
  readonly perSecond: number;
}

/** Pays in while the wallet service is paused, waits until every deposit is final, and measures how long the service then takes. */
export async function measureDeposits(
  platform: Platform,
  customers: readonly Customer[],
  store: WalletStore,
  depositsACustomer: number,
): Promise<MeasuredDeposits> {
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
  const tookMs = await untilCount('deposits', wanted, () => store.confirmedDeposits(), SETTLED_MS_MAX);
  return { count: receivers.length, perSecond: (receivers.length / tookMs) * 1_000 };
}
