import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue, type ErrorCode } from '@platform/errors';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Answer } from '../platform/caller.js';
import { usdcOf } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { Customer, type Withdrawal } from './customer.js';

/** Withdrawals as a customer claims, authorizes and recovers them through REST; whatever is refused moves and holds nothing. */

const TEST_MS = 300_000;
const HELD_USD = 100;
const CODE_TTL_MS = 600_000;
const UNKNOWN_CHALLENGE = `chl_${'0'.repeat(26)}`;
const destination = privateKeyToAddress(generatePrivateKey());
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  platform = await Platform.shared();
  customer = await Customer.register(platform, `claims-${randomUUID()}`);
  await Customer.fund(platform, [customer], HELD_USD);
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

type Body = Record<string, unknown>;

function send(path: string, { key, body }: Withdrawal, changes: Body = {}, headers = {}): Promise<Answer> {
  return customer.caller.send('POST', path, { ...body, ...changes }, { 'idempotency-key': key, ...headers });
}

const withdraw = (wanted: Withdrawal, changes?: Body) => send('/wallet/withdraw', wanted, changes);
const authorize = (wanted: Withdrawal, changes?: Body) => send('/wallet/withdraw/authorize', wanted, changes);
const replay = (wanted: Withdrawal) => send('/wallet/withdraw', wanted, {}, { 'idempotency-replay-only': 'true' });
const recover = (key: string) =>
  customer.caller.send('POST', '/wallet/withdraw/recover', undefined, { 'idempotency-key': key });

/** Asks for the code of a withdrawal under a key, as its body says. */
function sendCode({ key, body }: Withdrawal): Promise<Answer> {
  const { authorization: _proof, ...intent } = body as Body;
  return customer.caller.send('POST', '/wallet/withdraw/otp', intent, { 'idempotency-key': key });
}

function proofOf({ body }: Withdrawal): Body {
  return (body as { authorization: Body }).authorization;
}

function changeChallenge({ key }: Withdrawal, set: object): Promise<unknown> {
  return withStore(platform, 'wallet', (store) =>
    store.collection('withdrawal_challenges').updateOne({ key }, { $set: set }),
  );
}

function refusal(answer: Answer, code: ErrorCode): void {
  expect([answer.status, answer.body.error?.code]).toEqual([catalogue[code].http, code]);
}

async function nothingHasMoved(): Promise<void> {
  expect((await customer.wallet()).body.balance.held_usd).toBe(HELD_USD);
  expect((await customer.caller.send('GET', '/wallet/withdrawals')).body.withdrawals).toEqual([]);
  const { body } = await customer.caller.send('GET', '/wallet/withdraw/sources');
  expect(body.sources[0].available_usd).toBe(HELD_USD);
}

test('the sources are listed with what is available, the fee, and what is planned', async () => {
  const { status, body } = await customer.caller.send('GET', '/wallet/withdraw/sources');
  expect([status, body]).toEqual([
    200,
    {
      sources: [
        {
          source: 'arbitrum',
          status: 'available',
          asset: 'USDC',
          chain: 'arbitrum',
          available_usd: HELD_USD,
          fee_usd: 0,
        },
        expect.objectContaining({ source: 'hyperliquid' }),
        expect.objectContaining({ source: 'polymarket', status: 'coming_soon', available_usd: null, fee_usd: null }),
        expect.objectContaining({ source: 'lighter', status: 'coming_soon', available_usd: null, fee_usd: null }),
      ],
      next_cursor: null,
    },
  ]);
});

describe('nothing moves and nothing is held by', () => {
  let wanted: Withdrawal;
  const unknown = (): Withdrawal => ({
    key: randomUUID(),
    body: { ...wanted.body, authorization: { ...proofOf(wanted), challenge_id: UNKNOWN_CHALLENGE } },
  });

  beforeAll(async () => {
    wanted = await customer.authorize('30', destination);
  }, TEST_MS);

  for (const [path, ask] of [
    ['withdraw', withdraw],
    ['authorize', authorize],
  ] as const)
    test.each<[ErrorCode, () => Promise<Answer>]>([
      ['bad_request', () => ask(wanted, { amount_usd: '0.001' })],
      ['feature_not_available', () => ask({ ...wanted, key: randomUUID() }, { source: 'lighter' })],
      ['idempotency_key_required', () => ask({ ...wanted, key: 'no-uuid' })],
      [
        'withdrawal_otp_identity_invalid',
        () => ask(wanted, { authorization: { ...proofOf(wanted), challenge_id: 'x' } }),
      ],
      ['challenge_not_available', () => ask(unknown())],
      ['withdrawal_challenge_mismatch', () => ask(wanted, { amount_usd: '31' })],
      [
        'withdrawal_authorization_mismatch',
        () => {
          const signature = `0x${'1'.repeat(130)}`;
          const expires_at = new Date(Date.now() + 60_000).toISOString();
          return ask(wanted, {
            authorization: { type: 'wallet_signature', signature, nonce: randomUUID(), expires_at },
          });
        },
      ],
    ])(`${path}: %s`, async (code, produce) => {
      refusal(await produce(), code);
      await nothingHasMoved();
    });

  test(
    'a replay without a claim: not found, or to be resumed once it was authorized',
    async () => {
      refusal(await replay(wanted), 'withdrawal_replay_not_found');
      const { status, body } = await authorize(wanted);
      expect([status, body]).toEqual([
        200,
        {
          authorization_id: expect.stringMatching(/^wau_/),
          ...{ amount_usd: 30, destination_wallet: destination, expires_at: expect.any(String), status: 'authorized' },
        },
      ]);
      refusal(await replay(wanted), 'withdrawal_replay_requires_resume');
      refusal(await sendCode(wanted), 'resend_cooldown');
      await nothingHasMoved();
    },
    TEST_MS,
  );

  test(
    'a code that is wrong, was tried too often or has expired',
    async () => {
      const guessed = await customer.authorize('30', destination);
      const { code } = proofOf(guessed);
      const wrong = { authorization: { ...proofOf(guessed), code: code === '000000' ? '000001' : '000000' } };
      for (let attempt = 0; attempt < 5; attempt += 1)
        refusal(await (attempt % 2 === 0 ? withdraw : authorize)(guessed, wrong), 'invalid_code');
      refusal(await withdraw(guessed), 'attempt_limit_reached');
      refusal(await authorize(guessed), 'attempt_limit_reached');
      await changeChallenge(guessed, { attempts: 0, sentAt: new Date(Date.now() - CODE_TTL_MS) });
      refusal(await withdraw(guessed), 'code_expired');
      refusal(await authorize(guessed), 'code_expired');
      await nothingHasMoved();
    },
    TEST_MS,
  );

  test(
    'a withdrawal of more than there is, though it is authorized',
    async () => {
      const greedy = await customer.authorize('101', destination);
      expect((await authorize(greedy)).status).toBe(200);
      refusal(await withdraw(greedy), 'insufficient_held_balance');
      await nothingHasMoved();
    },
    TEST_MS,
  );

  test(
    'a key that was recovered before anything was accepted: it is cancelled for good',
    async () => {
      const lost = await customer.authorize('30', destination);
      const cancelled = { status: 'cancelled', request_id: lost.key, safe_to_reauthorize: true };
      for (const spelling of [
        lost.key.toUpperCase(),
        `urn:uuid:${lost.key}`,
        `{${lost.key}}`,
        lost.key.replaceAll('-', ''),
      ])
        expect((await recover(spelling)).body).toEqual(cancelled);
      for (const ask of [withdraw, authorize, replay, sendCode])
        refusal(await ask(lost), 'withdrawal_request_cancelled');
      await nothingHasMoved();
    },
    TEST_MS,
  );
});

test(
  'an authorized withdrawal is made once, and its key then says so for ever',
  async () => {
    const wanted = await customer.authorize('30', destination);
    expect((await authorize(wanted)).status).toBe(200);
    const { status, body } = await withdraw(wanted);
    expect([status, body]).toEqual([
      202,
      {
        ...{ id: expect.stringMatching(/^wd_/), status: 'processing', amount_usd: 30, destination_wallet: destination },
        created_at: expect.any(String),
      },
    ]);
    refusal(await authorize(wanted), 'withdrawal_state_conflict');
    refusal(await sendCode(wanted), 'withdrawal_state_conflict');
    refusal(await withdraw(wanted, { amount_usd: '31' }), 'idempotency_key_conflict');
    const { body: withdrawal } = await customer.withdrawal(body.id, 'confirmed');
    expect(withdrawal).toMatchObject({ source: 'arbitrum', amount_usd: 30, fee_usd: 0, arrives_usd: 30 });
    expect((await recover(wanted.key)).body).toEqual({ status: 'existing', request_id: wanted.key, withdrawal });
    expect((await replay(wanted)).body.id).toBe(body.id);
    await changeChallenge(wanted, { sentAt: new Date(Date.now() - CODE_TTL_MS) });
    expect((await withdraw(wanted)).body.id).toBe(body.id);
    const { arbitrum } = await platform.descriptor();
    expect(await usdcOf(arbitrum, destination)).toBe(30_000_000n);
  },
  TEST_MS,
);
