import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenRow, usdcOn } from '../chains/token.js';
import { walletHandlers } from '../server.js';
import { openStage, type Stage } from '../testing/stage.js';

const CODE_TTL_MS = 600_000;
const COOLDOWN_MS = 60_000;
let stage: Stage;
let account = '';
let count = 0;
let destination: Address;

beforeAll(async () => {
  stage = await openStage('test_wallet_withdrawals');
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
  destination = privateKeyToAccount(generatePrivateKey()).address;
});

afterAll(() => stage.close());

const fields = (amountUsd = '60.00') => ({
  source: 'arbitrum',
  amountUsd,
  destinationWallet: destination as string,
  chain: 'arbitrum',
  assetAddress: tokenRow(usdcOn('arbitrum')).address as string,
});

function sendCode(idempotencyKey: string, wanted = fields()) {
  return stage.handlers.SendWithdrawalCode({ idempotencyKey, ...wanted }, stage.as(account));
}

function create(idempotencyKey: string, authorization?: object, wanted = fields(), replayOnly = false) {
  const proof = authorization === undefined ? {} : { authorization: { type: 'email_otp', ...authorization } };
  return stage.handlers.CreateWithdrawal({ idempotencyKey, ...wanted, ...proof, replayOnly }, stage.as(account));
}

/** Requests a code and returns the proof from its message. */
async function prove(key: string, wanted = fields()) {
  const { challengeId } = await sendCode(key, wanted);
  return { challengeId, code: stage.logins.newestCode(account) };
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

async function get(id: string) {
  return (await stage.handlers.GetWithdrawal({ id }, stage.as(account))).withdrawal;
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('a withdrawal', () => {
  test('with the right code pays its destination once, and ledger and chain agree', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const { withdrawal, replayed } = await create(key, await prove(key));
    expect({ replayed, ...withdrawal }).toMatchObject({
      replayed: false,
      status: 'processing',
      amountUsd: '60.00',
      asset: 'USDC',
      chain: 'arbitrum',
      destinationWallet: destination,
    });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 60_000_000n });
    await stage.round();
    expect(await stage.balance(destination)).toBe(60_000_000n);
    const confirmed = await get(withdrawal?.id ?? '');
    expect(confirmed).toMatchObject({ status: 'confirmed', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect(await stage.booked(account)).toEqual({ balance: 40_000_000n, reserved: 0n });
    expect(await stage.balance(await stage.addressOf(account))).toBe(40_000_000n);
  });

  test('is seen as broadcast between its broadcast and its finality', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const { withdrawal } = await create(key, await prove(key));
    await stage.advance();
    await stage.relay();
    await stage.advance();
    expect(await get(withdrawal?.id ?? '')).toMatchObject({ status: 'broadcast', txHash: expect.any(String) });
    await stage.round();
    expect(await get(withdrawal?.id ?? '')).toMatchObject({ status: 'confirmed' });
  });

  test('asked for 200 times at once is one withdrawal and one transfer', async () => {
    await stage.fund(account, 1_000_000_000n);
    const key = randomUUID();
    const proof = await prove(key);
    const answers = await Promise.all(Array.from({ length: 200 }, () => create(key, proof)));
    expect(new Set(answers.map(({ withdrawal }) => withdrawal?.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(199);
    expect(await stage.booked(account)).toEqual({ balance: 1_000_000_000n, reserved: 60_000_000n });
    await stage.round();
    await stage.round();
    expect(await stage.balance(destination)).toBe(60_000_000n);
  });

  test('of two at once that exceed the balance together exactly one is accepted', async () => {
    await stage.fund(account, 100_000_000n);
    const keys = [randomUUID(), randomUUID()];
    const proofs: object[] = [];
    for (const key of keys) {
      proofs.push(await prove(key));
      stage.clock.advance(COOLDOWN_MS);
    }
    const outcomes = await Promise.allSettled(keys.map((key, index) => create(key, proofs[index])));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toEqual([refusal('insufficient_held_balance')]);
    await stage.round();
    expect(await stage.balance(destination)).toBe(60_000_000n);
  });

  test('that failed for lack of money leaves its key and its code to a later attempt', async () => {
    await stage.fund(account, 10_000_000n);
    const key = randomUUID();
    const proof = await prove(key);
    await expect(create(key, proof)).rejects.toEqual(refusal('insufficient_held_balance'));
    await stage.fund(account, 90_000_000n);
    await expect(create(key, proof)).resolves.toMatchObject({ replayed: false });
  });

  test("is its owner's to read, newest first", async () => {
    await stage.fund(account, 100_000_000n);
    const ids = [];
    for (const key of [randomUUID(), randomUUID()]) {
      const wanted = fields('10.00');
      ids.push((await create(key, await prove(key, wanted), wanted)).withdrawal?.id ?? '');
      stage.clock.advance(COOLDOWN_MS);
    }
    const page = await stage.handlers.ListWithdrawals({ limit: 1 }, stage.as(account));
    expect(page.withdrawals.map(({ id }) => id)).toEqual([ids[1]]);
    const next = await stage.handlers.ListWithdrawals({ limit: 1, cursor: page.nextCursor ?? '' }, stage.as(account));
    expect(next.withdrawals.map(({ id }) => id)).toEqual([ids[0]]);
    expect(next.nextCursor).toBeUndefined();
    const foreign = stage.handlers.GetWithdrawal({ id: ids[0] ?? '' }, stage.as('acc_other'));
    await expect(foreign).rejects.toEqual(refusal('withdrawal_not_found'));
  });
});

describe('the same request again', () => {
  test('gives the withdrawal, in any spelling of key and fields, even when the proof has expired', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const proof = await prove(key);
    const { withdrawal } = await create(key, proof);
    stage.clock.advance(CODE_TTL_MS);
    const wanted = { ...fields('60.0'), destinationWallet: destination.toLowerCase() };
    for (const spelling of [`{${key.toUpperCase()}}`, `urn:uuid:${key}`, key.replaceAll('-', '')])
      expect(await create(spelling, proof, wanted)).toMatchObject({
        withdrawal: { id: withdrawal?.id },
        replayed: true,
      });
    expect(await create(key, undefined, fields(), true)).toMatchObject({ withdrawal: { id: withdrawal?.id } });
  });

  test('with another intent is idempotency_key_conflict', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const proof = await prove(key);
    await create(key, proof);
    await expect(create(key, proof, fields('61.00'))).rejects.toEqual(refusal('idempotency_key_conflict'));
    await expect(sendCode(key, fields('61.00'))).rejects.toEqual(refusal('idempotency_key_conflict'));
    await expect(sendCode(key)).rejects.toEqual(refusal('withdrawal_state_conflict'));
  });

  test('with replay-only never creates anything', async () => {
    const key = randomUUID();
    const proof = await prove(key);
    await expect(create(key, proof, fields(), true)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
  });
});

describe('a proof', () => {
  test('allows five attempts, however many come at once', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const { challengeId, code } = await prove(key);
    const attempts = Array.from({ length: 20 }, () => create(key, { challengeId, code: wrong(code) }));
    const outcomes = await Promise.allSettled(attempts);
    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as PlatformError).code);
    expect(codes.filter((refused) => refused === 'invalid_code')).toHaveLength(5);
    expect(codes.filter((refused) => refused === 'attempt_limit_reached')).toHaveLength(15);
    await expect(create(key, { challengeId, code })).rejects.toEqual(refusal('attempt_limit_reached'));
  });

  test('expires after ten minutes, and a new code replaces it at once', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const old = await prove(key);
    stage.clock.advance(COOLDOWN_MS);
    const fresh = await prove(key);
    expect(fresh.challengeId).toBe(old.challengeId);
    if (old.code !== fresh.code) await expect(create(key, old)).rejects.toEqual(refusal('invalid_code'));
    stage.clock.advance(CODE_TTL_MS);
    await expect(create(key, fresh)).rejects.toEqual(refusal('code_expired'));
  });

  test('is bound to its key, its intent and its account, and to one use', async () => {
    await stage.fund(account, 200_000_000n);
    const [key, other] = [randomUUID(), randomUUID()];
    const proof = await prove(key);
    const mismatch = refusal('withdrawal_challenge_mismatch');
    await expect(create(other, proof)).rejects.toEqual(mismatch);
    await expect(create(key, proof, fields('60.000001'))).rejects.toEqual(mismatch);
    const elsewhere = { ...fields(), destinationWallet: privateKeyToAccount(generatePrivateKey()).address };
    await expect(create(key, proof, elsewhere)).rejects.toEqual(mismatch);
    const gone = refusal('challenge_not_available');
    const foreign = stage.handlers.CreateWithdrawal(
      { idempotencyKey: key, ...fields(), authorization: { type: 'email_otp', ...proof }, replayOnly: false },
      stage.as('acc_other'),
    );
    await expect(foreign).rejects.toEqual(gone);
    await create(key, proof);
    await expect(create(other, proof)).rejects.toEqual(gone);
    await expect(create(other, { ...proof, challengeId: 'chl_1' })).rejects.toEqual(
      refusal('withdrawal_otp_identity_invalid'),
    );
  });

  test('of the other kind is withdrawal_authorization_mismatch, a missing or malformed one bad_request', async () => {
    const key = randomUUID();
    const { challengeId } = await prove(key);
    const { destinationWallet: _none, ...walletMode } = fields();
    const signed = { ...walletMode, authorization: { type: 'wallet_signature' }, replayOnly: false };
    const answer = stage.handlers.CreateWithdrawal({ idempotencyKey: key, ...signed }, stage.as(account));
    await expect(answer).rejects.toEqual(refusal('withdrawal_authorization_mismatch'));
    await expect(create(key)).rejects.toEqual(refusal('bad_request'));
    await expect(create(key, { challengeId, code: '12345' })).rejects.toEqual(refusal('bad_request'));
  });
});

describe('a code', () => {
  test('is sent again after a minute, at most five times in six hours', async () => {
    const key = randomUUID();
    const sent = await sendCode(key);
    const nowMs = stage.clock.nowMs();
    expect(sent).toMatchObject({ maskedEmail: 'w***@example.com', expiresAtMs: nowMs + CODE_TTL_MS });
    expect(sent.resendAvailableAtMs).toBe(nowMs + COOLDOWN_MS);
    await expect(sendCode(key)).rejects.toMatchObject({
      code: 'resend_cooldown',
      details: { retry_after_seconds: 60 },
    });
    for (let message = 2; message <= 5; message += 1) {
      stage.clock.advance(COOLDOWN_MS);
      await sendCode(key);
    }
    stage.clock.advance(COOLDOWN_MS);
    await expect(sendCode(key)).rejects.toEqual(refusal('email_limit_reached'));
    await expect(sendCode(randomUUID())).rejects.toEqual(refusal('email_limit_reached'));
    stage.clock.advance(6 * 3_600_000);
    await expect(sendCode(key)).resolves.toBeDefined();
    expect(stage.logins.codes.get(account)).toHaveLength(6);
  });

  test('asked for ten times at once is sent once', async () => {
    const key = randomUUID();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sendCode(key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(stage.logins.codes.get(account)).toHaveLength(1);
  });

  test('that was proved not to be delivered counts for nothing; one that may arrive counts', async () => {
    const key = randomUUID();
    const failing = async (mayArrive: boolean) => {
      stage.logins.failure = new PlatformError('email_delivery_failed', { details: { may_arrive: mayArrive } });
      await expect(sendCode(key)).rejects.toEqual(refusal('email_delivery_failed'));
      stage.logins.failure = undefined;
    };
    await failing(false);
    await failing(true);
    await expect(sendCode(key)).rejects.toEqual(refusal('resend_cooldown'));
  });
});

describe('malformed', () => {
  test.each([
    ['amountUsd', '0'],
    ['amountUsd', '1.0000001'],
    ['amountUsd', '01.00'],
    ['amountUsd', '-1'],
    ['amountUsd', '1e3'],
    ['destinationWallet', '0x12'],
    ['destinationWallet', '0x0000000000000000000000000000000000000000'],
    ['destinationWallet', tokenRow(usdcOn('arbitrum')).address],
    ['chain', 'polygon'],
    ['assetAddress', tokenRow(usdcOn('polygon')).address],
    ['source', 'bank'],
  ])('%s %s is bad_request', async (field, value) => {
    await expect(sendCode(randomUUID(), { ...fields(), [field]: value })).rejects.toEqual(refusal('bad_request'));
  });

  test('keys are idempotency_key_required; planned sources feature_not_available', async () => {
    for (const key of ['', 'not-a-uuid', `{${randomUUID()}`, `${randomUUID()}}`])
      await expect(sendCode(key)).rejects.toEqual(refusal('idempotency_key_required'));
    const planned = sendCode(randomUUID(), { ...fields(), source: 'lighter' });
    await expect(planned).rejects.toEqual(refusal('feature_not_available'));
  });

  test('the own wallet is no destination', async () => {
    const own = { ...fields(), destinationWallet: await stage.addressOf(account) };
    await expect(sendCode(randomUUID(), own)).rejects.toEqual(refusal('bad_request'));
  });
});

describe('with withdrawal authorization off', () => {
  const key = 'any key, with spaces';
  const off = () => walletHandlers({ ...stage.domain, withdrawalOtp: false, clock: stage.clock });
  const older = (wanted: object = {}) =>
    off().CreateWithdrawal({ idempotencyKey: key, amountUsd: '5.00', replayOnly: false, ...wanted }, stage.as(account));

  test('there is no policy and no code', async () => {
    await expect(off().GetWithdrawalPolicy({}, stage.as(account))).rejects.toEqual(refusal('not_found'));
    const otp = off().SendWithdrawalCode({ idempotencyKey: randomUUID(), ...fields() }, stage.as(account));
    await expect(otp).rejects.toEqual(refusal('not_found'));
  });

  test('an amount alone pays the login wallet, once under any key', async () => {
    stage.logins.loginWallets.set(account, destination);
    await stage.fund(account, 100_000_000n);
    const { withdrawal, replayed } = await older();
    expect([replayed, withdrawal?.destinationWallet]).toEqual([false, destination]);
    const same = { withdrawal: { id: withdrawal?.id }, replayed: true };
    expect(await older({ amountUsd: '5' })).toMatchObject(same);
    expect(await older({ replayOnly: true })).toMatchObject(same);
    await expect(older({ amountUsd: '6' })).rejects.toEqual(refusal('idempotency_key_conflict'));
    const unused = older({ idempotencyKey: 'unused', replayOnly: true });
    await expect(unused).rejects.toEqual(refusal('withdrawal_replay_not_found'));
    await stage.round();
    expect(await stage.balance(destination)).toBe(5_000_000n);
    expect(await stage.booked(account)).toEqual({ balance: 95_000_000n, reserved: 0n });
  });

  test('it needs a login wallet, an amount and a key, and takes nothing else', async () => {
    await expect(older()).rejects.toEqual(refusal('withdrawal_wallet_unavailable'));
    await expect(older({ amountUsd: 'x' })).rejects.toEqual(refusal('bad_request'));
    await expect(older(fields())).rejects.toEqual(refusal('bad_request'));
    await expect(older({ idempotencyKey: '' })).rejects.toEqual(refusal('idempotency_key_required'));
  });
});

test('the policy asks for a code by e-mail', async () => {
  expect(await stage.handlers.GetWithdrawalPolicy({}, stage.as(account))).toEqual({
    policy: {
      accountId: account,
      mode: 'email_otp',
      maskedEmail: 'w***@example.com',
      destinationMode: 'user_entered',
      authorizationTtlSeconds: 600,
    },
  });
});

test('no log line and no record holds a code', async () => {
  const codes = [...stage.logins.codes.values()].flat();
  expect(codes.length).toBeGreaterThan(20);
  const collections = (await stage.connection.db?.collections()) ?? [];
  const records = await Promise.all(collections.map((collection) => collection.find().toArray()));
  // Six-digit numbers that are not codes.
  const numbers = new Set(['gas', 'blockNumber']);
  const plain = (key: string, value: unknown) => {
    if (numbers.has(key)) return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  };
  const seen = [...stage.logged, JSON.stringify(records, plain)];
  expect(seen.join('\n')).toContain('withdrawal moved on');
  for (const code of codes) expect(seen.join('\n')).not.toMatch(new RegExp(`(?<![0-9a-fA-F.])${code}(?![0-9a-fA-F.])`));
});
