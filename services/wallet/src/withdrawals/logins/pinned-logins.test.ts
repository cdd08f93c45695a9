import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { newAddress, openStage, type Stage } from '../../testing/stage.js';

const HOUR_MS = 3_600_000;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage('test_wallet_login_pins');
}, 60_000);

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
  await pins.updateOne({ _id: 'acc_3' }, { $set: { loginId: 'login of a thief' } });
  await expect(sendCode('acc_3')).rejects.toThrow('login pin acc_3 is not as the service wrote it');
});
