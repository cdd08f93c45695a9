/** A withdrawal from Polymarket whose wallet service dies at one of the points that it passes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { networks } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import { sampled } from '@platform/kit/sampling';
import { createLogger } from '@platform/observability/logging';
import { PolymarketRelayer } from '@platform/venues/polymarket/client';
import { creationBody, depositWalletOf } from '@platform/venues/polymarket/codec';
import { BUILDER, CONTRACTS, payerOf, startPolymarket } from '@platform/venues/polymarket/sandbox/testing';
import { builderSignature, openPolymarket } from '@platform/venues/polymarket/wallet';
import { createFaults } from '@platform/venues/simulation';
import { type Address, erc20Abi, parseAbi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { killPoints } from '../kill-points/points.js';
import { venueChain, walletSettings } from './stage.js';

const USD = 1_000_000n;
const HELD = 75n * USD;
/** In real time: the bridge and the relayer look each second. */
const PAUSE_MS = 400;
const ROUNDS_MAX = 120;
const SHORT_MS = 2_000;
/** Longer than a transaction waits for its block before the relayer signs it again. */
const LONG_MS = 61_000;
const pusdAbi = parseAbi(['function mint(address to, uint256 value)']);
const directory = mkdtempSync(join(tmpdir(), 'polymarket-killed-'));
const armed = join(directory, 'armed');
const arm = (point: string) => writeFileSync(armed, point);
const NONE = '';
arm(NONE);
process.env['KILL_POINT_FILE'] = armed;
// Only now: the variable is read when the kill points are loaded.
const { atVenue, doWork, inTransit, inWallet, World } = await import('@platform/wallet-service/testing');

/** Passed by what reserves at once. */
const ELSEWHERE = 'transfer.after_accept';
const OWN = /^(departure|withdrawal|transfer)\./;
const cases = killPoints().filter(({ point }) => OWN.test(point) && point !== ELSEWHERE);
const tried = sampled({ name: 'polymarket departures killed', cases, nameOf: ({ point }) => point, count: 3 });
const token = { network: 'arbitrum', asset: 'USDC' } as const;

let world: Awaited<ReturnType<typeof World.open>>;
let sandbox: Awaited<ReturnType<typeof startPolymarket>>;
let relayer: PolymarketRelayer;
let sign: ReturnType<typeof builderSignature>;
let count = 0;
let deaths = 0;

jest.setTimeout(240_000);

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // The venue's time is the chains'.
  const clock = {
    nowMs: () => world?.clock.nowMs() ?? systemClock.nowMs(),
    now: () => world?.clock.now() ?? systemClock.now(),
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
  };
  world = await World.open('test_wallet_polymarket_killed', 'kind', (venues, { chain, secrets }) => {
    const parts = { nonces: undefined, chain, secrets: secrets('polymarket', 'api_credentials'), requestClock: clock };
    return { ...venues, polymarket: openPolymarket(walletSettings(port), parts) };
  });
  const faucetPrivateKey = generatePrivateKey();
  // These chains' USDC can't be minted.
  await world.chains.arbitrum.test.setUsdc(payerOf(faucetPrivateKey, 'arbitrum'), 10_000n * USD);
  const chainOf = (network: 'polygon' | 'arbitrum') =>
    venueChain(network, world.chains[network].test.upstreamUrl, faucetPrivateKey);
  sandbox = await startPolymarket({
    ...{ host: '127.0.0.1', port, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    chains: { polygon: chainOf('polygon'), arbitrum: chainOf('arbitrum') },
    ...{ faults: createFaults(), clock, logger: createLogger({ process: 'test', level: 'silent' }) },
  });
  relayer = new PolymarketRelayer({ url: `${url}/relayer`, share: 'wallet', clock });
  sign = builderSignature(new Secret(BUILDER), clock);
  jest.spyOn(process, 'kill').mockImplementation(() => {
    deaths += 1;
    world.cut();
    arm(NONE);
    throw new Error('the service has ended here');
  });
}, 60_000);

afterAll(async () => {
  await world.close();
  await Promise.all([sandbox.close(), relayer.close()]);
  rmSync(directory, { recursive: true });
});

/** Does some work; where it dies, the service starts again. */
async function survive(work: () => Promise<unknown>): Promise<void> {
  const earlier = deaths;
  const failed = await work()
    .then(() => undefined)
    .catch((error: unknown) => ({ error }));
  if (deaths > earlier) await world.revive();
  else if (failed !== undefined) throw failed.error;
}

/** Lets the chains go on until a condition holds; `work` is done in between. */
async function until(holds: () => Promise<boolean>, work: (() => Promise<unknown>)[], roundMs: number): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    for (const each of work) await survive(each);
    if (await holds()) return;
    await world.onChains((chain) => chain.mine(3));
    await world.pass(roundMs);
    await sleep(PAUSE_MS);
  }
  throw new Error('it did not come true');
}

/** Gives an account a deposit wallet with pUSD. */
async function begin(accountId: string) {
  const { _id: walletId, address } = await world.domain.wallets.primary(accountId);
  const wallet = depositWalletOf(address);
  const { client } = world.chains.polygon.test;
  const body = creationBody(address);
  const create = () => relayer.submit(body, sign(body));
  // The first one may come before the venue's contracts.
  await until(async () => (await client.getCode({ address: wallet })) !== undefined, [create], SHORT_MS);
  const { exchangeV2: exchange } = CONTRACTS;
  await client.impersonateAccount({ address: exchange });
  await client.setBalance({ address: exchange, value: parseEther('1') });
  const pusd = { account: exchange, chain: null, address: CONTRACTS.pusd, abi: pusdAbi } as const;
  await client.writeContract({ ...pusd, functionName: 'mint', args: [wallet, HELD] });
  const destinationWallet = privateKeyToAddress(generatePrivateKey());
  const { address: assetAddress } = networks.arbitrum.assets.USDC;
  const route = { source: 'polymarket', chain: 'arbitrum', assetAddress, destinationWallet } as const;
  const request = { accountId, key: randomUUID(), intent: { ...route, amountMicroUsdc: 40n * USD } };
  const accept = () => world.domain.withdrawals.accept(request, undefined);
  const balanceOf = (network: 'polygon' | 'arbitrum', of: Address, owner: Address) =>
    world.chains[network].test.client.readContract({
      ...{ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [owner] },
    });
  return {
    accept,
    record: async () => {
      const { withdrawal } = await accept();
      return withdrawal;
    },
    shown: async () => {
      const { ledger, networks: open } = world.domain;
      const { _id } = (await accept()).withdrawal;
      return {
        received: await balanceOf('arbitrum', assetAddress, destinationWallet),
        inWallet: await balanceOf('arbitrum', assetAddress, address),
        atVenue: await balanceOf('polygon', CONTRACTS.pusd, wallet),
        booked: [
          await ledger.balance(atVenue(walletId, 'polymarket', token)),
          await ledger.balance(inTransit(_id, token)),
          await ledger.balance(inWallet(walletId, token)),
        ],
        wrong: [
          ...(await open.arbitrum.comparison.compare()).map(({ what }) => what),
          ...(await world.checker.inconsistencies()),
          ...(await ledger.unbalanced()),
        ],
      };
    },
  };
}

describe('a withdrawal from the venue whose service dies leaves once and is paid once', () => {
  test.each(tried)('at $point', async ({ point }) => {
    count += 1;
    deaths = 0;
    const leaving = await begin(`acc_${count}`);
    arm(point);
    await survive(leaving.accept);
    await leaving.accept();
    const works = (['withdrawals', 'relayer', 'deposits'] as const).map((work) => () => doWork(world, work));
    const isBeyond = async (...states: string[]) => states.includes((await leaving.record()).state);
    await until(() => isBeyond('accepted', 'submitted', 'broadcast', 'confirmed', 'failed'), works, SHORT_MS);
    await until(() => isBeyond('confirmed', 'failed'), works, LONG_MS);
    expect(deaths).toBe(1);
    expect(await leaving.record()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 0n });
    expect(await leaving.shown()).toEqual({
      ...{ received: 40n * USD, inWallet: 0n, atVenue: 35n * USD, wrong: [] },
      booked: [-40n * USD, 0n, 0n],
    });
  });
});
