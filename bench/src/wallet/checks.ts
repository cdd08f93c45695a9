import { Secret } from '@platform/kit/config';
import type { Platform } from '@platform/test/platform';
import { openWalletsAtRest } from '@platform/wallet-service/testing';
import type { Effort } from '../effort.js';
import { median } from '../report.js';

const [FEW, MANY] = [100, 10_000];
const WARM_UP_ROUNDS = 5;
const ROUNDS = 30;

/** The cost of a round of the checker beside so many idle wallets. */
export interface MeasuredCheck {
  readonly wallets: number;
  readonly medianMs: number;
  readonly worstMs: number;
  /** Of this process, which runs only the checker: store and chain are separate processes. */
  readonly processorMs: number;
}

/** Measures the checker over its own database, on the platform's store and chain. */
export async function measureChecks(platform: Platform, amount: Effort['amount']): Promise<MeasuredCheck[]> {
  const sizes = [amount(FEW, 2), amount(MANY, 4)];
  const rounds = amount(ROUNDS, 2);
  const { arbitrum } = await platform.descriptor();
  const resting = await openWalletsAtRest(new Secret(await platform.mongodbUri()), new Secret(arbitrum.rpc_url));
  try {
    const found: MeasuredCheck[] = [];
    for (const [index, wallets] of sizes.entries()) {
      await resting.add(wallets - (sizes[index - 1] ?? 0));
      found.push({ wallets, ...(await measureRounds(rounds, () => resting.check())) });
    }
    return found;
  } finally {
    await resting.close();
  }
}

async function measureRounds(rounds: number, check: () => Promise<void>): Promise<Omit<MeasuredCheck, 'wallets'>> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await check();
  const before = process.cpuUsage();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAtMs = performance.now();
    await check();
    times.push(performance.now() - startedAtMs);
  }
  const { user, system } = process.cpuUsage(before);
  return { medianMs: median(times), worstMs: Math.max(...times), processorMs: (user + system) / 1_000 / rounds };
}
