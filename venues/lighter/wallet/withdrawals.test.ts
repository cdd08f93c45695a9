import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { type Hex, recoverMessageAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import type { VenueWithdrawals } from '../../trading-accounts/index.js';
import type { LighterSigner } from '../signer/index.js';
import { officialLibrary, signerOf } from '../signer/testing/index.js';
import { CHAIN_IDS, isSignedBy, ownerMessage, readTransaction } from '../transactions/index.js';
import { ApiKeys } from './api-keys.js';
import { Claims } from './claims.js';
import { TestNonces, testSecrets } from './testing/index.js';
import { ACCOUNT, failingToSign, OWNER, serveVenue, TestVenue } from './wallet.fixture.js';
import { lighterWithdrawals, type WithdrawalParts } from './withdrawals.js';

const USD = 1_000_000n;
const POOL = 281_474_976_710_646;
const AMOUNT = 30n * USD;
const NONCE = 5;
const POST = '/api/v1/fastwithdraw';
const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
const hex = z.templateLiteral(['0x', z.string()]);
const planned = z.object({ txInfo: z.string(), hash: z.templateLiteral(['0x', z.string()]) });
const unavailable = (message: string) => ({ code: 'wallet_upstream_unavailable', cause: { message } });

let signer: LighterSigner;
let venue: TestVenue;
let served: Awaited<ReturnType<typeof serveVenue>>;
let nonces: TestNonces;
let clock: ManualClock;
let secrets: ReturnType<typeof testSecrets>;
let parts: WithdrawalParts;
let withdrawals: VenueWithdrawals;

beforeAll(async () => {
  signer = signerOf({ library: await officialLibrary() });
});
afterAll(() => signer.close());

beforeEach(async () => {
  venue = new TestVenue();
  venue.nonce = NONCE;
  shows({ available_balance: '80.5', collateral: '90' });
  pays({});
  takes(3_000_000);
  served = await serveVenue(venue);
  nonces = new TestNonces();
  clock = new ManualClock(systemClock.nowMs());
  const { client } = served;
  secrets = testSecrets();
  const keys = new ApiKeys(secrets, signer);
  await keys.ensure(OWNER.address);
  const claims = new Claims({ client, nonces, wait: async () => undefined });
  let ids = 0;
  parts = { client, keys, claims, clock, newId: () => String(++ids) };
  withdrawals = lighterWithdrawals(parts);
});
afterEach(() => served.close());

const shows = (figures: object) => {
  const account = { account_type: 0, index: ACCOUNT, total_asset_value: '100', ...figures };
  venue.answers.set('/api/v1/account', { code: 200, accounts: [account] });
};
const pays = (terms: object) => {
  const limits = { withdraw_limit: '250000.000000', max_withdrawal_amount: '100000.000000' };
  venue.answers.set('/api/v1/fastwithdraw/info', { code: 200, to_account_index: POOL, ...limits, ...terms });
};
const takes = (fee: number) => venue.answers.set('/api/v1/transferFeeInfo', { code: 200, transfer_fee_usdc: fee });

const plan = async (amount = AMOUNT) => (await withdrawals.carried?.plan(OWNER.address, amount)) ?? '';
const requestOf = (text: string, amountMicroUsdc = AMOUNT) => ({ amountMicroUsdc, nonce: 1, plan: text });
const signed = async (text: string) =>
  withdrawals.withdraw.sign(OWNER, await withdrawals.withdraw.parse(requestOf(text), OWNER.address));

describe('what may be withdrawn', () => {
  test('is what is free and no unpaid profit, within what the venue would pay now', async () => {
    expect(await withdrawals.withdrawable(OWNER.address)).toBe(80_500_000n);
    shows({ available_balance: '120', collateral: '90' });
    expect(await withdrawals.withdrawable(OWNER.address)).toBe(90n * USD);
    pays({ withdraw_limit: '70.25' });
    expect(await withdrawals.withdrawable(OWNER.address)).toBe(70_250_000n);
    pays({ max_withdrawal_amount: '60' });
    expect(await withdrawals.withdrawable(OWNER.address)).toBe(60n * USD);
  });

  test('is nothing without an account, or without a key, and then no fee is asked for', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey()).address;
    expect(await withdrawals.withdrawable(stranger)).toBe(0n);
    venue.answers.set('/api/v1/account', { code: 21_100 });
    venue.hasAccount = false;
    expect(await withdrawals.withdrawable(OWNER.address)).toBe(0n);
    expect(await withdrawals.carried?.keeps(OWNER.address, AMOUNT)).toBe(withdrawals.feeMicroUsdc);
  });

  test('costs what the venue says, and is from four USDC beside the most that it may take', async () => {
    takes(500_000);
    expect(await withdrawals.carried?.keeps(OWNER.address, AMOUNT)).toBe(500_000n);
    expect([withdrawals.carried?.leastMicroUsdc, withdrawals.feeMicroUsdc]).toEqual([7n * USD, 3n * USD]);
  });
});

describe('a plan', () => {
  test('is a transfer that the key at the venue has signed, with its next nonce, which is kept', async () => {
    const { txInfo, hash } = planned.parse(JSON.parse(await plan()));
    const read = readTransaction(12, parseLosslessly(txInfo));
    if (!read.isRead) throw new Error(read.reason);
    expect(read.signed.ownerSignature).toBeUndefined();
    expect(read.signed.transaction).toMatchObject({
      ...{ kind: 'transfer', accountIndex: ACCOUNT, apiKeyIndex: 4, nonce: BigInt(NONCE), toAccountIndex: POOL },
      ...{ amount: 27n * USD, fee: 3n * USD, memo: `${OWNER.address.toLowerCase()}${'0'.repeat(24)}` },
    });
    expect(isSignedBy(read.signed, hex.parse(await parts.keys.publicKeyOf(OWNER.address)), CHAIN_IDS.mainnet)).toBe(
      true,
    );
    expect(nonces.open?.operation).toBe('fast withdrawal 1');
    expect(JSON.parse(nonces.open?.kept ?? '')).toMatchObject({ hash: hash.slice(2) });
  });

  test.each([
    ['takes more than the source says', () => takes(3_000_001), 'the venue takes too much of a withdrawal'],
    ['would pay less', () => pays({ max_withdrawal_amount: '26.9' }), 'the venue does not pay such an amount now'],
  ])('is not made where the venue %s, and no nonce is claimed', async (_what, change, message) => {
    change();
    await expect(plan()).rejects.toMatchObject(unavailable(message));
    expect(nonces.open).toBeUndefined();
  });

  test('is not made of less than the venue pays', async () => {
    await expect(plan(7n * USD - 1n)).rejects.toMatchObject(unavailable('the venue does not pay such an amount now'));
    expect(JSON.parse(await plan(7n * USD))).toBeDefined();
  });

  test('is not made where the venue names one account and then another', async () => {
    let asked = 0;
    const terms = { withdraw_limit: '100', max_withdrawal_amount: '100' };
    venue.answers.set('/api/v1/fastwithdraw/info', () => ({ code: 200, to_account_index: 7 + asked++, ...terms }));
    await expect(plan()).rejects.toMatchObject(
      unavailable('the venue names one account for withdrawals and then another'),
    );
  });

  test('that the signer does not make gives its nonce back', async () => {
    const keys = new ApiKeys(secrets, failingToSign(signer, new Error('gone')));
    withdrawals = lighterWithdrawals({ ...parts, keys });
    await expect(plan()).rejects.toThrow('gone');
    expect(nonces.open).toBeUndefined();
  });

  test('waits while the transaction before is not settled', async () => {
    await plan();
    await expect(plan()).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  });
});

describe('the owner', () => {
  test('signs the venue’s text for the planned transfer, and the same text each time', async () => {
    const text = await plan();
    expect(await signed(text)).toBe(await signed(text));
    const { txInfo, toAddress } = JSON.parse(await signed(text));
    const read = readTransaction(12, parseLosslessly(txInfo));
    if (!read.isRead || read.signed.transaction.kind !== 'transfer') throw new Error('is no transfer');
    const message = ownerMessage(read.signed.transaction, CHAIN_IDS.mainnet);
    const signature = hex.parse(read.signed.ownerSignature) as Hex;
    expect([await recoverMessageAddress({ message, signature }), toAddress]).toEqual([OWNER.address, OWNER.address]);
  });

  test('signs none of another amount, and none that is paid to somebody else', async () => {
    const text = await plan();
    const { parse } = withdrawals.withdraw;
    await expect(parse(requestOf(text, AMOUNT + 1n), OWNER.address)).rejects.toThrow('is not the planned one');
    const stranger = privateKeyToAccount(generatePrivateKey()).address;
    await expect(parse(requestOf(text), stranger)).rejects.toThrow('is not the planned one');
    await expect(parse({ ...requestOf(text), plan: undefined }, OWNER.address)).rejects.toThrow('has no plan');
  });

  test.each([
    ['of another amount', '"Amount":27000000', '"Amount":27000001'],
    ['of another asset', '"AssetIndex":3', '"AssetIndex":1'],
    ['to another account', `"ToAccountIndex":${POOL}`, '"ToAccountIndex":7'],
    ['out of turn', '"L2TxAttributes":null', '"L2TxAttributes":{"4":1}'],
    ['by another key', '"ApiKeyIndex":4', '"ApiKeyIndex":5'],
    ['from the spot side', '"FromRouteType":0', '"FromRouteType":1'],
    ['with a signature already', '"L1Sig":""', `"L1Sig":"0x${'ab'.repeat(65)}"`],
    ['with a field too many', '"Nonce"', '"nonce":6,"Nonce"'],
  ])('signs no plan %s', async (_what, said, instead) => {
    const { txInfo, hash } = planned.parse(JSON.parse(await plan()));
    expect(txInfo).toContain(said);
    const changed = JSON.stringify({ txInfo: txInfo.replace(said, instead), hash });
    await expect(withdrawals.withdraw.parse(requestOf(changed), OWNER.address)).rejects.toThrow(/a withdrawal is/);
  });
});

describe('what is sent', () => {
  const answers = (answer: object | undefined) => venue.answers.set(POST, answer);
  const sent = () => venue.asked.filter((path) => path === POST).length;

  test('says the transfer with both signatures and who is paid, under the account’s token', async () => {
    const text = await plan();
    answers({ code: 200, tx_hash: planned.parse(JSON.parse(text)).hash.slice(2) });
    expect(await withdrawals.send(await signed(text))).toBe('accepted');
    expect(venue.posted.get(POST)?.get('to_address')).toBe(OWNER.address);
    expect(venue.posted.get(POST)?.get('tx_info')).toMatch(/"L1Sig":"0x[0-9a-f]{130}"/);
  });

  test.each([
    ['taken, without its hash', { code: 200 }, 'accepted'],
    ['taken, as another transfer', { code: 200, tx_hash: 'ab'.repeat(40) }, 'unknown'],
    ['refused in known words', { code: 21_120, message: 'invalid signature' }, 'refused'],
    ['refused by its nonce, which it may have used itself', { code: 21_104 }, 'unknown'],
    ['lost', undefined, 'unknown'],
  ])('and %s, is sent no second time', async (_what, answer, kind) => {
    const text = await signed(await plan());
    answers(answer);
    expect(await withdrawals.send(text)).toBe(kind);
    await withdrawals.send(text);
    expect(sent()).toBe(1);
  });

  test('and found the venue without time, is sent again', async () => {
    const text = await signed(await plan());
    answers({ code: 23_000, message: 'Too Many Requests!' });
    expect(await withdrawals.send(text)).toBe('unknown');
    answers({ code: 200 });
    expect([await withdrawals.send(text), sent()]).toEqual(['accepted', 2]);
  });
});

describe('a look-up', () => {
  let text: string;
  let hash: Hex;
  let endMs: number;
  beforeEach(async () => {
    text = await plan();
    const parsed = planned.parse(JSON.parse(text));
    hash = parsed.hash as Hex;
    endMs = z.object({ ExpiredAt: z.int() }).parse(JSON.parse(parsed.txInfo)).ExpiredAt;
  });

  const find = () => withdrawals.find(OWNER.address, requestOf(text));
  const shown = (status: number, event = '{}', nonce = NONCE) =>
    venue.answers.set('/api/v1/tx', {
      ...{ code: 200, hash: hash.slice(2), type: 12, event_info: event, status, account_index: ACCOUNT },
      ...{ api_key_index: 4, nonce, expire_at: endMs, executed_at: 1 },
    });
  /** Both clocks, counted from the transfer's end. */
  const at = (ms: number) => {
    clock.advance(endMs + ms - clock.nowMs());
    venue.nowMs = endMs + ms;
  };

  test.each([
    ['executed', () => shown(2), { feeMicroUsdc: 3n * USD }],
    ['executed, though the sequencer could not do it', () => shown(2, '{"ae":"no margin"}'), 'never'],
    ['pending', () => shown(1), undefined],
    ['another transaction', () => shown(2, '{}', NONCE + 1), undefined],
  ])('of one that is shown as %s', async (_what, change, found) => {
    change();
    expect(await find()).toEqual(found);
  });

  test('of one that failed is sure once its nonce is used, or once it has ended', async () => {
    shown(0);
    expect(await find()).toBeUndefined();
    venue.nonce = NONCE + 1;
    expect(await find()).toBe('never');
    venue.nonce = NONCE;
    at(11 * SECOND_MS);
    expect(await find()).toBe('never');
  });

  test('of one that is not shown tells nothing before its end by both clocks, whatever the nonce', async () => {
    venue.nonce = NONCE + 1;
    expect(await find()).toBeUndefined();
    at(10 * SECOND_MS);
    expect(await find()).toBeUndefined();
  });

  test('of one that is not shown behind its end is sure while its nonce is unused', async () => {
    at(11 * SECOND_MS);
    expect(await find()).toBe('never');
  });

  test('waits ten minutes longer where another transaction has the nonce, and for ever where the venue’s answer is stale', async () => {
    venue.nonce = NONCE + 1;
    at(9 * MINUTE_MS);
    expect(await find()).toBeUndefined();
    at(11 * MINUTE_MS);
    expect(await find()).toBe('never');
    venue.nonce = NONCE - 1;
    expect(await find()).toBeUndefined();
  });

  test('of one that shows up at the last moment tells nothing', async () => {
    at(11 * SECOND_MS);
    let looks = 0;
    const late = { code: 200, hash: hash.slice(2), type: 12, event_info: '{}', status: 2, account_index: ACCOUNT };
    const whole = { ...late, api_key_index: 4, nonce: NONCE, expire_at: endMs, executed_at: 1 };
    venue.answers.set('/api/v1/tx', () => (looks++ === 0 ? { code: 21_500 } : whole));
    expect(await find()).toBeUndefined();
    expect(await find()).toEqual({ feeMicroUsdc: 3n * USD });
  });
});
