import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdSource, systemRandom } from '@platform/kit/clock';
import { newAddress, openStage, type Stage } from '../../testing/stage.js';
import { withdrawalModel } from '../model.js';
import { orderPayOut } from './orders.js';

const USD = 1_000_000n;
const by = { evidence: 'the owner asked in ticket 7', operator: 'ada' };
let stage: Stage;

beforeAll(async () => {
  stage = await openStage('test_wallet_pay_outs');
});

afterAll(() => stage.close());

/** Orders a pay-out; whenever the command waits, the running service takes its turn. */
async function order(accountId: string, decidedBy = by) {
  const waiting = { now: () => stage.clock.now(), nowMs: () => stage.clock.nowMs(), sleep: run };
  const ids = createIdSource(stage.clock, systemRandom);
  return orderPayOut(accountId, decidedBy, { connection: stage.connection, ids, clock: waiting });
}

async function run(): Promise<void> {
  await stage.domain.payOuts?.run();
}

test('what is held on Polygon goes to the login wallet there, once, with the operator and the evidence', async () => {
  const loginWallet = newAddress();
  stage.logins.loginWallets.set('acc_1', loginWallet);
  await stage.fund('acc_1', 30n * USD, 'polygon');
  await stage.fund('acc_1', 20n * USD);
  const ordered = await order('acc_1');
  expect(ordered).toMatchObject({ state: 'accepted', ...by });
  await run();
  await stage.round();
  const withdrawals = await withdrawalModel(stage.connection).find({ accountId: 'acc_1' }).lean();
  expect(withdrawals).toMatchObject([
    {
      _id: ordered.withdrawalId,
      state: 'confirmed',
      source: 'polygon',
      network: 'polygon',
      amountMicroUsdc: 30n * USD,
    },
  ]);
  expect(await stage.balance(loginWallet, 'polygon')).toBe(30n * USD);
  expect(await stage.balance(loginWallet)).toBe(0n);
  expect(await stage.booked('acc_1', 'polygon')).toEqual({ balance: 0n, reserved: 0n });
  expect(await stage.booked('acc_1')).toEqual({ balance: 20n * USD, reserved: 0n });
  expect(await stage.domain.checker.inconsistencies()).toEqual([]);
});

test('an account that holds nothing there, or has no login wallet, is refused', async () => {
  stage.logins.loginWallets.set('acc_2', newAddress());
  expect(await order('acc_2')).toMatchObject({
    state: 'refused',
    refusal: expect.stringMatching(/^insufficient_held_balance/),
  });
  await stage.fund('acc_3', 5n * USD, 'polygon');
  expect(await order('acc_3')).toMatchObject({
    state: 'refused',
    refusal: expect.stringMatching(/^withdrawal_wallet_unavailable/),
  });
  expect(await stage.booked('acc_3', 'polygon')).toEqual({ balance: 5n * USD, reserved: 0n });
});

test('an order without evidence is none', async () => {
  await expect(order('acc_1', { ...by, evidence: '' })).rejects.toThrow('evidence');
});
