/** The limit of codes per mailbox, over all its accounts and all their keys. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { newAddress, openStage, type Stage } from '../../testing/stage.js';

const COOLDOWN_MS = 60_000;
const WINDOW_MS = 6 * 3_600_000;
let stage: Stage;
let account = '';
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_mailboxes');
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
  stage.logins.keys.splice(0, Infinity, 'first');
});

afterAll(() => stage.close());

function sendCode(accountId = account, idempotencyKey: string = randomUUID()) {
  const wanted = { source: 'arbitrum', chain: 'arbitrum', assetAddress: tokenRow(usdcOn('arbitrum')).address };
  const asked = { idempotencyKey, amountUsd: '60.00', destinationWallet: newAddress(), ...wanted };
  return stage.handlers.SendWithdrawalCode(asked, stage.as(accountId));
}

/** Returns how each call ended: `sent` or the code of its error. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(calls.map((call) => call.then(() => 'sent').catch((error: { code: string }) => error.code)));
}

test('of codes that are asked for at once under twenty keys one is sent, and the others wait for a minute', async () => {
  const codes = await outcomes(Array.from({ length: 20 }, () => sendCode()));
  expect(codes.toSorted()).toEqual([...Array(19).fill('resend_cooldown'), 'sent']);
  expect(stage.logins.codes.get(account)).toHaveLength(1);
  await expect(sendCode()).rejects.toMatchObject({ details: { retry_after_seconds: 60 } });
  stage.clock.advance(COOLDOWN_MS - 1);
  await expect(sendCode()).rejects.toMatchObject({ code: 'resend_cooldown', details: { retry_after_seconds: 1 } });
  stage.clock.advance(1);
  await sendCode();
});

test('accounts of one mailbox share its five messages, and each has its own minute', async () => {
  const [other, third] = [`${account}_b`, `${account}_c`];
  for (const accountId of [account, other, third]) stage.logins.mailboxes.set(accountId, `mailbox of ${account}`);
  expect(await outcomes([sendCode(), sendCode(other)])).toEqual(['sent', 'sent']);
  stage.clock.advance(COOLDOWN_MS);
  const codes = await outcomes([account, other, third, `${account}_apart`].map((accountId) => sendCode(accountId)));
  expect(codes).toEqual(Array(4).fill('sent'));
  stage.clock.advance(COOLDOWN_MS);
  const refused = await outcomes([account, other, third].map((accountId) => sendCode(accountId)));
  expect(refused).toEqual(Array(3).fill('email_limit_reached'));
  expect(await outcomes([sendCode(`${account}_apart`)])).toEqual(['sent']);
});

test("a change of the identity service's key begins no other count", async () => {
  const other = `${account}_b`;
  for (const accountId of [account, other]) stage.logins.mailboxes.set(accountId, `mailbox of ${account}`);
  expect(await outcomes([sendCode(), sendCode(other)])).toEqual(['sent', 'sent']);
  stage.logins.keys.unshift('second');
  expect(await outcomes([sendCode()])).toEqual(['resend_cooldown']);
  stage.clock.advance(COOLDOWN_MS);
  expect(await outcomes([sendCode(), sendCode(other), sendCode(`${account}_apart`)])).toEqual(['sent', 'sent', 'sent']);
  stage.logins.keys.unshift('third');
  stage.clock.advance(COOLDOWN_MS);
  stage.logins.failure = new PlatformError('email_delivery_failed', { details: { may_arrive: false } });
  expect(await outcomes([sendCode()])).toEqual(['email_delivery_failed']);
  stage.logins.failure = undefined;
  expect(await outcomes([sendCode()])).toEqual(['sent']);
  stage.clock.advance(COOLDOWN_MS);
  expect(await outcomes([sendCode(), sendCode(other)])).toEqual(['email_limit_reached', 'email_limit_reached']);
  stage.clock.advance(WINDOW_MS);
  expect(await outcomes([sendCode()])).toEqual(['sent']);
});
