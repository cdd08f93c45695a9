import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WalletVenues } from '@platform/venues/wallet';
import { type Hash, zeroHash } from 'viem';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { depositModel } from '../../deposits/model.js';
import { inTransit, inWallet } from '../../ledger/locations.js';
import { newAddress, openStage, RECONCILIATION_MS, type Stage } from '../../testing/stage.js';
import { type WithdrawalRecord, withdrawalModel } from '../model.js';
import { withdrawalStore } from '../records.js';
import { PayoutReconciliation } from './reconciliation.js';

const USD = 1_000_000n;
const SENT = 40n * USD;
const token = usdcOn('arbitrum');
const by = { evidence: 'the bridge has answered: ticket 4711', operator: 'ada' };
let stage: Stage;
let account = '';
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_payout_reconciliation', withCarrier, { venueExits: true });
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
});

afterAll(() => stage.close());

/** Has Polymarket make every withdrawal at once, and a bridge carry it that keeps nothing, as it says. */
function withCarrier(venues: WalletVenues): WalletVenues {
  const { withdrawals } = venues.polymarket;
  if (withdrawals === undefined) throw new Error('no money leaves the venue');
  const carried = { leastMicroUsdc: 2n * USD, keeps: async () => 0n, plan: async () => randomUUID() };
  const made = { withdrawable: async () => 75n * USD, find: async () => ({ feeMicroUsdc: undefined }) };
  return { ...venues, polymarket: { ...venues.polymarket, withdrawals: { ...withdrawals, ...made, carried } } };
}

const reconciliation = () =>
  new PayoutReconciliation({ connection: stage.connection, ledger: stage.domain.ledger, clock: stage.clock });

const accept = (id: string, hash: Hash) => reconciliation().acceptPayout(id, hash, by, stage.domain);

async function record(id: string): Promise<WithdrawalRecord> {
  return withdrawalModel(stage.connection).findById(id).orFail().lean<WithdrawalRecord>();
}

/** Begins a withdrawal that has left its venue; returns its id. */
async function left(): Promise<string> {
  const { address: assetAddress } = tokenRow(token);
  const route = { source: 'polymarket', chain: 'arbitrum', assetAddress, destinationWallet: newAddress() } as const;
  const request = { accountId: account, key: randomUUID(), intent: { ...route, amountMicroUsdc: SENT } };
  const { withdrawal } = await stage.domain.withdrawals.accept(request, undefined);
  await stage.advance();
  expect(await record(withdrawal._id)).toMatchObject({ state: 'left' });
  return withdrawal._id;
}

/** Begins a withdrawal whose payout has not come in time; returns its id. */
async function unpaid(): Promise<string> {
  const id = await left();
  stage.clock.advance(RECONCILIATION_MS);
  await stage.advance();
  expect(await record(id)).toMatchObject({ state: 'unpaid' });
  return id;
}

/** Pays the account's wallet, and returns the transaction. */
async function pay(microUsdc: bigint): Promise<Hash> {
  await stage.fund(account, microUsdc);
  const { _id: walletId } = await stage.domain.wallets.primary(account);
  const newest = await depositModel(stage.connection).findOne({ walletId }).sort({ createdAt: -1, _id: -1 }).orFail();
  return newest.txHash;
}

/** What the destination has, what is booked in USD, the account's deposits, and what the checks find. */
async function shown(id: string) {
  const { ledger, deposits, networks, checker } = stage.domain;
  const { walletId, destinationWallet } = await record(id);
  const { items } = await deposits.list(account, { limit: 100 });
  const usd = (microUsdc: bigint) => Number(microUsdc) / Number(USD);
  return {
    received: usd(await stage.balance(destinationWallet)),
    inTransit: usd(await ledger.balance(inTransit(id, token))),
    wallet: usd(await ledger.balance(inWallet(walletId, token))),
    deposits: items.map(({ amountMicroUsdc }) => usd(amountMicroUsdc)),
    wrong: [
      ...(await networks.arbitrum.comparison.compare()).map(({ what }) => what),
      ...(await checker.inconsistencies()),
      ...(await ledger.unbalanced()),
    ],
  };
}

/** The lines of the account's statement: kind, amount, fee and what the wallet's balance changed by, in USD and in no order. */
async function statement(): Promise<string[]> {
  const { items } = await stage.domain.statements.list(account, { limit: 100 });
  const usd = (microUsdc: bigint) => Number(microUsdc) / Number(USD);
  return items
    .map(({ kind, amountMicroUsdc, feeMicroUsdc, heldChangeMicroUsdc }) =>
      [kind, ...[amountMicroUsdc, feeMicroUsdc, heldChangeMicroUsdc].map(usd)].join(' '),
    )
    .toSorted();
}

const waiting = { received: 0, inTransit: 40, wallet: 0, deposits: [], wrong: [] };

describe('a payout that does not come in time', () => {
  test('has its withdrawal listed, processing with its money in transit, and goes on by itself when it comes', async () => {
    const id = await left();
    stage.clock.advance(RECONCILIATION_MS - 1);
    await stage.advance();
    expect(await record(id)).toMatchObject({ state: 'left' });
    stage.clock.advance(1);
    await stage.advance();
    const { withdrawals } = await stage.handlers.ListWithdrawals({ limit: 10 }, stage.as(account));
    expect(withdrawals).toMatchObject([{ id, status: 'processing' }]);
    expect((await reconciliation().waiting()).map(({ withdrawal }) => withdrawal._id)).toContain(id);
    expect(await shown(id)).toEqual(waiting);
    await pay(39_500_000n);
    await stage.round();
    expect(await record(id)).toMatchObject({ state: 'confirmed', feeMicroUsdc: 500_000n });
    expect(await shown(id)).toEqual({ ...waiting, received: 39.5, inTransit: 0 });
  });

  test('and comes in the moment in which its withdrawal would be listed is passed on', async () => {
    const id = await left();
    stage.clock.advance(RECONCILIATION_MS);
    const held = await withdrawalStore(stage.connection, 'arbitrum', 'another', stage.clock).takeDue(['left']);
    if (held?.record._id !== id) throw new Error('another withdrawal was due');
    await pay(SENT);
    const turn = stage.domain.withdrawalRunners?.arbitrum.turns.parts.advance(held);
    await expect(turn).rejects.toThrow(/has its payout/);
    expect(await record(id)).toMatchObject({ state: 'left', payout: { amountMicroUsdc: SENT } });
  });
});

describe('an operator', () => {
  test('has it waited for again, for as long as before', async () => {
    const id = await unpaid();
    await reconciliation().resume(id, by);
    expect(await record(id)).toMatchObject({ state: 'left', decisions: [{ event: 'resumed', ...by }] });
    stage.clock.advance(RECONCILIATION_MS - 1);
    await stage.advance();
    expect(await record(id)).toMatchObject({ state: 'left' });
    stage.clock.advance(1);
    await stage.advance();
    expect(await record(id)).toMatchObject({ state: 'unpaid' });
    expect(await shown(id)).toEqual(waiting);
  });

  test('passes on what has arrived though it is less than was promised, once', async () => {
    const id = await unpaid();
    const hash = await pay(35n * USD);
    await stage.round();
    expect(await shown(id)).toEqual({ ...waiting, wallet: 35, deposits: [35] });
    const mine = (await reconciliation().waiting()).find(({ withdrawal }) => withdrawal._id === id);
    expect(mine?.arrived).toMatchObject([{ txHash: hash, amountMicroUsdc: 35n * USD }]);
    const outcomes = await Promise.allSettled([accept(id, hash), accept(id, hash)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await shown(id)).toEqual(waiting);
    await stage.round();
    expect(await record(id)).toMatchObject({
      ...{ state: 'confirmed', feeMicroUsdc: 5n * USD },
      decisions: [{ event: 'payout_accepted', ...by }],
    });
    expect(await shown(id)).toEqual({ ...waiting, received: 35, inTransit: 0 });
    expect(await statement()).toEqual([
      'correction 35 0 -35',
      'deposit 35 0 35',
      'payout 35 5 35',
      'venue_withdrawal 40 0 0',
      'withdrawal 35 0 -35',
    ]);
    await expect(accept(id, hash)).rejects.toThrow(/can not be payout_accepted: it is confirmed/);
  });

  test('writes off what never comes, once, and what comes nevertheless is a deposit', async () => {
    const id = await unpaid();
    const outcomes = await Promise.allSettled([reconciliation().writeOff(id, by), reconciliation().writeOff(id, by)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { withdrawal } = await stage.handlers.GetWithdrawal({ id }, stage.as(account));
    expect(withdrawal).toMatchObject({ status: 'failed', error: { code: 'payout_written_off' } });
    expect((await record(id)).decisions).toMatchObject([{ event: 'written_off', ...by }]);
    expect(await shown(id)).toEqual({ ...waiting, inTransit: 0 });
    const hash = await pay(SENT);
    await stage.round();
    expect(await shown(id)).toEqual({ ...waiting, inTransit: 0, wallet: 40, deposits: [40] });
    expect(await statement()).toEqual(['deposit 40 0 40', 'venue_withdrawal 40 0 0', 'written_off 40 0 0']);
    await expect(accept(id, hash)).rejects.toThrow(/can not be payout_accepted: it is failed/);
  });

  test('decides nothing of a withdrawal that does not wait, nor without evidence', async () => {
    const id = await left();
    await expect(reconciliation().resume(id, by)).rejects.toThrow(/can not be resumed: it is left/);
    await expect(reconciliation().writeOff(id, by)).rejects.toThrow(/can not be written_off: it is left/);
    await expect(accept(id, zeroHash)).rejects.toThrow(/can not be payout_accepted: it is left/);
    await expect(reconciliation().resume('wd_none', by)).rejects.toThrow(/there is no withdrawal wd_none/);
    await expect(reconciliation().writeOff(id, { ...by, evidence: '' })).rejects.toThrow(/--evidence/);
    await expect(reconciliation().writeOff(id, { ...by, operator: '' })).rejects.toThrow(/--by/);
    expect(await shown(id)).toEqual(waiting);
  });
});

describe('no payout is', () => {
  test('a transaction that is unknown, or pays somebody else', async () => {
    const id = await unpaid();
    await expect(accept(id, zeroHash)).rejects.toThrow(/pays nothing to 0x/);
    const { arbitrum } = stage.chains;
    const hash = await arbitrum.pay(newAddress(), 35n * USD);
    await arbitrum.mined(hash);
    await expect(accept(id, hash)).rejects.toThrow(/pays nothing to 0x/);
  });

  test('a transfer that is not final, or not booked', async () => {
    const id = await unpaid();
    const { arbitrum } = stage.chains;
    const hash = await arbitrum.pay(await stage.addressOf(account), 35n * USD);
    await arbitrum.mined(hash);
    await expect(accept(id, hash)).rejects.toThrow(/is not final yet/);
    await stage.finalise();
    await expect(accept(id, hash)).rejects.toThrow(/is not booked yet: see deposits rescan/);
  });

  test('a deposit from before, or of more than has left', async () => {
    const earlier = await pay(35n * USD);
    stage.clock.advance(1);
    const id = await unpaid();
    await expect(accept(id, earlier)).rejects.toThrow(/had paid before wd_.* was made/);
    await expect(accept(id, await pay(41n * USD))).rejects.toThrow(/pays 41\.00, and 40\.00 left the venue/);
    const mine = (await reconciliation().waiting()).find(({ withdrawal }) => withdrawal._id === id);
    expect(mine?.arrived).toEqual([]);
  });

  test('the payout of another withdrawal, or what a venue has paid by itself', async () => {
    const other = await left();
    const hash = await pay(SENT);
    await stage.round();
    const id = await unpaid();
    await expect(accept(id, hash)).rejects.toThrow(new RegExp(`is the payout of ${other}`));
    const fromBridge = await pay(35n * USD);
    await depositModel(stage.connection).updateOne({ txHash: fromBridge }, { venue: 'hyperliquid' });
    await expect(accept(id, fromBridge)).rejects.toThrow(/was paid by hyperliquid/);
  });

  test('a deposit of which something is in use, or whose wallet is fenced, or whose record was changed', async () => {
    const id = await unpaid();
    const hash = await pay(35n * USD);
    const { walletId } = await record(id);
    const location = inWallet(walletId, token);
    const using = await stage.withdraw(account, 1n * USD);
    await expect(accept(id, hash)).rejects.toThrow(/34\.00 of wallet:.* is free: the 35\.00 that arrived is in use/);
    await stage.round();
    expect(await record(using)).toMatchObject({ state: 'confirmed' });
    await expect(accept(id, hash)).rejects.toThrow(/34\.00 of wallet:.* is free/);
    await stage.domain.ledger.books.fence(location, 'a test');
    await expect(accept(id, hash)).rejects.toThrow(/is fenced: see ledger check/);
    await stage.domain.ledger.books.liftFence(location);
    await depositModel(stage.connection).updateOne({ txHash: hash }, { amountMicroUsdc: 34n * USD });
    await expect(accept(id, hash)).rejects.toThrow(/pays 35\.00, and 34\.00 is booked/);
    expect(await record(id)).toMatchObject({ state: 'unpaid' });
  });

  test('any other amount than the promised one where a venue pays by itself', async () => {
    const id = await unpaid();
    await withdrawalModel(stage.connection).updateOne({ _id: id }, { $unset: { 'departure.plan': 1 } });
    await expect(accept(id, zeroHash)).rejects.toThrow(/polymarket pays exactly what it has promised/);
    const mine = (await reconciliation().waiting()).find(({ withdrawal }) => withdrawal._id === id);
    expect(mine?.arrived).toEqual([]);
  });
});
