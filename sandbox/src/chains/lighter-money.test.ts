import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { createFaults } from '@platform/venues/simulation';
import { type Address, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { CHAINS } from './chain.js';
import { depositUsdc } from './deposit.js';
import { EmbeddedChain, eventually } from './testing/embedded-chain.js';

const PREPARATION_MS_MAX = 120_000;
const TEST_MS_MAX = 60_000;
const faucetKey = generatePrivateKey();
const { usdcAddress } = CHAINS.arbitrum;
const logger = createLogger({ process: 'test', level: 'silent' });
const faults = createFaults();
const newOwner = () => privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
const accounts = z.object({ sub_accounts: z.array(z.object({ index: z.number(), collateral: z.string() })).length(1) });

let directory: string;
let chain: EmbeddedChain;
let venue: RunningLighter;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-money-'));
  chain = await EmbeddedChain.start('arbitrum', directory, faucetKey);
  venue = await start();
}, PREPARATION_MS_MAX);
afterAll(async () => {
  await venue.close();
  await chain.close();
  await rm(directory, { recursive: true });
});

function start(): Promise<RunningLighter> {
  const arbitrum = { rpcUrl: chain.rpcUrl, usdcAddress, faucetPrivateKey: faucetKey };
  return startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, faults, clock: systemClock, logger },
    allowances: new Map([['127.0.0.1', 10_000_000]]),
    accounts: { stateDirectory: join(directory, 'venue'), arbitrum },
  });
}

async function answer(path: string, request?: RequestInit): Promise<unknown> {
  const response = await fetch(`${venue.url}/api/v1/${path}`, { ...request, signal: AbortSignal.timeout(5_000) });
  return response.json();
}

async function intentOf(owner: string, fields: Record<string, string> = {}): Promise<unknown> {
  const form = { chain_id: '42161', from_addr: owner, amount: '0', is_external_deposit: 'true', ...fields };
  return answer('createIntentAddress', { method: 'POST', body: new URLSearchParams(form) });
}

async function addressOf(owner: string): Promise<Address> {
  return getAddress(z.object({ intent_address: z.string() }).parse(await intentOf(owner)).intent_address);
}

const send = (to: Address, amountMicroUsdc: bigint) =>
  depositUsdc({ rpcUrl: chain.rpcUrl, usdcAddress, faucetKey, to, amountMicroUsdc });
const latest = (owner: string) => answer(`deposit/latest?l1_address=${owner}`);
const account = (owner: string) => answer(`accountsByL1Address?l1_address=${owner}`);
const hasStatus = (status: string) => (told: unknown) => Object(told).status === status;

test(
  'USDC at an owner’s address becomes collateral of an account, once, also of a venue that was restarted',
  async () => {
    const owner = newOwner();
    const to = await addressOf(owner);
    expect(await latest(owner)).toMatchObject({ code: 20_001 });
    await send(to, 25_000_000n);
    await eventually(() => latest(owner), hasStatus('completed'));
    expect(await latest(owner)).toMatchObject({ code: 200, amount: '25.000000', source_chain_id: '42161' });
    await venue.close();
    venue = await start();
    expect(await addressOf(owner)).toBe(to);
    await send(to, 5_000_001n);
    await eventually(
      () => account(owner),
      (told) => accounts.safeParse(told).data?.sub_accounts[0]?.collateral === '30.000001',
    );
  },
  TEST_MS_MAX,
);

test(
  'less than five USDC, and what the bridge fails to carry, is lost and creates no account',
  async () => {
    const [poor, unlucky] = [newOwner(), newOwner()];
    await send(await addressOf(poor), 4_999_999n);
    await eventually(() => latest(poor), hasStatus('failed'));
    faults.inject({ venue: 'lighter', kind: 'bridge_failure', when: 'before_accept', scope: 'changes' });
    await send(await addressOf(unlucky), 25_000_000n);
    await eventually(() => latest(unlucky), hasStatus('failed'));
    faults.clear();
    for (const owner of [poor, unlucky]) expect(await account(owner)).toMatchObject({ code: 21_100 });
  },
  TEST_MS_MAX,
);

test('each owner has an address of its own, in any spelling, and other chains have none', async () => {
  const owner = newOwner();
  expect(await addressOf(owner)).toBe(await addressOf(getAddress(owner)));
  expect(await addressOf(owner)).not.toBe(await addressOf(newOwner()));
  const refused = { code: 20_001, message: 'invalid param: chain_id' };
  expect(await intentOf(owner, { chain_id: '137' })).toEqual(refused);
  expect(await intentOf(owner, { is_external_deposit: 'false' })).toMatchObject({ code: 20_001 });
});
