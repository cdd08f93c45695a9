import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { newAddress, openStage, type Stage } from '../../testing/stage.js';

const HOUR_MS = 3_600_000;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage('test_wallet_login_pins');
});

afterAll(() => stage.close());

function sendCode(accountId: string) {
  const wanted = { source: 'arbitrum', chain: 'arbitrum', assetAddress: tokenRow(usdcOn('arbitrum')).address };
  const asked = { idempotencyKey: randomUUID(), amountUsd: '60.00', destinationWallet: newAddress(), ...wanted };
  return stage.handlers.SendWithdrawalCode(asked, stage.as(accountId));
}

test('after a change of the login nothing is authorized for a day, and the owner of the former login is told once', async () => {
  await sendCode('acc_1');
  stage.logins.changed.set('acc_1', { loginId: 'login of a thief', contact: 'mailbox of a thief' });
  stage.clock.advance(HOUR_MS);
  const waiting = { code: 'withdrawal_authorization_unavailable', details: { reason: 'login_changed' } };
  await expect(sendCode('acc_1')).rejects.toMatchObject(waiting);
  await expect(stage.handlers.GetWithdrawalPolicy({}, stage.as('acc_1'))).rejects.toMatchObject(waiting);
  expect(stage.logins.told).toEqual(['mailbox of acc_1']);
  stage.clock.advance(24 * HOUR_MS - 1);
  await expect(sendCode('acc_1')).rejects.toMatchObject({ details: { retry_after_seconds: 1 } });
  stage.clock.advance(1);
  await sendCode('acc_1');
  expect(stage.logins.told).toEqual(['mailbox of acc_1']);
});

test('a former owner who could not be told is told before anything is authorized', async () => {
  await sendCode('acc_2');
  stage.logins.changed.set('acc_2', { loginId: 'login of a thief' });
  stage.logins.failure = new PlatformError('email_delivery_failed');
  stage.clock.advance(HOUR_MS);
  await expect(sendCode('acc_2')).rejects.toMatchObject({ code: 'email_delivery_failed' });
  stage.clock.advance(25 * HOUR_MS);
  await expect(sendCode('acc_2')).rejects.toMatchObject({ code: 'email_delivery_failed' });
  stage.logins.failure = undefined;
  await sendCode('acc_2');
  expect(stage.logins.told).toContain('mailbox of acc_2');
});

test('a pin that somebody wrote into the database authorizes nothing', async () => {
  await sendCode('acc_3');
  const pins = stage.connection.collection<{ _id: string }>('login_pins');
  stage.logins.changed.set('acc_3', { loginId: 'login of a thief' });
  stage.clock.advance(HOUR_MS);
  await pins.updateOne({ _id: 'acc_3' }, { $set: { loginId: 'login of a thief by the first key' } });
  await expect(sendCode('acc_3')).rejects.toThrow('login pin acc_3 is not as the service wrote it');
});

describe("after a change of the identity service's key", () => {
  const pinOf = (accountId: string) =>
    stage.connection.collection<{ _id: string }>('login_pins').findOne({ _id: accountId });
  const waiting = { code: 'withdrawal_authorization_unavailable', details: { reason: 'login_changed' } };

  beforeEach(() => {
    stage.logins.keys.splice(0, Infinity, 'first');
    stage.logins.told.length = 0;
  });

  test('the same login waits for nothing, and is known by the current key from then on', async () => {
    await sendCode('acc_4');
    for (const key of ['second', 'third']) {
      stage.logins.keys.unshift(key);
      stage.clock.advance(HOUR_MS);
      await sendCode('acc_4');
      expect(await pinOf('acc_4')).toMatchObject({ loginId: `login of acc_4 by the ${key} key` });
    }
    stage.logins.keys.pop();
    await stage.handlers.GetWithdrawalPolicy({}, stage.as('acc_4'));
    expect(stage.logins.told).toEqual([]);
    expect(await pinOf('acc_4')).not.toHaveProperty('changedAt');
  });

  test('another login waits for a day, and the owner of the former one is told', async () => {
    await sendCode('acc_5');
    stage.logins.keys.unshift('second');
    stage.logins.changed.set('acc_5', { loginId: 'login of a thief', contact: 'mailbox of a thief' });
    await expect(sendCode('acc_5')).rejects.toMatchObject(waiting);
    expect(stage.logins.told).toEqual(['mailbox of acc_5']);
  });

  test('a login that changed earlier waits for the rest of its day, and the former owner is told once', async () => {
    await sendCode('acc_6');
    stage.logins.changed.set('acc_6', { loginId: 'new login', contact: 'new mailbox' });
    stage.clock.advance(HOUR_MS);
    await expect(sendCode('acc_6')).rejects.toMatchObject(waiting);
    stage.logins.keys.unshift('second');
    stage.clock.advance(24 * HOUR_MS - 1);
    await expect(sendCode('acc_6')).rejects.toMatchObject({ details: { retry_after_seconds: 1 } });
    stage.clock.advance(1);
    await sendCode('acc_6');
    expect(stage.logins.told).toEqual(['mailbox of acc_6']);
  });

  test('a login by a key that the identity service no longer names has changed', async () => {
    await sendCode('acc_7');
    stage.logins.keys.splice(0, 1, 'second');
    await expect(sendCode('acc_7')).rejects.toMatchObject(waiting);
  });
});
