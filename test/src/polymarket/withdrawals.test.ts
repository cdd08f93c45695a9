/** Money leaves the sandbox's Polymarket on real chains: from pUSD in a deposit wallet to USDC at a destination. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { depositWalletOf } from '@platform/venues/polymarket/codec';
import { CONTRACTS, payerOf, startPolymarket, walletAbi } from '@platform/venues/polymarket/sandbox/testing';
import { openPolymarket } from '@platform/venues/polymarket/wallet';
import { createFaults } from '@platform/venues/simulation';
import { atVenue, inTransit, inWallet, openStage, type Stage } from '@platform/wallet-service/testing';
import { type Address, erc20Abi, formatUnits, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { fault, turnUntil, venueChain, walletSettings } from './stage.js';

const USD = 1_000_000n;
const PAID_IN = 75n * USD;
const MINUTE_MS = 60_000;
const token = { network: 'arbitrum', asset: 'USDC' } as const;
const logger = createLogger({ process: 'test', level: 'silent' });
const faults = createFaults();
/** The machine's time, moved to the chain's, which is ahead where many blocks were mined. */
let shiftMs = 0;
const clock = {
  nowMs: () => systemClock.nowMs() + shiftMs,
  now: () => new Date(systemClock.nowMs() + shiftMs),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
};

let directory: string;
let stage: Stage;
let sandbox: Awaited<ReturnType<typeof startPolymarket>>;
let account = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-polymarket-exits-'));
  const port = await freePort();
  stage = await openStage(
    'test_wallet_polymarket_exits',
    (venues, { chain, secrets }) => {
      const parts = {
        nonces: undefined,
        chain,
        secrets: secrets('polymarket', 'api_credentials'),
        clock,
      };
      return { ...venues, polymarket: openPolymarket(walletSettings(port), parts) };
    },
    { venueExits: true },
  );
  const { polygon, arbitrum } = stage.chains;
  const faucetPrivateKey = generatePrivateKey();
  // These chains' USDC can't be minted.
  await arbitrum.setUsdc(payerOf(faucetPrivateKey, 'arbitrum'), 10_000n * USD);
  sandbox = await startPolymarket({
    ...{ host: '127.0.0.1', port, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    chains: {
      polygon: venueChain('polygon', polygon.upstreamUrl, faucetPrivateKey),
      arbitrum: venueChain('arbitrum', arbitrum.upstreamUrl, faucetPrivateKey),
    },
    ...{ faults, clock, logger },
  });
}, 60_000);

beforeEach(async () => {
  const { timestamp } = await stage.chains.polygon.client.getBlock();
  shiftMs = Math.max(shiftMs, Number(timestamp) * 1_000 - systemClock.nowMs());
});

afterEach(() => faults.clear());

afterAll(async () => {
  await stage.close();
  await sandbox.close();
  await rm(directory, { recursive: true });
});

const until = (holds: () => Promise<boolean>) => turnUntil(stage, holds);

/** An account whose money is at the venue. */
class Leaver {
  private constructor(
    readonly accountId: string,
    readonly walletId: string,
    readonly address: Address,
  ) {}

  static async create(): Promise<Leaver> {
    account += 1;
    const accountId = `acc_${account}`;
    await stage.fund(accountId, PAID_IN, 'polygon');
    const asked = { accountId, venue: 'polymarket', amountMicroUsdc: PAID_IN, key: randomUUID() } as const;
    const { setup } = await stage.domain.setups.accept(asked);
    await until(async () => (await stage.domain.setups.get(setup._id)).status === 'completed');
    const { _id, address } = await stage.domain.wallets.primary(accountId);
    return new Leaver(accountId, _id, address);
  }

  get depositWallet(): Address {
    return depositWalletOf(this.address);
  }

  /** Accepts a withdrawal to an address that nobody has used. */
  async withdraw(usd: bigint) {
    const destinationWallet = privateKeyToAddress(generatePrivateKey());
    const { address: assetAddress } = networks.arbitrum.assets.USDC;
    const route = { source: 'polymarket', chain: 'arbitrum', assetAddress, destinationWallet } as const;
    const intent = { ...route, amountMicroUsdc: usd * USD };
    const request = { accountId: this.accountId, key: randomUUID(), intent };
    const { withdrawal } = await stage.domain.withdrawals.accept(request, undefined);
    const record = () => stage.domain.withdrawals.get(this.accountId, withdrawal._id);
    const ended = () => until(async () => ['confirmed', 'failed'].includes((await record()).state)).then(record);
    return { id: withdrawal._id, destinationWallet, record, ended };
  }

  async source() {
    const sources = await stage.domain.withdrawals.describeSources(this.accountId);
    return sources.find(({ name }) => name === 'polymarket');
  }

  /** Returns what the chains, the ledger and the checks show, in USD. */
  async shown({ id, destinationWallet }: { readonly id: string; readonly destinationWallet: Address }) {
    const { ledger, deposits, networks: open, checker } = stage.domain;
    const usd = (microUsdc: bigint) => Number(formatUnits(microUsdc, 6));
    const call = { abi: erc20Abi, functionName: 'balanceOf' } as const;
    const pusd = { ...call, address: CONTRACTS.pusd, args: [this.depositWallet] } as const;
    const { items } = await deposits.list(this.accountId, { limit: 100 });
    return {
      received: usd(await stage.balance(destinationWallet)),
      inWallet: usd(await stage.balance(this.address)),
      atVenue: usd(await stage.chains.polygon.client.readContract(pusd)),
      booked: {
        venue: usd(await ledger.balance(atVenue(this.walletId, 'polymarket', token))),
        inTransit: usd(await ledger.balance(inTransit(id, token))),
        wallet: usd(await ledger.balance(inWallet(this.walletId, token))),
        reserved: usd(await ledger.reserved(inWallet(this.walletId, token))),
      },
      deposits: items.filter(({ chain }) => chain === 'arbitrum').map(({ amountMicroUsdc }) => usd(amountMicroUsdc)),
      wrong: [
        ...(await open.arbitrum.comparison.compare()).map(({ what }) => what),
        ...(await checker.inconsistencies()),
        ...(await ledger.unbalanced()),
      ],
    };
  }
}

const gone = { venue: -40, inTransit: 0, wallet: 0, reserved: 0 };
const still = { venue: 0, inTransit: 0, wallet: 0, reserved: 0 };
const right = { inWallet: 0, deposits: [], wrong: [] };

describe('a withdrawal', () => {
  test('leads from pUSD over the bridge and the wallet to the destination, to the cent', async () => {
    const leaver = await Leaver.create();
    expect(await leaver.source()).toMatchObject({
      ...{ status: 'available', availableMicroUsdc: PAID_IN, feeMicroUsdc: USD },
    });
    const leaving = await leaver.withdraw(40n);
    expect(await leaving.record()).toMatchObject({ state: 'requested', feeMicroUsdc: USD });
    expect(await leaving.ended()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 0n });
    expect(await leaver.shown(leaving)).toEqual({ ...right, received: 40, atVenue: 35, booked: gone });
    const audited = stage.connection.collection('signatures').find({ family: 'deposit_wallet_exit' });
    expect((await audited.toArray()).length).toBeGreaterThan(0);
  }, 120_000);

  test('arrives less what the bridge keeps, which the statement shows', async () => {
    faults.inject({ ...fault('bridge_fee'), cents: 25 });
    const leaver = await Leaver.create();
    const leaving = await leaver.withdraw(40n);
    expect(await leaving.ended()).toMatchObject({ state: 'confirmed', feeMicroUsdc: 250_000n });
    expect(await leaver.shown(leaving)).toEqual({ ...right, received: 39.75, atVenue: 34.75, booked: gone });
    const { items } = await stage.domain.statements.list(leaver.accountId, { limit: 100 });
    const lines = items.map(({ kind, amountMicroUsdc, feeMicroUsdc }) => [kind, amountMicroUsdc, feeMicroUsdc]);
    // The stage's clock stands still: the newest three are of one time.
    expect(lines.slice(0, 3).toSorted()).toEqual([
      ['payout', 39_750_000n, 250_000n],
      ['venue_withdrawal', 40n * USD, 0n],
      ['withdrawal', 39_750_000n, 0n],
    ]);
  }, 120_000);

  test('of which the bridge would keep more than the fee is not accepted, and the source says why', async () => {
    const leaver = await Leaver.create();
    faults.inject({ ...fault('bridge_fee'), cents: 101 });
    expect(await leaver.source()).toMatchObject({ status: 'unavailable', obstacle: 'fee_unknown' });
    const refused = { code: 'wallet_upstream_unavailable', details: { reason: 'fee_unknown' } };
    await expect(leaver.withdraw(40n)).rejects.toMatchObject(refused);
    faults.clear();
    await expect(leaver.withdraw(1n)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(leaver.withdraw(76n)).rejects.toMatchObject({ code: 'insufficient_held_balance' });
  }, 120_000);

  test('waits for one of the same wallet and amount, and each is carried out once', async () => {
    const leaver = await Leaver.create();
    const [first, second] = [await leaver.withdraw(30n), await leaver.withdraw(30n)];
    await expect(leaver.withdraw(30n)).rejects.toMatchObject({ code: 'insufficient_held_balance' });
    expect([await first.ended(), await second.ended()]).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }]);
    const booked = { ...gone, venue: -60 };
    expect(await leaver.shown(first)).toEqual({ ...right, received: 30, atVenue: 15, booked });
    expect(await leaver.shown(second)).toEqual({ ...right, received: 30, atVenue: 15, booked });
  }, 120_000);

  test.each([
    ['lost', 'disconnect', 'after_accept'],
    ['failures that are executed later', 'err_late', 'before_accept'],
    ['refusals for too many requests', 'rate_limit', 'before_accept'],
  ] as const)(
    'is made once where the first answers to its changes are %s',
    async (_, kind, when) => {
      const leaver = await Leaver.create();
      const leaving = await leaver.withdraw(40n);
      let rounds = 0;
      await until(async () => {
        if (rounds % 2 === 0 && rounds < 8) faults.inject({ ...fault(kind), when });
        rounds += 1;
        return (await leaving.record()).state === 'left';
      });
      expect(await leaving.ended()).toMatchObject({ state: 'confirmed' });
      expect(await leaver.shown(leaving)).toEqual({ ...right, received: 40, atVenue: 35, booked: gone });
    },
    120_000,
  );

  test('that the bridge fails stays on its way, and what somebody else pays in is a deposit', async () => {
    const leaver = await Leaver.create();
    faults.inject(fault('bridge_failure'));
    const leaving = await leaver.withdraw(40n);
    await until(async () => (await leaving.record()).state === 'left');
    await stage.pay(leaver.address, 38n * USD);
    for (let rounds = 0; rounds < 5; rounds += 1) await stage.round();
    expect(await leaving.record()).toMatchObject({ state: 'left' });
    expect(await leaver.shown(leaving)).toEqual({
      ...{ received: 0, inWallet: 38, atVenue: 35, deposits: [38], wrong: [] },
      booked: { ...gone, inTransit: 40, wallet: 38 },
    });
  }, 120_000);

  test('whose batch was replaced, and is past its deadline, has not happened and never will', async () => {
    const leaver = await Leaver.create();
    const { client } = stage.chains.polygon;
    await client.setAutomine(false);
    const leaving = await leaver.withdraw(40n);
    const isPending = async () => (await client.getTxpoolStatus()).pending > 0;
    for (let looks = 0; looks < 100 && !(await isPending()); looks += 1) {
      await stage.advance();
      stage.clock.advance(500);
      await sleep(100);
    }
    expect(await leaving.record()).toMatchObject({ state: 'sent' });
    await useUpNonce(leaver.depositWallet);
    await client.setAutomine(true);
    for (let rounds = 0; rounds < 3; rounds += 1) await stage.round();
    expect(await leaving.record()).toMatchObject({ state: 'sent' });
    await client.increaseTime({ seconds: (16 * MINUTE_MS) / 1_000 });
    stage.clock.advance(16 * MINUTE_MS);
    expect(await leaving.ended()).toMatchObject({ state: 'failed', error: 'venue_withdrawal_not_made' });
    expect(await leaver.shown(leaving)).toEqual({ ...right, received: 0, atVenue: 75, booked: still });
  }, 120_000);
});

/** Uses up the number of the next batch of a wallet, as another batch would: it stands in one of the first places of its storage. */
async function useUpNonce(wallet: Address): Promise<void> {
  const { client } = stage.chains.polygon;
  const nonceOf = () => client.readContract({ address: wallet, abi: walletAbi, functionName: 'nonce' });
  const [former, used] = [await nonceOf(), (await nonceOf()) + 1n];
  for (let slot = 0; slot < 8 && (await nonceOf()) !== used; slot += 1) {
    const index = numberToHex(slot, { size: 32 });
    if (BigInt((await client.getStorageAt({ address: wallet, slot: index })) ?? '0x0') !== former) continue;
    await client.setStorageAt({ address: wallet, index, value: numberToHex(used, { size: 32 }) });
    if ((await nonceOf()) === used) return;
    await client.setStorageAt({ address: wallet, index, value: numberToHex(former, { size: 32 }) });
  }
  throw new Error('the number of the wallet was not found');
}
