import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { EmbeddedChain, eventually } from '@platform/sandbox/chains-testing';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import { TestNonces, testSecrets } from '@platform/venues/lighter/wallet/testing';
import { createFaults, faultRequest } from '@platform/venues/simulation';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { type Address, createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { factsOf, openWallet, startVenue } from '../../lighter/stage.js';
import { provisionPython, runScript } from '../python.js';

/** Withdrawals as the wallet makes them, at the sandbox's venue, which pays them on the embedded chain. */

const PREPARATION_MS_MAX = 300_000;
const TEST_MS_MAX = 60_000;
const USD = 1_000_000n;
const CREDITED_USD = 1_000;
/** More payments would have come by then: the venue looks once a second. */
const QUIET_MS = 4_000;
const faucetKey = generatePrivateKey();
const owner = privateKeyToAccount(generatePrivateKey());
/** An owner whose client is the venue's own. */
const otherKey = generatePrivateKey();
const other = privateKeyToAccount(otherKey);
const faults = createFaults();
const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
const { address: usdcAddress } = networks.arbitrum.assets.USDC;
const sentText = z.object({ txInfo: z.string(), hash: z.string(), toAddress: z.string() });
/** The system's time, moved on by tests. */
const clock = {
  shiftMs: 0,
  nowMs: () => systemClock.nowMs() + clock.shiftMs,
  now: () => new Date(clock.nowMs()),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
};
const nonces = new TestNonces();
const secrets = testSecrets();

let directory: string;
let chain: EmbeddedChain;
let venue: RunningLighter;
let wallet: WalletVenue;
let otherAccount: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-withdrawals-'));
  chain = await EmbeddedChain.start('arbitrum', directory, faucetKey);
  creditOffline(join(directory, 'venue'), owner.address, CREDITED_USD, clock.nowMs());
  otherAccount = creditOffline(join(directory, 'venue'), other.address, CREDITED_USD, clock.nowMs());
  venue = await startVenue({
    ...{ faults, clock },
    accounts: {
      stateDirectory: join(directory, 'venue'),
      arbitrum: { rpcUrl: chain.rpcUrl, usdcAddress, faucetPrivateKey: faucetKey },
    },
  });
  wallet = await open();
  await wallet.setup.register.do(facts);
  await eventually(
    () => wallet.setup.register.prove(facts),
    (proof) => proof !== undefined,
  );
}, PREPARATION_MS_MAX);
afterEach(() => faults.clear());
afterAll(async () => {
  await wallet.close();
  await venue.close();
  await chain.close();
  await rm(directory, { recursive: true });
});

/** The wallet's view of the venue, as a process opens it: what it knows besides is in the stores. */
const open = () => openWallet(venue.url, { nonces, secrets, clock });

/** The process dies, and another one begins. */
async function restart(): Promise<void> {
  await wallet.close();
  wallet = await open();
}

const facts = factsOf(owner, { acceptedAt: clock.now() });

function withdrawals() {
  const { withdrawals: opened } = wallet;
  if (opened?.carried === undefined) throw new Error('the venue pays no withdrawals');
  return { ...opened, carried: opened.carried };
}

/** A withdrawal that is planned, and not signed yet: every use of it is by the process that runs then. */
async function planned(amountMicroUsdc: bigint) {
  const plan = await withdrawals().carried.plan(owner.address, amountMicroUsdc);
  const request = { amountMicroUsdc, nonce: 1, plan };
  const find = () => withdrawals().find(owner.address, request);
  return {
    plan,
    find,
    sign: async () => withdrawals().withdraw.sign(owner, await withdrawals().withdraw.parse(request, owner.address)),
    settled: () => eventually(find, (found) => found !== undefined),
  };
}

const balance = (of: Address = owner.address) =>
  createPublicClient({ transport: http(chain.rpcUrl) }).readContract({
    ...{ address: usdcAddress, abi, functionName: 'balanceOf', args: [of] },
  });
const free = () => withdrawals().withdrawable(owner.address);
const fault = (kind: string, more: object = {}) =>
  faults.inject(faultRequest.parse({ venue: 'lighter', kind, ...more }));

/** What the account has lost, and the wallet got on the chain, since now; looked at once nothing moves any more. */
async function watched(): Promise<() => Promise<{ readonly left: bigint; readonly paid: bigint }>> {
  const [free0, balance0] = [await free(), await balance()];
  return async () => ({ left: free0 - (await free()), paid: (await balance()) - balance0 });
}

async function arrived(moved: Awaited<ReturnType<typeof watched>>, microUsdc: bigint) {
  await eventually(
    async () => String((await moved()).paid),
    (paid) => paid !== '0',
  );
  await wait(QUIET_MS);
  expect((await moved()).paid).toBe(microUsdc);
}

async function post(form: Record<string, string>, authorization?: string, path = 'fastwithdraw') {
  const response = await fetch(`${venue.url}/api/v1/${path}`, {
    ...{ method: 'POST', body: new URLSearchParams(form), signal: AbortSignal.timeout(5_000) },
    headers: authorization === undefined ? {} : { authorization },
  });
  return response.json();
}

test(
  'what is withdrawn leaves with the fee inside, is found by its hash, and is paid to the wallet on Arbitrum',
  async () => {
    const moved = await watched();
    expect(await free()).toBe(BigInt(CREDITED_USD) * USD);
    expect(await withdrawals().carried.keeps(owner.address, 30n * USD)).toBe(3n * USD);
    const exit = await planned(30n * USD);
    expect(await exit.find()).toBeUndefined();
    expect(await withdrawals().send(await exit.sign())).toBe('accepted');
    expect(await exit.settled()).toEqual({ feeMicroUsdc: 3n * USD });
    await arrived(moved, 27n * USD);
    expect((await moved()).left).toBe(30n * USD);
  },
  TEST_MS_MAX,
);

test.each([
  ['is lost', 'err_timeout', { when: 'after_accept' }],
  ['comes before the transfer, as a failure', 'err_late', { seconds: 2 }],
])(
  'a transfer whose answer %s leaves once and is paid once, and no second one is sent',
  async (_what, kind, more) => {
    const moved = await watched();
    const exit = await planned(20n * USD);
    fault(kind, more);
    expect(await withdrawals().send(await exit.sign())).toBe('unknown');
    expect(await withdrawals().send(await exit.sign())).toBe('unknown');
    expect(await exit.settled()).toEqual({ feeMicroUsdc: 3n * USD });
    await restart();
    // One that was killed behind its send sends the same text again.
    expect(await withdrawals().send(await exit.sign())).toBe('unknown');
    await arrived(moved, 17n * USD);
    expect((await moved()).left).toBe(20n * USD);
  },
  TEST_MS_MAX,
);

test(
  'a process that dies between signature and send leaves nothing behind, and the next one sends the same text',
  async () => {
    const moved = await watched();
    const exit = await planned(25n * USD);
    const text = await exit.sign();
    await restart();
    expect(await exit.find()).toBeUndefined();
    expect(await exit.sign()).toBe(text);
    expect(await withdrawals().send(text)).toBe('accepted');
    await restart();
    expect(await exit.settled()).toEqual({ feeMicroUsdc: 3n * USD });
    await arrived(moved, 22n * USD);
    expect((await moved()).left).toBe(25n * USD);
  },
  TEST_MS_MAX,
);

test(
  'a transfer that the sequencer rejects leaves the money where it is, and the next one goes on behind it',
  async () => {
    const moved = await watched();
    const exit = await planned(30n * USD);
    fault('transaction_rejected');
    expect(await withdrawals().send(await exit.sign())).toBe('accepted');
    expect(await exit.settled()).toBe('never');
    const tooMuch = await planned((await free()) + 10n * USD);
    expect(await withdrawals().send(await tooMuch.sign())).toBe('accepted');
    expect(await tooMuch.settled()).toBe('never');
    await wait(QUIET_MS);
    expect(await moved()).toEqual({ left: 0n, paid: 0n });
  },
  TEST_MS_MAX,
);

test(
  'a transfer that was made is paid late, less, or never, as the venue’s faults say',
  async () => {
    fault('slow_bridge', { seconds: 6 });
    const late = await watched();
    const slow = await planned(12n * USD);
    await withdrawals().send(await slow.sign());
    expect(await slow.settled()).toEqual({ feeMicroUsdc: 3n * USD });
    await wait(QUIET_MS);
    expect(await late()).toEqual({ left: 12n * USD, paid: 0n });
    await arrived(late, 9n * USD);
    faults.clear();

    fault('bridge_fee', { cents: 50 });
    const less = await watched();
    const short = await planned(12n * USD);
    await withdrawals().send(await short.sign());
    await arrived(less, 8_500_000n);
    faults.clear();

    fault('bridge_failure');
    const never = await watched();
    const unpaid = await planned(12n * USD);
    await withdrawals().send(await unpaid.sign());
    expect(await unpaid.settled()).toEqual({ feeMicroUsdc: 3n * USD });
    await wait(QUIET_MS);
    faults.clear();
    await wait(QUIET_MS);
    expect(await never()).toEqual({ left: 12n * USD, paid: 0n });
  },
  TEST_MS_MAX,
);

test(
  'the venue takes a transfer with both signatures, in turn, for the address of its memo, and by no other endpoint',
  async () => {
    const exit = await planned(30n * USD);
    const { txInfo, toAddress } = sentText.parse(JSON.parse(await exit.sign()));
    const { authorization } = (await wallet.signing.readHeaders?.(owner.address, '/api/v1/accountActiveOrders')) ?? {};
    const refused = async (code: number, name: string, form: Record<string, string>, token = authorization) =>
      expect(await post({ tx_info: txInfo, to_address: toAddress, ...form }, token)).toMatchObject({
        ...{ code, message: expect.stringContaining(name) },
      });
    const moved = await watched();
    await refused(20_001, 'auth', {}, '1:2:4:ab');
    await refused(20_001, 'to_address', { to_address: privateKeyToAccount(generatePrivateKey()).address });
    await refused(21_120, 'signature', { tx_info: txInfo.replace(/"L1Sig":"0x../, '"L1Sig":"0x00') });
    await refused(21_120, 'signature', { tx_info: txInfo.replace('"Amount":27000000', '"Amount":28000000') });
    await refused(20_001, 'tx_info', { tx_info: txInfo.replace('"AssetIndex":3', '"AssetIndex":0') });
    await refused(21_120, 'signature', { tx_info: txInfo.replace(/"Sig":"..../, '"Sig":"AAAA') });
    expect(await post({ tx_type: '12', tx_info: txInfo }, undefined, 'sendTx')).toMatchObject({
      ...{ code: 20_001, message: 'invalid param: tx_type' },
    });
    expect(await post({ tx_info: txInfo, to_address: toAddress }, authorization)).toMatchObject({ code: 200 });
    await exit.settled();
    await refused(21_104, 'nonce', {});
    await arrived(moved, 27n * USD);
  },
  TEST_MS_MAX,
);

test(
  'the venue’s official client withdraws as its example does, with the address changed alone',
  async () => {
    const paid = privateKeyToAccount(generatePrivateKey()).address;
    const args = [venue.url, String(otherAccount), otherKey, paid];
    expect(await runScript(await provisionPython('lighter-sdk'), 'lighter/fast_withdrawal.py', args)).toEqual({
      ...{ limits: ['250000.000000', '100000.000000'], fee: 3_000_000, code: 200, isNamed: true },
      ...{ type: 12, status: 2, collateral: '992.000000' },
    });
    await eventually(
      async () => String(await balance(paid)),
      (microUsdc) => microUsdc === '5000000',
    );
  },
  PREPARATION_MS_MAX,
);

// The last one: it moves the clocks beyond what the signer's own clock allows.
test(
  'a transfer that was never sent can’t be made behind its end, and gives its nonce to the next one',
  async () => {
    const moved = await watched();
    const exit = await planned(30n * USD);
    const nonceOf = ({ plan }: { plan: string }) => /\\"Nonce\\":(\d+)/.exec(plan)?.[1];
    await expect(planned(30n * USD)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    clock.shiftMs = 10 * 60_000 + 15_000;
    expect(await withdrawals().send(await exit.sign())).toBe('refused');
    expect(await exit.find()).toBe('never');
    expect(nonceOf(await planned(30n * USD))).toBe(nonceOf(exit));
    expect(await moved()).toEqual({ left: 0n, paid: 0n });
  },
  TEST_MS_MAX,
);
