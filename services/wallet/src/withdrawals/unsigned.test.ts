import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { usdcOn } from '../chains/token.js';
import { inWallet } from '../ledger/locations.js';
import { openStage, RECONCILIATION_MS, type Stage } from '../testing/stage.js';
import { TRANSFER_TTL_MS } from '../transfers/transfers.js';

/** The longest time until a transfer's outcome is final after its authorization has expired, on Arbitrum. */
const FINALITY_LAG_MS = 20 * 60_000;
let stage: Stage;
let account = '';
let walletId = '';
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_unsigned');
});

beforeEach(async () => {
  count += 1;
  account = `acc_${count}`;
  walletId = (await stage.domain.wallets.primary(account))._id;
  await stage.fund(account, 100_000_000n);
});

afterEach(() => void jest.restoreAllMocks());
afterAll(() => stage.close());

const kinds = { withdrawal: acceptWithdrawal, setup: acceptSetup };
const each = Object.entries(kinds);

/** Accepts a withdrawal of 60 USDC; returns a function for its state. */
async function acceptWithdrawal() {
  const id = await stage.withdraw(account, 60_000_000n);
  return async () => {
    const { state, error } = await stage.domain.withdrawals.get(account, id);
    return { state, error };
  };
}

/** Accepts a setup; returns a function for its state. */
async function acceptSetup() {
  const request = {
    accountId: account,
    venue: 'hyperliquid',
    amountMicroUsdc: 60_000_000n,
    key: randomUUID(),
  } as const;
  const { setup } = await stage.domain.setups.accept(request);
  return async () => {
    const { status, step, error } = await stage.domain.setups.get(setup._id);
    return { state: `${status}/${step}`, error };
  };
}

const held = async () => (await stage.booked(account)).reserved;
const signatures = () => stage.connection.collection('signatures').countDocuments({ walletId });
const queued = () => stage.connection.collection('chain_transactions').countDocuments();

describe.each(each)('a %s under way', (kind, accept) => {
  const first = kind === 'setup' ? 'processing/reserve' : 'accepted';
  const failed = { state: kind === 'setup' ? 'failed/reserve' : 'failed', error: 'transfer_not_made' };

  test('is not signed while its wallet is fenced, and goes on when the fence is lifted', async () => {
    const standing = await accept();
    await stage.domain.ledger.books.fence(inWallet(walletId, usdcOn('arbitrum')), 'test');
    await stage.round();
    expect(await standing()).toMatchObject({ state: first });
    expect(await signatures()).toBe(0);
    await stage.domain.ledger.books.liftFence(inWallet(walletId, usdcOn('arbitrum')));
    await stage.round();
    expect(await signatures()).toBe(1);
    expect(await held()).toBe(0n);
  });

  test('is not queued when its wallet is fenced just after the signature', async () => {
    const standing = await accept();
    const before = await queued();
    const { signer, ledger } = stage.domain;
    const sign = signer.sign.bind(signer);
    const fencing: typeof signer.sign = async (...request) => {
      const signed = await sign(...request);
      await ledger.books.fence(inWallet(walletId, usdcOn('arbitrum')), 'test');
      return signed;
    };
    jest.spyOn(signer, 'sign').mockImplementation(fencing);
    await stage.round();
    expect(await standing()).toMatchObject({ state: first });
    expect(await queued()).toBe(before);
  });

  test('that can not be signed fails when its time is over, and its money is free', async () => {
    const standing = await accept();
    await stage.connection
      .collection<{ _id: string }>('wallets')
      .updateOne({ _id: walletId }, { $set: { 'sealedKey.ciphertext': 'AAAA' } });
    stage.clock.advance(TRANSFER_TTL_MS - 1);
    await stage.advance();
    expect(await standing()).toMatchObject({ state: first });
    expect(await held()).toBe(60_000_000n);
    stage.clock.advance(1);
    await stage.advance();
    expect(await standing()).toEqual(failed);
    expect(await held()).toBe(0n);
  });

  test('that stays fenced fails when its time is over, and its money is free', async () => {
    const standing = await accept();
    await stage.domain.ledger.books.fence(inWallet(walletId, usdcOn('arbitrum')), 'test');
    stage.clock.advance(TRANSFER_TTL_MS);
    await stage.advance();
    expect(await standing()).toEqual(failed);
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 0n });
  });
});

test('a setup waits for its transfer until a final block can tell, before it asks an operator', async () => {
  const standing = await acceptSetup();
  await stage.advance();
  stage.clock.advance(TRANSFER_TTL_MS + FINALITY_LAG_MS + RECONCILIATION_MS);
  await stage.advance();
  expect(await standing()).toMatchObject({ state: 'processing/transfer' });
});
