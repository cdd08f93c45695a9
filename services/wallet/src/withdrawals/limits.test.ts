/** What one account may have under way, and make the relayer spend. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { parseGwei } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { type DomainOptions, openDomain } from '../domain.js';
import type { GasLimits } from '../relayer/gas/gas-budget.js';
import { newAddress, openStage, type Stage } from '../testing/stage.js';
import { closeVenues } from '../testing/venue.js';
import { intentHash } from './intent.js';

const DAY_MS = 86_400_000;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage('test_wallet_limits');
});

afterAll(() => stage.close());

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

test('of three hundred withdrawals of an account at once twenty are accepted, and another account waits for none', async () => {
  await stage.fund('acc_crowd', 100_000_000n);
  await stage.fund('acc_other', 1_000_000n);
  let decided = 0;
  const crowd = Array.from({ length: 300 }, async () => {
    const told = await outcome(stage.withdraw('acc_crowd', 10_000n));
    decided += 1;
    return told;
  });
  await stage.withdraw('acc_other', 1_000_000n);
  // It came before others of the crowd: behind them it took over ninety seconds.
  expect(decided).toBeLessThan(300);
  const outcomes = Object.groupBy(await Promise.all(crowd), (each) => each);
  expect([outcomes['accepted']?.length, outcomes['rate_limited']?.length]).toEqual([20, 280]);
  expect((await stage.booked('acc_crowd')).reserved).toBe(200_000n);
});

test('of forty withdrawals of an account at two instances at once twenty are accepted', async () => {
  await stage.fund('acc_both', 100_000_000n);
  const other = await openDomain({ ...stage.options, owner: 'other' });
  const requests = Array.from({ length: 40 }, (_, index) => {
    const { withdrawals } = index % 2 === 0 ? stage.domain : other;
    return outcome(withdrawals.accept({ accountId: 'acc_both', key: randomUUID(), intent: intentOf() }, undefined));
  });
  const outcomes = Object.groupBy(await Promise.all(requests), (each) => each);
  expect([outcomes['accepted']?.length, outcomes['rate_limited']?.length]).toEqual([20, 20]);
  expect((await stage.booked('acc_both')).reserved).toBe(200_000n);
  await closeVenues(other.openVenues);
});

test('an account that has twenty under way may withdraw again once one is over', async () => {
  await expect(stage.withdraw('acc_crowd', 10_000n)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retry_after_seconds: 60 },
  });
  for (let round = 0; round < 6; round += 1) await stage.round();
  await expect(stage.withdraw('acc_crowd', 10_000n)).resolves.toMatch(/^wd_/);
});

test('a day of gas is used up for an account, or for all, until midnight; a refusal costs nothing', async () => {
  const costGwei = await transferCostGwei();
  const domain = await openDomain(optionsWith({ accountGwei: costGwei * 2n, totalGwei: costGwei * 5n }));
  const request = (accountId: string) =>
    domain.withdrawals.accept({ accountId, key: randomUUID(), intent: intentOf() }, undefined);
  await stage.pass(DAY_MS);
  for (const account of ['acc_a', 'acc_b', 'acc_c', 'acc_d']) await stage.fund(account, 1_000_000n);
  expect(await outcomesOf(request, ['acc_a', 'acc_a', 'acc_a'])).toEqual(['accepted', 'accepted', 'rate_limited']);
  expect(await outcomesOf(request, ['acc_b', 'acc_b', 'acc_c', 'acc_d'])).toEqual([
    ...Array(3).fill('accepted'),
    'rate_limited',
  ]);
  const untilMidnight = Math.ceil((DAY_MS - (stage.clock.nowMs() % DAY_MS)) / 1_000);
  await expect(request('acc_d')).rejects.toMatchObject({ details: { retry_after_seconds: untilMidnight } });
  expect((await stage.booked('acc_d')).reserved).toBe(0n);
  await stage.pass(DAY_MS);
  expect(await outcomesOf(request, ['acc_d'])).toEqual(['accepted']);
  await closeVenues(domain.openVenues);
});

test('a transfer that can not be paid now is refused at once with the reason, holds nothing and uses up no code', async () => {
  const { client } = stage.arbitrum;
  await stage.fund('acc_f', 100_000_000n);
  const [accountId, key, intent] = ['acc_f', randomUUID(), intentOf()];
  const { challengeId, code } = await stage.domain.challenges.issue(
    { accountId, key, intentHash: intentHash(intent), feeMicroUsdc: 0n },
    { mailboxId: 'mailbox of acc_f', formerMailboxIds: [] },
  );
  const accept = () =>
    stage.domain.withdrawals.accept({ accountId, key, intent }, { type: 'email_otp', challengeId, code });
  const setUp = () =>
    stage.domain.setups.accept({ accountId, venue: 'hyperliquid', amountMicroUsdc: 60_000_000n, key: randomUUID() });
  const refused = (reason: string) => ({
    code: 'wallet_upstream_unavailable',
    details: { network: 'arbitrum', reason },
  });
  await setBaseFee(parseGwei('500'));
  for (const request of [accept, setUp])
    await expect(request()).rejects.toMatchObject(refused('network_fees_too_high'));
  await setBaseFee(parseGwei('1'));
  const relayer = stage.domain.relays?.arbitrum.relayer.address ?? '0x';
  const balance = await client.getBalance({ address: relayer });
  await client.setBalance({ address: relayer, value: 0n });
  await stage.pass(5_000);
  for (const request of [accept, setUp]) await expect(request()).rejects.toMatchObject(refused('gas_funds_used_up'));
  expect((await stage.booked(accountId)).reserved).toBe(0n);
  await client.setBalance({ address: relayer, value: balance });
  await stage.pass(5_000);
  const { withdrawal } = await accept();
  expect(withdrawal).toMatchObject({ state: 'accepted' });
  await setBaseFee(parseGwei('500'));
  expect(await accept()).toMatchObject({ replayed: true, withdrawal: { _id: withdrawal._id } });
  await setBaseFee(parseGwei('1'));
});

test('a wrong code costs no gas', async () => {
  const accountGwei = await transferCostGwei();
  const domain = await openDomain(optionsWith({ accountGwei, totalGwei: accountGwei * 100n }));
  const [accountId, key, intent] = ['acc_e', randomUUID(), intentOf()];
  await stage.fund(accountId, 1_000_000n);
  const binding = { accountId, key, intentHash: intentHash(intent), feeMicroUsdc: 0n };
  const { challengeId, code } = await domain.challenges.issue(binding, {
    mailboxId: 'mailbox of acc_e',
    formerMailboxIds: [],
  });
  const wrong = new Secret(code.reveal() === '000000' ? '000001' : '000000');
  const accept = (given: Secret) =>
    outcome(domain.withdrawals.accept({ accountId, key, intent }, { type: 'email_otp', challengeId, code: given }));
  expect([await accept(wrong), await accept(wrong), await accept(code)]).toEqual([
    'invalid_code',
    'invalid_code',
    'accepted',
  ]);
  await closeVenues(domain.openVenues);
});

function intentOf() {
  const route = { source: 'arbitrum', chain: 'arbitrum', assetAddress: tokenRow(usdcOn('arbitrum')).address } as const;
  return { ...route, amountMicroUsdc: 10_000n, destinationWallet: newAddress() };
}

async function outcomesOf(request: (accountId: string) => Promise<unknown>, accounts: readonly string[]) {
  const found: string[] = [];
  for (const account of accounts) found.push(await outcome(request(account)));
  return found;
}

/** Returns the options of a service with other limits on Arbitrum. */
function optionsWith(gasLimits: GasLimits): DomainOptions {
  const { networks } = stage.options;
  return { ...stage.options, networks: { ...networks, arbitrum: { ...networks.arbitrum, gasLimits } } };
}

/** Sets what the next blocks charge for a unit of gas, and lets pass what is remembered of it. */
async function setBaseFee(baseFeePerGas: bigint): Promise<void> {
  await stage.arbitrum.client.setNextBlockBaseFeePerGas({ baseFeePerGas });
  await stage.pass(5_000);
}

/** What a transfer costs at most on the test chain, rounded up: its gas at the price with the margin that a first version offers. */
async function transferCostGwei(): Promise<bigint> {
  const { maxFeePerGas } = await stage.arbitrum.client.estimateFeesPerGas();
  const costWei = 312_500n * ((maxFeePerGas * 150n + 99n) / 100n);
  return (costWei + 999_999_999n) / 1_000_000_000n;
}
