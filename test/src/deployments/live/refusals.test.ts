import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../../money/customer.js';
import { Platform } from '../../platform/platform.js';
import { withStore } from '../../platform/store.js';
import { until } from '../../platform/wait.js';
import { CAPITAL_USD, codeOf, LiveAccount } from './account.js';

/** Why a deployment with real money can't be started: each reason with what brings it about, and what cures it. */

const TEST_MS_MAX = 400_000;
const directory = mkdtempSync(join(tmpdir(), 'live-refusals-'));
const armed = join(directory, 'armed');
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('deployments trade with real money, and the wallet service dies', {
    FEATURE_MANAGED_LIVE: 'true',
    FEATURE_WITHDRAWAL_OTP: 'true',
    KILL_POINT_FILE: armed,
  });
}, TEST_MS_MAX);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
}, TEST_MS_MAX);

const refusal = async (answer: ReturnType<LiveAccount['start']>) => [(await answer).status, codeOf(await answer)];

/** Stops one: bots of several accounts would divide the venue's allowance, and all start slowly. */
async function stop({ deployments }: LiveAccount, id: string): Promise<void> {
  await deployments.act(id, { action: 'stop' });
  await deployments.untilStatus(id, 'stopped');
}

/** The money of an account: what it holds, what is at the venue, and all of it. */
async function moneyOf({ customer }: LiveAccount) {
  const { balance, venues } = (await customer.wallet(({ venues: all }) => all.hyperliquid.balance_usd !== null)).body;
  return { held: balance.held_usd, there: venues.hyperliquid.balance_usd, total: balance.total_usd };
}

/** Creates a deployment whose setup is reserved and never signed: its time is over while the wallet service is away. */
async function createdWithFailedSetup(account: LiveAccount): Promise<string> {
  writeFileSync(armed, 'setup.after_reserve');
  const goOn = platform.pauseSupervisor();
  try {
    const id = await account.created('fails');
    const passed = await withStore(platform, 'wallet', (store) =>
      store
        .collection('setups')
        .updateOne({ accountId: account.customer.caller.accountId }, { $set: { validBefore: new Date(0) } }),
    );
    expect(passed.modifiedCount).toBe(1);
    return id;
  } finally {
    goOn();
  }
}

test(
  'a setup that fails leaves its reserve to the account; another deployment has another setup',
  async () => {
    const account = await LiveAccount.open(platform, 'not-ready');
    await Customer.fund(platform, [account.customer], 100);
    const id = await createdWithFailedSetup(account);
    const answer = await account.startedAfterSetup(id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'venue_not_ready']);
    expect(answer.body.error.details).toMatchObject({ poll_url: '/wallet', setup: { status: 'failed' } });
    expect((await account.deployments.read(id)).venue_setup).toMatchObject({ status: 'failed', step: 'reserve' });
    expect(await moneyOf(account)).toMatchObject({ held: 100, total: 100 });
    // Asking again changes nothing.
    expect(await refusal(account.start(id))).toEqual([409, 'venue_not_ready']);

    expect((await account.deployments.send('DELETE', id)).status).toBe(202);
    const cured = await account.created('works');
    expect(await refusal(account.startedAfterSetup(cured))).toEqual([200, undefined]);
    await account.deployments.untilStatus(cured, 'running');
    await stop(account, cured);
  },
  TEST_MS_MAX,
);

test(
  'an account that has less than the smallest order is not funded, until it has more',
  async () => {
    const account = await LiveAccount.open(platform, 'not-funded');
    const { customer } = account;
    await Customer.fund(platform, [customer], 120);
    const id = await account.created('poor');
    await customer.wallet(({ venues }) => venues.hyperliquid.operation?.status === 'completed');
    const elsewhere = privateKeyToAddress(generatePrivateKey());
    const left = await customer.withdraw(await customer.authorize('55', elsewhere, 'hyperliquid'));
    await customer.withdrawal(left, 'confirmed');
    expect(await refusal(account.startedAfterSetup(id))).toEqual([409, 'account_not_funded']);
    expect((await account.deployments.read(id)).venue_account).toMatchObject({ funded: false });

    await customer.setUp('50');
    expect((await account.start(id)).status).toBe(200);
    const running = await account.deployments.untilStatus(id, 'running');
    expect(running).toMatchObject({ venue_account: { funded: true } });
    await stop(account, id);
  },
  TEST_MS_MAX,
);

test(
  'a deployment whose agent the venue has ended is missing its credentials, until they are attached',
  async () => {
    const account = await LiveAccount.open(platform, 'no-agent');
    const { deployments, customer } = account;
    await Customer.fund(platform, [customer], 100);
    const id = await account.created('loses its agent');
    expect(await refusal(account.startedAfterSetup(id))).toEqual([200, undefined]);
    await deployments.untilStatus(id, 'running');
    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    const former = await account.agents();
    expect(former).toHaveLength(1);
    account.endAgents();
    expect(await refusal(account.start(id))).toEqual([409, 'credentials_missing']);
    const missing = { attached: false, type: 'managed', status: 'missing' };
    await deployments.until('missing credentials', id, ({ credentials }) => credentials.status === missing.status);
    expect(await deployments.read(id)).toMatchObject({ status: 'stopped', credentials: missing });

    const attached = await deployments.send('PUT', id, '/credentials', {});
    expect([attached.status, attached.body.credentials]).toEqual([
      200,
      { attached: true, type: 'managed', status: 'attached' },
    ]);
    expect((await account.start(id)).status).toBe(200);
    await deployments.untilStatus(id, 'running');
    const agents = await until(
      'another agent',
      () => account.agents(),
      ({ length }) => length === 1,
    );
    expect(agents).not.toEqual(former);
    await stop(account, id);
  },
  TEST_MS_MAX,
);

test(
  'of two that race for one balance one has its setup, and the other is told of the balance',
  async () => {
    const account = await LiveAccount.open(platform, 'race');
    await Customer.fund(platform, [account.customer], 100);
    const btc = { exchange: { pair_whitelist: ['BTC/USDC:USDC'] } };
    const ids = await Promise.all([account.created('first'), account.created('second', btc)]);
    const answers = await Promise.all(ids.map((id) => account.startedAfterSetup(id)));
    const codes = answers.map((answer) => codeOf(answer) ?? answer.body.status);
    expect(codes.toSorted()).toEqual(['insufficient_held_balance', 'starting']);
    expect(await moneyOf(account)).toMatchObject({ held: 40, there: CAPITAL_USD, total: 100 });

    await Customer.fund(platform, [account.customer], 20);
    const loser = ids[codes.indexOf('insufficient_held_balance')] ?? '';
    // Once the second deposit is final.
    await until(
      'the second deposit',
      () => account.start(loser),
      (answer) => codeOf(answer) !== 'insufficient_held_balance',
    );
    expect((await account.startedAfterSetup(loser)).status).toBe(200);
    // A balance may be 15 s old while reads wait for the venue's allowance.
    const there = 2 * CAPITAL_USD;
    const shown = await until(
      'the balance at the venue',
      () => moneyOf(account),
      (money) => money.there === there,
    );
    expect(shown).toMatchObject({ held: 0, there, total: 120 });
  },
  TEST_MS_MAX,
);
