import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Address, createPublicClient, createWalletClient, erc20Abi, http, parseEther, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Descriptor } from '../platform/descriptor.js';
import { Platform } from '../platform/platform.js';
import { provisionPython, runScript } from './python.js';

/** The venue's official SDK, unchanged but for its base address, at the sandbox venue of a running platform. */

const BRIDGE: Address = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';
const PAID_IN_MICRO_USDC = 1_000_000_000n;
const PAYOUT_MS_MAX = 120_000;

let platform: Platform;
let descriptor: Descriptor;
const key = generatePrivateKey();
const user = privateKeyToAccount(key);
const payoutTo = privateKeyToAccount(generatePrivateKey()).address;
// biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect of what the script wrote, and fail where it is not there.
let done: any;

beforeAll(async () => {
  const python = provisionPython('hyperliquid-sdk');
  platform = await Platform.start('its sandbox is killed');
  descriptor = await platform.descriptor();
  await payIn();
  const url = descriptor.venues.hyperliquid.url;
  done = await runScript(await python, 'hyperliquid_sdk.py', [url, key, payoutTo]);
  await platform.kill('sandbox');
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

function clientOf(privateKey: string) {
  const account = privateKeyToAccount(privateKey as Address);
  return createWalletClient({ account, transport: http(descriptor.arbitrum.rpc_url), pollingInterval: 100 }).extend(
    publicActions,
  );
}

/** Sends USDC from the faucet to the user, and from there to the bridge, as a depositor would. */
async function payIn(): Promise<void> {
  const address = descriptor.arbitrum.usdc_address as Address;
  const send = { chain: null, address, abi: erc20Abi, functionName: 'transfer' } as const;
  const faucet = clientOf(descriptor.arbitrum.faucet_private_key);
  await faucet.writeContract({ ...send, args: [user.address, PAID_IN_MICRO_USDC] });
  const hash = await faucet.sendTransaction({ chain: null, to: user.address, value: parseEther('1') });
  await faucet.waitForTransactionReceipt({ hash, checkReplacement: false });
  await clientOf(key).writeContract({ ...send, args: [BRIDGE, PAID_IN_MICRO_USDC] });
}

const info = async (request: object) => {
  const response = await fetch(`${descriptor.venues.hyperliquid.url}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return response.json();
};

describe('the official SDK', () => {
  test('is credited what was sent to the bridge', () => {
    expect(done.credited).toBe('1000.0');
    expect(done.ledger[0]).toEqual({ type: 'deposit', usdc: '1000.0' });
  });

  test('opens and closes a position', () => {
    expect(done.leverage).toEqual({ status: 'ok', response: { type: 'default' } });
    expect(done.opened).toMatchObject({ filled: { totalSz: '0.05' } });
    expect(done.position).toMatchObject({ coin: 'ETH', szi: '0.05', leverage: { type: 'cross', value: 5 } });
    expect(done.closed).toMatchObject({ filled: { totalSz: '0.05' } });
    expect(done.fills.map(({ dir }: { dir: string }) => dir)).toEqual(['Close Long', 'Open Long']);
    expect(done.told_fills).toBe(2);
  });

  test('places, finds, replaces and cancels an order, once', () => {
    expect(done.open_orders).toMatchObject([{ coin: 'ETH', oid: done.resting.resting.oid, sz: '0.05' }]);
    expect(done.found_by_cloid).toMatchObject({ status: 'order', order: { status: 'open' } });
    expect(done.modified).toMatchObject({ resting: {} });
    expect(done.canceled).toBe('success');
    expect(done.canceled_again).toEqual({
      error: 'Order was never placed, already canceled, or filled. asset=1',
    });
  });

  test('trades through an agent, which may not withdraw', () => {
    expect(done.agent).toEqual({ status: 'ok', response: { type: 'default' } });
    expect(done.agent_order).toMatchObject({ resting: {} });
    expect(done.agent_cancel).toBe('success');
    expect(done.agent_withdrawal.response).toMatch(/^Must deposit before performing actions\. User: 0x[0-9a-f]{40}$/);
  });

  test('is refused what was changed after signing', () => {
    expect(done.tampered).toMatchObject({ status: 'err' });
    expect(done.tampered.response).toMatch(/^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/);
  });

  test('is paid on the chain what it withdrew, once, and finds its account as it was, though the venue was killed', async () => {
    expect(done.withdrawal).toEqual({ status: 'ok', response: { type: 'default' } });
    const chain = createPublicClient({ transport: http(descriptor.arbitrum.rpc_url) });
    const address = descriptor.arbitrum.usdc_address as Address;
    const paid = () => chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [payoutTo] });
    const giveUpAtMs = performance.now() + PAYOUT_MS_MAX;
    while ((await paid()) === 0n && performance.now() < giveUpAtMs) await wait(200);
    // Time enough for a second payment to show.
    await wait(4_000);
    expect(await paid()).toBe(24_000_000n);
    expect(await info({ type: 'userFills', user: user.address })).toEqual(done.fills);
  });
});
