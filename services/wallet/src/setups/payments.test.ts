/** Setups of a venue that is paid at an address of each wallet's own on either chain, takes a fee and may be late. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { formatUsd } from '@platform/kit/money';
import type { PaymentDestination, SetupFacts, StepProof } from '@platform/venues/trading-accounts';
import type { Address } from 'viem';
import { usdcOn } from '../chains/token.js';
import { atVenue, external, inTransit } from '../ledger/locations.js';
import { newAddress, openStage, RECONCILIATION_MS, type Stage } from '../testing/stage.js';
import { SetupReconciliation } from './reconciliation.js';

const AMOUNT = 60_000_000n;
const FEE_MAX = 300_000n;
const MINUTE_MS = 60_000;
const token = usdcOn('polygon');
const by = { evidence: 'the venue support has answered: ticket 4711', operator: 'ada' };

let stage: Stage;
let account: string;
let count = 0;
/** What the venue gives and says. */
const given = new Map<Address, Address>();
let proves: boolean;
let credited: bigint | undefined;

const to: PaymentDestination = {
  kind: 'by_wallet',
  request: async (wallet) => {
    const known = given.get(wallet) ?? newAddress();
    given.set(wallet, known);
    return known;
  },
  belongsTo: async (paid, wallet) => proves && given.get(wallet) === paid,
};

async function proveCredit({ firstUnclaimed, address }: SetupFacts): Promise<StepProof | undefined> {
  const entry = credited === undefined ? undefined : await firstUnclaimed([`credit of ${address}`]);
  return entry === undefined || credited === undefined ? undefined : { entry, creditedMicroUsdc: credited };
}

beforeAll(async () => {
  const none = async () => {};
  stage = await openStage('test_wallet_payments', ({ hyperliquid, ...others }) => ({
    ...others,
    hyperliquid: {
      ...hyperliquid,
      payment: {
        ...{ networks: ['polygon', 'arbitrum'], isOpen: true, to },
        ...{ creditFeeMicroUsdcMax: FEE_MAX, creditWithinMs: 25 * MINUTE_MS },
      },
      setup: { credit: { do: none, prove: proveCredit }, register: { do: none, prove: async () => ({}) } },
    },
  }));
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
  proves = true;
  credited = undefined;
});

afterAll(() => stage.close());

const accept = () =>
  stage.domain.setups.accept({
    accountId: account,
    venue: 'hyperliquid',
    amountMicroUsdc: AMOUNT,
    key: randomUUID(),
  });

async function latest() {
  const { _id } = await stage.domain.wallets.primary(account);
  const setup = await stage.domain.setups.latest(_id, 'hyperliquid');
  return { status: setup?.status, step: setup?.step, error: setup?.error };
}

/** Returns an accepted setup whose payment is final. */
async function paid() {
  await stage.fund(account, AMOUNT, 'polygon');
  const { setup } = await accept();
  await stage.round();
  expect(await latest()).toMatchObject({ status: 'processing', step: 'credit' });
  return setup;
}

const reconciliation = () =>
  new SetupReconciliation({
    connection: stage.connection,
    ledger: stage.domain.ledger,
    clock: stage.clock,
    reconciliationMs: RECONCILIATION_MS,
  });

const balance = (location: Parameters<typeof stage.domain.ledger.balance>[0]) => stage.domain.ledger.balance(location);

describe('a payment address of a wallet', () => {
  test('is asked for once, proved, sealed, paid on its network, and no destination of anybody', async () => {
    const { paymentAddress, walletId } = await paid();
    const { address } = await stage.domain.wallets.primary(account);
    expect(given.get(address)).toBe(paymentAddress);
    expect(await stage.balance(paymentAddress, 'polygon')).toBe(AMOUNT);
    expect(await stage.balance(paymentAddress)).toBe(0n);
    const place = { walletId, venue: 'hyperliquid', network: 'polygon', kind: 'payment' } as const;
    expect(await stage.domain.addresses.find(place)).toBe(paymentAddress);
    await expect(stage.domain.destinations.parse(paymentAddress)).rejects.toMatchObject({ code: 'bad_request' });
    given.delete(address);
    credited = AMOUNT;
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'completed' });
    await stage.fund(account, AMOUNT, 'polygon');
    stage.clock.advance(1);
    expect((await accept()).setup.paymentAddress).toBe(paymentAddress);
  });

  test('is paid from the first network that covers the whole amount, and never from two', async () => {
    await stage.fund(account, AMOUNT, 'arbitrum');
    await stage.fund(account, AMOUNT / 2n, 'polygon');
    const { setup } = await accept();
    expect(setup.network).toBe('arbitrum');
    expect(await stage.booked(account, 'arbitrum')).toMatchObject({ reserved: AMOUNT });
    expect(await stage.booked(account, 'polygon')).toMatchObject({ reserved: 0n });

    account = `${account}_poor`;
    await stage.fund(account, (AMOUNT * 3n) / 4n, 'arbitrum');
    await stage.fund(account, AMOUNT / 2n, 'polygon');
    const details = { available_usd: formatUsd((AMOUNT * 3n) / 4n) };
    await expect(accept()).rejects.toMatchObject({ code: 'insufficient_held_balance', details });
  });

  test('that the venue does not prove to be the wallet’s is refused, and nothing is held', async () => {
    proves = false;
    await stage.fund(account, AMOUNT, 'polygon');
    await expect(accept()).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    expect(await stage.booked(account, 'polygon')).toEqual({ balance: AMOUNT, reserved: 0n });
  });

  test('of another wallet is refused', async () => {
    const { address } = await stage.domain.wallets.primary(account);
    const other = await stage.domain.wallets.primary(`${account}_other`);
    await stage.fund(account, AMOUNT, 'polygon');
    await stage.fund(`${account}_other`, AMOUNT, 'polygon');
    await accept();
    const taken = given.get(address);
    if (taken !== undefined) given.set(other.address, taken);
    const request = { venue: 'hyperliquid', amountMicroUsdc: AMOUNT, key: randomUUID() } as const;
    const stolen = stage.domain.setups.accept({ accountId: `${account}_other`, ...request });
    await expect(stolen).rejects.toThrow(/belongs to another wallet/);
  });

  test('that was exchanged in the database is never paid', async () => {
    await stage.fund(account, AMOUNT, 'polygon');
    const { setup } = await accept();
    const loot = newAddress();
    const rows = stage.connection.collection<{ _id: string; walletId: string }>('wallet_addresses');
    const row = await rows.findOne({ walletId: setup.walletId });
    if (row === null) throw new Error('there is no row');
    await rows.deleteOne({ _id: row._id });
    await rows.insertOne({ ...row, _id: loot });
    await stage.connection
      .collection<{ _id: string }>('setups')
      .updateOne({ _id: setup._id }, { $set: { paymentAddress: loot } });
    await stage.round();
    expect(await stage.balance(loot, 'polygon')).toBe(0n);
    stage.clock.advance(1);
    await expect(accept()).rejects.toThrow(/not as the service wrote it|venue_setup_in_progress/);
  });
});

describe('a credit', () => {
  test('that is smaller by the venue’s fee is booked with that fee', async () => {
    const { _id, walletId } = await paid();
    credited = AMOUNT - 250_000n;
    await stage.round();
    expect(await latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
    expect(await balance(atVenue(walletId, 'hyperliquid', token))).toBe(AMOUNT - 250_000n);
    expect(await balance(inTransit(_id, token))).toBe(0n);
    const movement = await stage.connection.collection('movements').findOne({ 'operation.id': _id, step: 'credit' });
    expect(movement?.['postings']).toContainEqual({ location: external(token), amountMicroUsdc: 250_000n });
    expect(await stage.domain.checker.inconsistencies()).toEqual([]);
  });

  test('25 minutes late is no failure', async () => {
    await paid();
    stage.clock.advance(25 * MINUTE_MS - 1);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'processing', step: 'credit' });
    credited = AMOUNT;
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['smaller than the fee explains', AMOUNT - FEE_MAX - 1n],
    ['larger than the payment', AMOUNT + 1n],
  ])('that is %s waits for an operator, who accepts it as the venue shows it', async (_what, amount) => {
    const { _id, walletId } = await paid();
    credited = amount;
    await stage.round();
    expect(await latest()).toEqual({ status: 'reconciliation_required', step: 'credit', error: 'credit_differs' });
    expect(await balance(inTransit(_id, token))).toBe(AMOUNT);
    await reconciliation().acceptCredit(_id, by);
    await stage.round();
    expect(await latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
    expect(await balance(atVenue(walletId, 'hyperliquid', token))).toBe(amount);
    expect(await balance(inTransit(_id, token))).toBe(0n);
    expect(await stage.domain.ledger.unbalanced()).toEqual([]);
  });

  test('is looked for again when the operator says so, and one that nobody shows is not accepted', async () => {
    const { _id } = await paid();
    credited = AMOUNT - FEE_MAX - 1n;
    await stage.round();
    credited = AMOUNT - FEE_MAX;
    await reconciliation().resume(_id, by);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'completed' });
    account = `${account}_late`;
    credited = undefined;
    const { _id: late } = await paid();
    stage.clock.advance(25 * MINUTE_MS);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'reconciliation_required', error: 'credit_unproven' });
    await expect(reconciliation().acceptCredit(late, by)).rejects.toThrow(/shows no credit/);
  });
});
