import type { Customer } from '@platform/test/platform';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { percentile } from '../report.js';
import type { WalletStore } from './store.js';
import { untilCount } from './until-count.js';

const SIGNED_MS_MAX = 300_000;

type Authorized = Awaited<ReturnType<Customer['authorize']>>;

/** The measurements of concurrent withdrawals. */
export interface MeasuredWithdrawals {
  readonly count: number;
  readonly acceptedPerSecond: number;
  readonly signedPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** How many requests were answered 504 and sent again. */
  readonly again: number;
}

/** Each customer sends its withdrawals one after the other, all customers at once, with codes from before. */
export async function measureWithdrawals(
  customers: readonly Customer[],
  store: WalletStore,
  withdrawalsAClient: number,
): Promise<MeasuredWithdrawals> {
  const authorized = await Promise.all(
    customers.map(async (customer) => ({ customer, proofs: await prove(customer, withdrawalsAClient) })),
  );
  const signedBefore = await store.signedTransactions();
  const startedAtMs = Date.now();
  const times = await Promise.all(authorized.map(({ customer, proofs }) => send(customer, proofs)));
  const acceptedMs = Date.now() - startedAtMs;
  const latencies = times.flatMap((each) => each.latencies);
  await untilCount(
    'signed withdrawals',
    signedBefore + latencies.length,
    () => store.signedTransactions(),
    SIGNED_MS_MAX,
  );
  const signedMs = (await store.lastSignatureAtMs()) - startedAtMs;
  return {
    count: latencies.length,
    acceptedPerSecond: (latencies.length / acceptedMs) * 1_000,
    signedPerSecond: (latencies.length / signedMs) * 1_000,
    medianMs: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    again: times.reduce((sum, each) => sum + each.again, 0),
  };
}

async function prove(customer: Customer, count: number): Promise<Authorized[]> {
  const proofs: Authorized[] = [];
  for (let index = 0; index < count; index += 1)
    proofs.push(await customer.authorize('1', privateKeyToAddress(generatePrivateKey())));
  return proofs;
}

/** Returns how long each took to its 202, in milliseconds, and how often one had to be sent again. */
async function send(
  customer: Customer,
  proofs: readonly Authorized[],
): Promise<{ latencies: number[]; again: number }> {
  const latencies: number[] = [];
  let requests = 0;
  for (const proof of proofs) {
    const startedAtMs = performance.now();
    for (let isAccepted = false; !isAccepted; requests += 1) {
      const { status, body } = await customer.requestWithdrawal(proof);
      isAccepted = status === 202;
      // Timed out on a busy machine: the same key requests the same withdrawal.
      if (!isAccepted && status !== 504) throw new Error(`a withdrawal was refused: ${status} ${JSON.stringify(body)}`);
    }
    latencies.push(performance.now() - startedAtMs);
  }
  return { latencies, again: requests - proofs.length };
}
