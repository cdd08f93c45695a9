/** A withdrawal from Polymarket whose wallet service dies at one of the points that it passes. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { PolymarketRelayer } from '@platform/venues/polymarket/client';
import { creationBody, depositWalletOf } from '@platform/venues/polymarket/codec';
import { BUILDER, CONTRACTS, payerOf, startPolymarket } from '@platform/venues/polymarket/sandbox/testing';
import { builderSignature, openPolymarket } from '@platform/venues/polymarket/wallet';
import { createFaults } from '@platform/venues/simulation';
import { erc20Abi, parseAbi, parseEther } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { Departures, deaths, pointsTried, USD } from '../kill-points/departures.js';
import { venueChain, walletSettings } from './stage.js';

const HELD = 75n * USD;
const pusdAbi = parseAbi(['function mint(address to, uint256 value)']);

let departures: Departures;
let sandbox: Awaited<ReturnType<typeof startPolymarket>>;
let relayer: PolymarketRelayer;
let sign: ReturnType<typeof builderSignature>;
let count = 0;

jest.setTimeout(240_000);

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // The venue's time is the chains'.
  const clock = {
    nowMs: () => departures?.world.clock.nowMs() ?? systemClock.nowMs(),
    now: () => departures?.world.clock.now() ?? systemClock.now(),
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
  };
  departures = await Departures.open('polymarket', (venues, { chain, secrets }) => {
    const parts = { nonces: undefined, chain, secrets: secrets('polymarket', 'api_credentials'), clock };
    return { ...venues, polymarket: openPolymarket(walletSettings(port), parts) };
  });
  const { chains } = departures.world;
  const faucetPrivateKey = generatePrivateKey();
  // These chains' USDC can't be minted.
  await chains.arbitrum.test.setUsdc(payerOf(faucetPrivateKey, 'arbitrum'), 10_000n * USD);
  const chainOf = (network: 'polygon' | 'arbitrum') =>
    venueChain(network, chains[network].test.upstreamUrl, faucetPrivateKey);
  sandbox = await startPolymarket({
    ...{ host: '127.0.0.1', port, seed: 1, recordingsDirectory: undefined, stateDirectory: deaths.directory },
    chains: { polygon: chainOf('polygon'), arbitrum: chainOf('arbitrum') },
    ...{ faults: createFaults(), clock, logger: createLogger({ process: 'test', level: 'silent' }) },
  });
  relayer = new PolymarketRelayer({ url: `${url}/relayer`, share: 'wallet', clock });
  sign = builderSignature(new Secret(BUILDER), clock);
}, 60_000);

afterAll(async () => {
  await departures.world.close();
  await Promise.all([sandbox.close(), relayer.close()]);
  deaths.close();
});

/** Gives an account a deposit wallet with pUSD, of which some is to leave. */
async function begin(accountId: string) {
  const { domain, chains } = departures.world;
  const { address } = await domain.wallets.primary(accountId);
  const wallet = depositWalletOf(address);
  const { client } = chains.polygon.test;
  const body = creationBody(address);
  const create = () => relayer.submit(body, sign(body));
  // The first one may come before the venue's contracts.
  await departures.until(async () => (await client.getCode({ address: wallet })) !== undefined, [create]);
  const { exchangeV2: exchange } = CONTRACTS;
  await client.impersonateAccount({ address: exchange });
  await client.setBalance({ address: exchange, value: parseEther('1') });
  const pusd = { account: exchange, chain: null, address: CONTRACTS.pusd, abi: pusdAbi } as const;
  await client.writeContract({ ...pusd, functionName: 'mint', args: [wallet, HELD] });
  const held = { address: CONTRACTS.pusd, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] } as const;
  return departures.begin(accountId, () => client.readContract(held));
}

describe('a withdrawal from the venue whose service dies leaves once and is paid once', () => {
  test.each(pointsTried('polymarket'))('at $point', async ({ point }) => {
    count += 1;
    const leaving = await begin(`acc_${count}`);
    await departures.carry(leaving, point);
    expect(deaths.count).toBe(1);
    expect(await leaving.record()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 0n });
    expect(await leaving.shown()).toEqual({
      ...{ received: 40n * USD, inWallet: 0n, atVenue: 35n * USD, wrong: [] },
      booked: [-40n * USD, 0n, 0n],
    });
  });
});
