import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import {
  BRIDGE_ADDRESS,
  Bridge,
  openBridgeChain,
  openTestVenue,
  TestUser,
  type TestVenue,
} from '@platform/venues/hyperliquid/sandbox/testing';
import { type Address, createPublicClient, type Hex, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilArguments, anvilBinary } from './anvil.js';
import { CHAINS } from './chain.js';
import { depositUsdc } from './deposit.js';
import { type ChainKeeper, startChainKeeper } from './keeper.js';

const { id: chainId, usdcAddress } = CHAINS.arbitrum;
const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
const PAYOUT_DELAY_MS = 60_000;
const faucetKey = generatePrivateKey();
const faucet = privateKeyToAccount(faucetKey).address.toLowerCase();
const logger = createLogger({ process: 'test', level: 'silent' });

let directory: string;
let anvil: ChildProcess;
let keeper: ChainKeeper;
let rpcUrl: string;
let venue: TestVenue;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-bridge-'));
  const port = await freePort();
  rpcUrl = `http://127.0.0.1:${port}`;
  const snapshotFile = join(directory, 'chain.json');
  anvil = spawn(anvilBinary(), anvilArguments({ host: '127.0.0.1', port, chainId, snapshotFile }), { stdio: 'ignore' });
  keeper = startChainKeeper({ chain: 'arbitrum', rpcUrl, snapshotFile, faucetKey, clock: systemClock, logger });
  await until(() => keeper.isReady());
  venue = await openTestVenue();
});
afterAll(async () => {
  await keeper.close();
  const exit = once(anvil, 'exit');
  anvil.kill('SIGKILL');
  await exit;
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
  await rm(directory, { recursive: true });
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('did not come true within a minute');
}

/** A bridge over the files on disk, as after a kill. */
const bridgeOf = (of: TestVenue, chain = openBridgeChain({ rpcUrl, usdcAddress, faucetPrivateKey: faucetKey })) =>
  new Bridge(of.exchange, chain, of.clock, logger, PAYOUT_DELAY_MS);

const deposit = (amountMicroUsdc: bigint) =>
  depositUsdc({ rpcUrl, usdcAddress, faucetKey, to: BRIDGE_ADDRESS, amountMicroUsdc });

const client = () => createPublicClient({ transport: http(rpcUrl) });
const balanceOf = (address: Address) =>
  client().readContract({ address: usdcAddress, abi, functionName: 'balanceOf', args: [address] });
const finalised = (block: bigint) =>
  until(async () => ((await client().getBlock({ blockTag: 'finalized' })).number ?? 0n) >= block);
const cashOf = (of: TestVenue, user: string) => of.exchange.store.account(user)?.cashMicroUsdc ?? 0n;

describe('what is paid in', () => {
  test('is credited to who sent it once it is final, less than five USDC never', async () => {
    const first = await deposit(12_500_000n);
    const lost = await deposit(4_999_999n);
    await bridgeOf(venue).creditArrivals();
    await finalised(lost.blockNumber);
    await bridgeOf(venue).creditArrivals();
    expect(cashOf(venue, faucet)).toBe(12_500_000n);
    const entries = venue.exchange.store.latestEvents('ledger', faucet, 10);
    expect(entries.map(({ document }) => document['hash'])).toEqual([first.hash]);
  });

  test('is credited once, whatever is killed in between', async () => {
    const before = cashOf(venue, faucet);
    const { blockNumber } = await deposit(5_000_000n);
    await finalised(blockNumber);
    const block = venue.journal.counter('bridge block');
    await bridgeOf(venue).creditArrivals();
    // The place in the chain is lost, the credits are kept: the most that could ever be requested again.
    venue.journal.setCounter('bridge block', 0);
    const reopened = await venue.again();
    await bridgeOf(reopened).creditArrivals();
    expect(cashOf(reopened, faucet)).toBe(before + 5_000_000n);
    expect(reopened.journal.counter('bridge block')).toBeGreaterThan(block);
    reopened.journal.close();
  });
});

describe('what is paid out', () => {
  const destination = (): Hex => privateKeyToAccount(generatePrivateKey()).address;
  const unpaid = () => venue.journal.all('SELECT id FROM payouts WHERE paid = 0').length;

  test('arrives once after its delay, less the fee, though the bridge never lives to see it', async () => {
    const user = new TestUser(venue, 100);
    const to = destination();
    await user.act({ type: 'withdraw3', destination: to, amount: '30' });
    await bridgeOf(venue).payDue();
    expect(unpaid()).toBe(1);
    venue.clock.advance(PAYOUT_DELAY_MS);
    await expect(bridgeOf(venue, brokenAfterPaying()).payDue()).rejects.toThrow('killed');
    await until(async () => (await balanceOf(to)) > 0n);
    for (let kills = 0; kills < 3; kills += 1) await bridgeOf(venue).payDue();
    await until(async () => {
      await bridgeOf(venue).payDue();
      return unpaid() === 0;
    });
    await bridgeOf(venue).payDue();
    expect(await balanceOf(to)).toBe(29_000_000n);
  });

  test('of many arrives to each once, more than was ever paid in included', async () => {
    const rich = new TestUser(venue, 50_000_000);
    const targets = Array.from({ length: 5 }, destination);
    for (const to of targets) await rich.act({ type: 'withdraw3', destination: to, amount: '1000001' });
    venue.clock.advance(PAYOUT_DELAY_MS);
    await until(async () => {
      await bridgeOf(venue).payDue();
      return unpaid() === 0;
    });
    for (const to of targets) expect(await balanceOf(to)).toBe(1_000_000_000_000n);
  });

  /** A chain whose transaction is sent, while the process dies before it gets the answer. */
  function brokenAfterPaying() {
    const chain = openBridgeChain({ rpcUrl, usdcAddress, faucetPrivateKey: faucetKey });
    const pay = chain.pay.bind(chain);
    chain.pay = async (to, amount, nonce) => {
      await pay(to, amount, nonce);
      throw new Error('killed');
    };
    return chain;
  }
});
