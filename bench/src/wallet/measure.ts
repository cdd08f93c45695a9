import { Customer, type Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import { percentile, type Report } from '../report.js';
import { type MeasuredCheck, measureChecks } from './checks.js';
import { type MeasuredDeposits, measureDeposits } from './deposits.js';
import { type MeasuredReads, measureReads } from './reads.js';
import { WalletStore } from './store.js';
import { type MeasuredWithdrawals, measureWithdrawals } from './withdrawals.js';

const CLIENTS = 50;
const DEPOSITS_A_CUSTOMER = 20;
/** One round differs from the next threefold, by where it meets the pause between two looks. */
const DEPOSIT_ROUNDS = 9;
/** The number of codes that an account may request. */
const WITHDRAWALS_A_CLIENT = 5;
const READS_A_CLIENT = 20;
const COMMITS_A_CLIENT = 40;
const REGISTERED_AT_ONCE = 10;
/** Above what one machine can send, so that nothing is refused; counted like any other limit. */
const LIMIT = '1000000';
/** The environment of the platform in this benchmark. */
export const walletEnvironment = {
  FEATURE_WITHDRAWAL_OTP: 'true',
  RATE_LIMIT_PER_MINUTE: LIMIT,
  RATE_LIMIT_REGISTRATION_PER_MINUTE: LIMIT,
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: LIMIT,
};

/** Measures deposits and withdrawals of a whole platform by its public API, and the checker beside many idle wallets. */
export function measureWallet({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform(walletEnvironment, (platform) => measureOn(platform, amount));
}

async function measureOn(platform: Platform, amount: Effort['amount']): Promise<Report> {
  await using store = await WalletStore.open(await platform.mongodbUri());
  const customers = await register(platform, amount(CLIENTS, 2));
  const rounds = { count: amount(DEPOSIT_ROUNDS, 1), depositsACustomer: amount(DEPOSITS_A_CUSTOMER, 1) };
  const deposits = await measureDeposits(platform, customers, store, rounds);
  const withdrawals = await measureWithdrawals(customers, store, amount(WITHDRAWALS_A_CLIENT, 1));
  const reads = await measureReads(customers, amount(READS_A_CLIENT, 1));
  const commits = await store.majorityCommits(customers.length, amount(COMMITS_A_CLIENT, 1));
  const checks = await measureChecks(platform, amount);
  return summarize(customers.length, { deposits, withdrawals, reads, commits, checks });
}

async function register(platform: Platform, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) {
    const length = Math.min(REGISTERED_AT_ONCE, count - customers.length);
    const names = Array.from({ length }, (_, index) => `bench-${customers.length + index}`);
    customers.push(...(await Promise.all(names.map((name) => Customer.register(platform, name)))));
  }
  return customers;
}

interface Found {
  readonly deposits: MeasuredDeposits;
  readonly withdrawals: MeasuredWithdrawals;
  readonly reads: MeasuredReads;
  /** Milliseconds of each commit by MongoDB. */
  readonly commits: readonly number[];
  readonly checks: readonly MeasuredCheck[];
}

function summarize(clients: number, { deposits, withdrawals, reads, commits, checks }: Found): Report {
  const { acceptedPerSecond, signedPerSecond, medianMs, p99Ms, again } = withdrawals;
  const [few, many] = checks;
  const ratio = (many?.medianMs ?? Number.NaN) / (few?.medianMs ?? Number.NaN);
  return {
    title: `The wallet service by REST and chain, ${clients} clients, ${withdrawals.count} withdrawals, ${deposits.rounds} rounds of ${deposits.count} deposits`,
    columns: ['what', 'figure', 'unit'],
    rows: [
      ['withdrawals accepted', acceptedPerSecond.toFixed(1), 'a second'],
      ['withdrawals signed', signedPerSecond.toFixed(1), 'a second'],
      ['from POST to 202, median', medianMs.toFixed(0), 'ms'],
      ['from POST to 202, p99', p99Ms.toFixed(0), 'ms'],
      ['answered 504 and sent again', again, 'requests'],
      ['MongoDB alone, a commit by majority, median', percentile(commits, 0.5).toFixed(1), 'ms'],
      ['MongoDB alone, a commit by majority, p99', percentile(commits, 0.99).toFixed(1), 'ms'],
      ['GET /wallet, nothing remembered, median', reads.cold.medianMs.toFixed(0), 'ms'],
      ['GET /wallet, nothing remembered, p99', reads.cold.p99Ms.toFixed(0), 'ms'],
      ['GET /wallet, read again, median', reads.warm.medianMs.toFixed(0), 'ms'],
      ['GET /wallet, read again, p99', reads.warm.p99Ms.toFixed(0), 'ms'],
      ['deposits settled, median of rounds', deposits.perSecond.toFixed(1), 'a second'],
      ['deposits settled, slowest round', deposits.slowestPerSecond.toFixed(1), 'a second'],
      ...checks.flatMap(({ wallets, medianMs: middle, worstMs, processorMs }) => [
        [`checker, ${wallets} wallets at rest: a round, median`, middle.toFixed(0), 'ms'],
        [`checker, ${wallets} wallets at rest: a round, worst`, worstMs.toFixed(0), 'ms'],
        [`checker, ${wallets} wallets at rest: processor time`, processorMs.toFixed(0), 'ms a round'],
      ]),
    ],
    notes: [
      'Withdrawals are signed from the first POST to the last signature of the relayer, while more are accepted. Deposits were all',
      'final before the service, which stood still, went on: the time includes its pause between two looks (1 s).',
      `Required: the checker's cost does not grow with wallets at rest. A round took ${ratio.toFixed(2)} times as long beside the many.`,
    ],
  };
}
