/** A proof that is verified before its withdrawal is asked for. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StageCustomer, wrongCode } from '../../testing/customer.js';
import { openStage, type Stage } from '../../testing/stage.js';

const CODE_TTL_MS = 600_000;
const COOLDOWN_MS = 60_000;
const HELD = 100_000_000n;
let stage: Stage;
let customer: StageCustomer;
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_authorize');
});

beforeEach(() => {
  count += 1;
  customer = new StageCustomer(stage, `acc_${count}`);
});

afterAll(() => stage.close());

const refusal = (code: string) => expect.objectContaining({ code });

test('moves and holds nothing; the withdrawal that follows sends the same proof', async () => {
  await stage.fund(customer.accountId, HELD);
  const key = randomUUID();
  const proof = await customer.prove(key);
  const authorized = await customer.authorize(key, proof);
  expect(authorized).toEqual({
    authorizationId: expect.stringMatching(/^wau_/),
    amountUsd: '60.00',
    destinationWallet: customer.destination,
    expiresAtMs: stage.clock.nowMs() + CODE_TTL_MS,
  });
  expect(await customer.authorize(key, proof)).toEqual(authorized);
  expect(await stage.booked(customer.accountId)).toEqual({ balance: HELD, reserved: 0n });
  await expect(customer.withdraw(key, proof)).resolves.toMatchObject({ replayed: false });
  expect(await stage.booked(customer.accountId)).toEqual({ balance: HELD, reserved: 60_000_000n });
  await stage.round();
  expect(await stage.balance(customer.destination)).toBe(60_000_000n);
});

test('needs no balance: what it lacks is refused by the withdrawal', async () => {
  const key = randomUUID();
  const proof = await customer.prove(key);
  await customer.authorize(key, proof);
  await expect(customer.withdraw(key, proof)).rejects.toEqual(refusal('insufficient_held_balance'));
});

describe('a replay of an authorized withdrawal', () => {
  test('asks for the request itself, until that was accepted or the proof has expired', async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const proof = await customer.prove(key);
    await expect(customer.replay(key)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
    await customer.authorize(key, proof);
    await expect(customer.replay(key)).rejects.toEqual(refusal('withdrawal_replay_requires_resume'));
    const other = customer.wanted({ amountUsd: '61.00' });
    await expect(customer.replay(key, other)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
    const { withdrawal } = await customer.withdraw(key, proof);
    expect(await customer.replay(key)).toMatchObject({ withdrawal: { id: withdrawal?.id }, replayed: true });
  });

  test('finds nothing once the proof has expired, or another code has taken its place', async () => {
    const [expired, replaced] = [randomUUID(), randomUUID()];
    await customer.authorize(expired, await customer.prove(expired));
    stage.clock.advance(CODE_TTL_MS);
    await expect(customer.replay(expired)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
    await customer.authorize(replaced, await customer.prove(replaced));
    stage.clock.advance(COOLDOWN_MS);
    await customer.sendCode(replaced);
    await expect(customer.replay(replaced)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
  });

  test('is withdrawal_state_conflict while the withdrawal is being decided', async () => {
    const key = randomUUID();
    const deciding = Promise.withResolvers<void>();
    const decided = stage.domain.withdrawals.turns.run(customer.accountId, key, () => deciding.promise);
    await expect(customer.replay(key)).rejects.toEqual(refusal('withdrawal_state_conflict'));
    deciding.resolve();
    await decided;
    await expect(customer.replay(key)).rejects.toEqual(refusal('withdrawal_replay_not_found'));
  });
});

describe('a proof', () => {
  test('counts wrong codes, and no right one', async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const proof = await customer.prove(key);
    const wrong = { ...proof, code: wrongCode(proof.code) };
    for (let attempt = 0; attempt < 4; attempt += 1)
      await expect(customer.authorize(key, wrong)).rejects.toEqual(refusal('invalid_code'));
    for (let attempt = 0; attempt < 5; attempt += 1) await customer.authorize(key, proof);
    await expect(customer.withdraw(key, proof)).resolves.toMatchObject({ replayed: false });
  });

  test('is still checked after it was authorized: a wrong code authorizes nothing', async () => {
    await stage.fund(customer.accountId, HELD);
    const key = randomUUID();
    const proof = await customer.prove(key);
    await customer.authorize(key, proof);
    const wrong = { ...proof, code: wrongCode(proof.code) };
    await expect(customer.withdraw(key, wrong)).rejects.toEqual(refusal('invalid_code'));
    expect((await stage.booked(customer.accountId)).reserved).toBe(0n);
  });

  test('that expires between authorization and withdrawal is refused, and one that is accepted in time replays', async () => {
    await stage.fund(customer.accountId, HELD);
    const [late, inTime] = [randomUUID(), randomUUID()];
    const lateProof = await customer.prove(late);
    await customer.authorize(late, lateProof);
    stage.clock.advance(CODE_TTL_MS);
    await expect(customer.withdraw(late, lateProof)).rejects.toEqual(refusal('code_expired'));
    const proof = await customer.prove(inTime);
    stage.clock.advance(CODE_TTL_MS - 1);
    const { withdrawal } = await customer.withdraw(inTime, proof);
    stage.clock.advance(1);
    expect(await customer.withdraw(inTime, proof)).toMatchObject({
      withdrawal: { id: withdrawal?.id },
      replayed: true,
    });
  });

  test('is bound to its account, key and content', async () => {
    const key = randomUUID();
    const proof = await customer.prove(key);
    const mismatch = refusal('withdrawal_challenge_mismatch');
    await expect(customer.authorize(randomUUID(), proof)).rejects.toEqual(mismatch);
    const other = customer.wanted({ amountUsd: '60.01' });
    await expect(customer.authorize(key, proof, other)).rejects.toEqual(mismatch);
    const foreign = new StageCustomer(stage, `${customer.accountId}_other`);
    const taken = foreign.authorize(key, proof, customer.wanted());
    await expect(taken).rejects.toEqual(refusal('challenge_not_available'));
  });

  test('is of the mode that the server chose', async () => {
    const key = randomUUID();
    const signature = {
      ...{ type: 'wallet_signature', signature: `0x${'1'.repeat(130)}`, nonce: randomUUID() },
      expiresAt: stage.clock.now().toISOString(),
    };
    const mismatch = refusal('withdrawal_authorization_mismatch');
    await expect(customer.authorize(key, signature)).rejects.toEqual(mismatch);
    stage.logins.loginWallets.set(customer.accountId, customer.destination);
    stage.logins.signing.add(customer.accountId);
    await expect(customer.sendCode(key)).rejects.toEqual(mismatch);
    await expect(customer.authorize(key, { challengeId: 'x', code: '000000' })).rejects.toEqual(mismatch);
    // It names a destination, which the server knows.
    await expect(customer.authorize(key, signature)).rejects.toEqual(mismatch);
    const policy = await stage.handlers.GetWithdrawalPolicy({}, stage.as(customer.accountId));
    expect(policy).toEqual({
      policy: {
        ...{ accountId: customer.accountId, mode: 'wallet_signature', destinationMode: 'locked' },
        ...{ destinationWallet: customer.destination, authorizationTtlSeconds: 300 },
      },
    });
  });
});

test('a key that has its withdrawal is withdrawal_state_conflict, or idempotency_key_conflict for another content', async () => {
  await stage.fund(customer.accountId, HELD);
  const key = randomUUID();
  const proof = await customer.prove(key);
  await customer.withdraw(key, proof);
  await expect(customer.authorize(key, proof)).rejects.toEqual(refusal('withdrawal_state_conflict'));
  const other = customer.wanted({ amountUsd: '61.00' });
  await expect(customer.authorize(key, proof, other)).rejects.toEqual(refusal('idempotency_key_conflict'));
});

test('what is stored of an authorization names its proof and holds nothing of it', async () => {
  const key = randomUUID();
  const proof = await customer.prove(key);
  const { authorizationId } = await customer.authorize(key, proof);
  const rows = stage.connection.collection<{ _id: string }>('withdrawal_authorizations');
  expect(await rows.findOne({ _id: authorizationId })).toEqual({
    ...{ _id: authorizationId, accountId: customer.accountId, key, intentHash: expect.any(String) },
    ...{ proofName: proof.challengeId, expiresAt: new Date(stage.clock.nowMs() + CODE_TTL_MS) },
  });
});

test('an authorized withdrawal names a planned source as such', async () => {
  const planned = customer.wanted({ source: 'lighter' });
  const authorized = customer.authorize(randomUUID(), { challengeId: 'x', code: '000000' }, planned);
  await expect(authorized).rejects.toEqual(refusal('feature_not_available'));
});
