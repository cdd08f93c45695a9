/** A withdrawal from Lighter whose wallet service dies at one of the points that it passes. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import { payerOf } from '@platform/venues/lighter/sandbox/testing';
import { openLighter } from '@platform/venues/lighter/wallet';
import { TestNonces } from '@platform/venues/lighter/wallet/testing';
import type { ConsecutiveNonceSource, WalletVenue } from '@platform/venues/trading-accounts';
import { generatePrivateKey } from 'viem/accounts';
import { Departures, deaths, pointsTried, USD } from '../kill-points/departures.js';
import { startVenue, walletSettings } from './stage.js';

const PAID_IN = 75n * USD;
const VENUE = 'lighter';
const tried = pointsTried(VENUE);
const { address: assetAddress } = networks.arbitrum.assets.USDC;

let departures: Departures;
let sandbox: RunningLighter;
let former: WalletVenue | undefined;
let count = 0;
const accountOf = (index: number) => `acc_${index}`;

jest.setTimeout(300_000);

beforeAll(async () => {
  const port = await freePort();
  const settings = await walletSettings(`http://127.0.0.1:${port}`);
  const nonces = noncesOfAll();
  departures = await Departures.open(VENUE, (venues, { secrets }) => {
    // The one of a process that has died.
    void former?.close();
    // The signer's clock can't be moved: the venue's time is the machine's.
    former = openLighter(settings, { nonces, secrets: secrets(VENUE, 'api_key'), clock: systemClock });
    return { ...venues, [VENUE]: former };
  });
  const { arbitrum: chain } = departures.world.chains;
  const faucetPrivateKey = generatePrivateKey();
  // These chains' USDC can't be minted.
  await chain.test.setUsdc(payerOf(faucetPrivateKey), 10_000n * USD);
  const arbitrum = { rpcUrl: chain.test.upstreamUrl, usdcAddress: assetAddress, faucetPrivateKey };
  sandbox = await startVenue({ port, accounts: { stateDirectory: join(deaths.directory, 'venue'), arbitrum } });
  await setUp(tried.map((_each, index) => accountOf(index)));
});

afterAll(async () => {
  await departures.world.close();
  await sandbox.close();
  deaths.close();
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

/** Brings the money of accounts to the venue. All at once: later on the service's time is far ahead of the venue's. */
async function setUp(accountIds: readonly string[]): Promise<void> {
  const { domain, chains } = departures.world;
  const { test: chain } = chains.arbitrum;
  for (const accountId of accountIds) {
    const { address } = await domain.wallets.primary(accountId);
    await chain.mined(await chain.pay(address, PAID_IN));
  }
  await chains.arbitrum.mine(3);
  for (const work of departures.works('deposits')) await work();
  const { setups } = domain;
  const ids = await Promise.all(
    accountIds.map(async (accountId) => {
      const asked = { accountId, venue: VENUE, amountMicroUsdc: PAID_IN, key: randomUUID() } as const;
      return (await setups.accept(asked)).setup._id;
    }),
  );
  const areSetUp = async () =>
    (await Promise.all(ids.map((id) => setups.get(id)))).every(({ status }) => status === 'completed');
  await departures.until(areSetUp, departures.works('setups', 'relayer', 'deposits'));
}

describe('a withdrawal from the venue whose service dies leaves once and is paid once', () => {
  test.each(tried)('at $point', async ({ point }) => {
    const accountId = accountOf(count++);
    const { address } = await departures.world.domain.wallets.primary(accountId);
    const leaving = await departures.begin(accountId, async () => (await former?.figures(address))?.['collateral_usd']);
    await departures.carry(leaving, point);
    expect(deaths.count).toBe(1);
    expect(await leaving.record()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 3n * USD });
    expect(await leaving.shown()).toEqual({
      ...{ received: 37n * USD, inWallet: 0n, atVenue: 35n * USD, wrong: [] },
      booked: [35n * USD, 0n, 0n],
    });
  });
});
