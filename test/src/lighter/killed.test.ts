/** A withdrawal from Lighter whose wallet service dies at one of the points that it passes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import { sampled } from '@platform/kit/sampling';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import { payerOf } from '@platform/venues/lighter/sandbox/testing';
import { openLighter } from '@platform/venues/lighter/wallet';
import { TestNonces } from '@platform/venues/lighter/wallet/testing';
import type { ConsecutiveNonceSource, WalletVenue } from '@platform/venues/trading-accounts';
import { type Address, erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { killPoints } from '../kill-points/points.js';
import { startVenue, walletSettings } from './stage.js';

const USD = 1_000_000n;
const PAID_IN = 75n * USD;
/** In real time: the venue looks each second. */
const PAUSE_MS = 400;
const ROUNDS_MAX = 120;
const SHORT_MS = 2_000;
/** Longer than a transaction waits for its block before the relayer signs it again. */
const LONG_MS = 61_000;
const VENUE = 'lighter';
const directory = mkdtempSync(join(tmpdir(), 'lighter-killed-'));
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
const tried = sampled({ name: 'lighter departures killed', cases, nameOf: ({ point }) => point, count: 3 });
const token = { network: 'arbitrum', asset: 'USDC' } as const;
const { address: assetAddress } = networks.arbitrum.assets.USDC;

let world: Awaited<ReturnType<typeof World.open>>;
let sandbox: RunningLighter;
let former: WalletVenue | undefined;
let count = 0;
const accountOf = (index: number) => `acc_${index}`;
let deaths = 0;

jest.setTimeout(300_000);

beforeAll(async () => {
  const port = await freePort();
  const settings = await walletSettings(`http://127.0.0.1:${port}`);
  const nonces = noncesOfAll();
  world = await World.open('test_wallet_lighter_killed', 'kind', (venues, { secrets }) => {
    // The one of a process that has died.
    void former?.close();
    // The signer's clock can't be moved: the venue's time is the machine's.
    former = openLighter(settings, { nonces, secrets: secrets(VENUE, 'api_key'), requestClock: systemClock });
    return { ...venues, [VENUE]: former };
  });
  const faucetPrivateKey = generatePrivateKey();
  // These chains' USDC can't be minted.
  await world.chains.arbitrum.test.setUsdc(payerOf(faucetPrivateKey), 10_000n * USD);
  const arbitrum = { rpcUrl: world.chains.arbitrum.test.upstreamUrl, usdcAddress: assetAddress, faucetPrivateKey };
  sandbox = await startVenue({ port, accounts: { stateDirectory: join(directory, 'venue'), arbitrum } });
  await setUp(tried.map((_each, index) => accountOf(index)));
  jest.spyOn(process, 'kill').mockImplementation(() => {
    deaths += 1;
    world.cut();
    arm(NONE);
    throw new Error('the service has ended here');
  });
});

afterAll(async () => {
  await world.close();
  await sandbox.close();
  rmSync(directory, { recursive: true });
});

/** Each key's nonces, which outlive the service as its database does. */
function noncesOfAll(): ConsecutiveNonceSource {
  const kept = new Map<string, TestNonces>();
  const of = (signer: string) => {
    const known = kept.get(signer) ?? new TestNonces();
    kept.set(signer, known);
    return known;
  };
  return {
    claim: (signer, operation) => of(signer).claim(signer, operation),
    keep: (signer, operation, text) => of(signer).keep(signer, operation, text),
    used: (signer, operation) => of(signer).used(signer, operation),
    giveBack: (signer, operation) => of(signer).giveBack(signer, operation),
    openClaim: (signer) => of(signer).openClaim(),
    adopt: (signer, next) => of(signer).adopt(signer, next),
  };
}

/** Does some work; where it dies, the service starts again. */
async function survive(work: () => Promise<unknown>): Promise<void> {
  const earlier = deaths;
  const failed = await work()
    .then(() => undefined)
    .catch((error: unknown) => ({ error }));
  if (deaths > earlier) await world.revive();
  else if (failed !== undefined) throw failed.error;
}

/** Lets the chains go on until a condition holds; the works are done in between. */
async function until(
  holds: () => Promise<boolean>,
  works: readonly Parameters<typeof doWork>[1][],
  roundMs: number,
): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    for (const each of works) await survive(() => doWork(world, each));
    if (await holds()) return;
    await world.onChains((chain) => chain.mine(3));
    await world.pass(roundMs);
    await sleep(PAUSE_MS);
  }
  throw new Error('it did not come true');
}

/** Brings the money of accounts to the venue. All at once: later on the service's time is far ahead of the venue's. */
async function setUp(accountIds: readonly string[]): Promise<void> {
  const { test: chain } = world.chains.arbitrum;
  for (const accountId of accountIds) {
    const { address } = await world.domain.wallets.primary(accountId);
    await chain.mined(await chain.pay(address, PAID_IN));
  }
  await world.chains.arbitrum.mine(3);
  await doWork(world, 'deposits');
  const { setups } = world.domain;
  const ids = await Promise.all(
    accountIds.map(async (accountId) => {
      const asked = { accountId, venue: VENUE, amountMicroUsdc: PAID_IN, key: randomUUID() } as const;
      return (await setups.accept(asked)).setup._id;
    }),
  );
  const areSetUp = async () =>
    (await Promise.all(ids.map((id) => setups.get(id)))).every(({ status }) => status === 'completed');
  await until(areSetUp, ['setups', 'relayer', 'deposits'], SHORT_MS);
}

/** A withdrawal of an account that nobody has accepted yet. */
async function begin(accountId: string) {
  const { _id: walletId, address } = await world.domain.wallets.primary(accountId);
  const { client } = world.chains.arbitrum.test;
  const destinationWallet = privateKeyToAddress(generatePrivateKey());
  const route = { source: VENUE, chain: 'arbitrum', assetAddress, destinationWallet } as const;
  const request = { accountId, key: randomUUID(), intent: { ...route, amountMicroUsdc: 40n * USD } };
  const accept = () => world.domain.withdrawals.accept(request, undefined);
  const balanceOf = (owner: Address) =>
    client.readContract({ address: assetAddress, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
  return {
    accept,
    record: async () => (await accept()).withdrawal,
    shown: async () => {
      const { ledger, networks: open } = world.domain;
      const { _id } = (await accept()).withdrawal;
      return {
        received: await balanceOf(destinationWallet),
        inWallet: await balanceOf(address),
        atVenue: (await former?.figures(address))?.['collateral_usd'],
        booked: [
          await ledger.balance(atVenue(walletId, VENUE, token)),
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
    const leaving = await begin(accountOf(count++));
    deaths = 0;
    arm(point);
    await survive(leaving.accept);
    await leaving.accept();
    const works = ['withdrawals', 'relayer', 'deposits'] as const;
    const isBeyond = async (...states: string[]) => states.includes((await leaving.record()).state);
    await until(() => isBeyond('accepted', 'submitted', 'broadcast', 'confirmed', 'failed'), works, SHORT_MS);
    await until(() => isBeyond('confirmed', 'failed'), works, LONG_MS);
    expect(deaths).toBe(1);
    expect(await leaving.record()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 3n * USD });
    expect(await leaving.shown()).toEqual({
      ...{ received: 37n * USD, inWallet: 0n, atVenue: 35n * USD, wrong: [] },
      booked: [35n * USD, 0n, 0n],
    });
  });
});
