import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { queriesOf } from '@platform/store/mongo/testing';
import { parseTradingAccountId, tradingAccountId } from '@platform/venues/trading-accounts';
import { openStage, type Stage } from '../testing/stage.js';
import type { WalletRecord } from '../wallets/model.js';

const ACCOUNT = 'acc_trading';
const venue = 'hyperliquid';
let stage: Stage;
let first: WalletRecord;
let second: WalletRecord;
let foreign: string;

beforeAll(async () => {
  stage = await openStage('test_wallet_trading_accounts');
  first = await stage.domain.wallets.primary(ACCOUNT);
  second = await stage.domain.wallets.add(ACCOUNT);
  foreign = idOf(await stage.domain.wallets.primary('acc_other'));
});

afterAll(() => stage.close());

const idOf = ({ address }: WalletRecord) => tradingAccountId({ venue, address });
const list = async (accountId = ACCOUNT, at: string = venue) =>
  (await stage.handlers.ListTradingAccounts({ venue: at }, stage.as(accountId))).accounts ?? [];
const rename = (label: string, id = idOf(second), at: string = venue) =>
  stage.handlers.UpdateTradingAccount({ venue: at, id, label }, stage.as(ACCOUNT));
const read = async (...ids: string[]) =>
  (await stage.handlers.ReadTradingAccounts({ ids }, stage.as(ACCOUNT))).states ?? [];

describe('the list', () => {
  test('has an account per wallet by its index, the primary one first', async () => {
    const facts = ({ _id: _hidden, address, createdAt }: WalletRecord) => ({
      ...{ venue, walletAddress: address, createdAtMs: createdAt.getTime() },
    });
    expect(await list()).toEqual([
      { id: idOf(first), accountIndex: 0, label: 'Primary', isDefault: true, ...facts(first) },
      { id: idOf(second), accountIndex: 1, label: 'Account 1', isDefault: false, ...facts(second) },
    ]);
  });

  test('of a newcomer has the primary wallet, which it makes', async () => {
    expect(await list('acc_new')).toMatchObject([{ accountIndex: 0, isDefault: true }]);
    expect(await list('acc_new')).toEqual(await list('acc_new'));
  });

  test.each([
    ['binance', 'venue_not_supported'],
    ['nowhere', 'venue_not_supported'],
  ])('at %s is %s, as is whatever else names that venue', async (at, code) => {
    await expect(list(ACCOUNT, at)).rejects.toMatchObject({ code });
    const request = { venue: at, id: idOf(first) };
    await expect(stage.handlers.GetTradingAccount(request, stage.as(ACCOUNT))).rejects.toMatchObject({ code });
    await expect(rename('x', idOf(first), at)).rejects.toMatchObject({ code });
  });
});

test('another account’s id, another venue’s, an unknown one and other text get one answer', async () => {
  const elsewhere = tradingAccountId({ venue: 'lighter', address: first.address });
  const unknown = tradingAccountId({ venue, address: '0x1000000000000000000000000000000000000001' });
  const strange = ['', 'tac_', idOf(first).toUpperCase(), `${idOf(first)}0`, `tac_${venue}_${first.address}`];
  const nobodys = [foreign, unknown, ...strange];
  for (const id of [elsewhere, ...nobodys]) {
    const refusal = { code: 'trading_account_not_found' };
    const asked = stage.handlers.GetTradingAccount({ venue, id }, stage.as(ACCOUNT));
    await expect(asked).rejects.toMatchObject(refusal);
    await expect(asked).rejects.not.toHaveProperty('details', expect.anything());
    await expect(rename('mine now', id)).rejects.toMatchObject(refusal);
  }
  for (const id of nobodys) expect(await read(id)).toEqual([]);
  const batch = { ids: [...nobodys, idOf(second)] };
  const { accounts } = await stage.handlers.BatchGetTradingAccounts(batch, stage.as(ACCOUNT));
  expect(accounts?.map(({ id }) => id)).toEqual([idOf(second)]);
});

describe('a label', () => {
  test('is trimmed, kept, and of its account alone', async () => {
    expect((await rename('  Carry trades\n')).account).toMatchObject({ label: 'Carry trades', accountIndex: 1 });
    expect((await rename('Carry trades')).account?.label).toBe('Carry trades');
    expect((await list()).map(({ label }) => label)).toEqual(['Primary', 'Carry trades']);
    expect((await rename('é'.repeat(100))).account?.label).toHaveLength(100);
  });

  test.each([
    ['', 'nothing'],
    ['   ', 'white space'],
    ['x'.repeat(101), 'more than a hundred characters'],
    ['a\u0000b', 'a control character'],
    ['a\nb', 'a line break'],
    ['a\u202eb', 'a turn of direction'],
  ])('%j is refused: %s', async (label) => {
    await expect(rename(label)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'label' }] });
  });
});

describe('what the venue shows', () => {
  const names = ['perp_equity_usd', 'perp_withdrawable_usd'];

  test('is pending without money there, and active for good once there was some', async () => {
    const [empty] = await read(idOf(second));
    expect(empty).toEqual({
      ...{ id: idOf(second), status: 'pending' },
      details: { onboarded: false, figures: names.map((name) => ({ name, usd: '0.00' })) },
    });
    stage.venue.equity.set(second.address.toLowerCase(), '12.3456789');
    const funded = { onboarded: true, figures: names.map((name) => ({ name, usd: '12.345678' })) };
    expect(await read(idOf(second))).toEqual([{ id: idOf(second), status: 'active', details: funded }]);
    stage.venue.equity.set(second.address.toLowerCase(), '0.0');
    expect(await read(idOf(second))).toMatchObject([{ status: 'active', details: { onboarded: true } }]);
  });

  test('is unknown, and never nothing, while the venue is down', async () => {
    stage.venue.isDown = true;
    const unknown = names.map((name) => ({ name }));
    const states = await read(idOf(first), idOf(second));
    stage.venue.isDown = false;
    expect(states).toEqual([
      { id: idOf(first), status: 'pending', details: { figures: unknown } },
      { id: idOf(second), status: 'active', details: { onboarded: true, figures: unknown } },
    ]);
  });
});

test('many are read in one look per collection, and more than a batch is refused', async () => {
  const ids = [idOf(first), idOf(second), foreign];
  const get = () => stage.handlers.BatchGetTradingAccounts({ ids }, stage.as(ACCOUNT));
  for (const [collection, ask] of [
    ['wallets', get],
    ['trading_account_labels', get],
    ['wallets', () => read(...ids)],
    ['venue_accounts', () => read(...ids)],
  ] as const)
    expect(await queriesOf(stage.connection, collection, async () => void (await ask()))).toHaveLength(1);
  const refusal = { code: 'invalid_request', details: [{ path: 'ids' }] };
  const many = (count: number) => Array.from({ length: count }, () => idOf(first));
  await expect(read(...many(21))).rejects.toMatchObject(refusal);
  await expect(stage.handlers.BatchGetTradingAccounts({ ids: many(101) }, stage.as(ACCOUNT))).rejects.toMatchObject(
    refusal,
  );
});

test('an id names its venue and its wallet', () => {
  const place = parseTradingAccountId(idOf(first));
  expect(place).toEqual({ venue, address: first.address.toLowerCase() });
  expect(parseTradingAccountId(`tac_nowhere_${first.address.toLowerCase()}`)).toBeUndefined();
});
