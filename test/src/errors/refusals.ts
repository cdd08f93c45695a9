import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@platform/errors';
import { Seals } from '@platform/keys/seals';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Answer, Caller } from '../platform/caller.js';
import type { Requests } from './requests.js';

const LONG_AGO_MS = 11 * 60_000;
const HOUR_MS = 3_600_000;
const KEYS_MAX = 100;
const MESSAGES_MAX = 3;
/** More than the size limit of an answer between processes. */
const LARGE_BYTES = 9 * 1024 * 1024;
/** A well-formed challenge id that does not exist. */
const UNKNOWN_CHALLENGE = `chl_${'0'.repeat(26)}`;

const longAgo = () => new Date(Date.now() - LONG_AGO_MS);
const emailProof = (challengeId: string) => ({ type: 'email_otp', challenge_id: challengeId, code: '000000' });

/** Refusals that a request alone causes, or a request after a change of the stored data: each through REST. */
export const refusals: Readonly<Partial<Record<ErrorCode, (requests: Requests) => Promise<Answer>>>> = {
  bad_request: async (requests) => (await requests.caller()).send('GET', '/wallet/withdrawals?unknown=1'),

  feature_not_available: async (requests) => requests.execute(await requests.caller(), 'binance'),

  disposable_email: (requests) => requests.send('POST', '/account/register', { email: 'somebody@mailinator.com' }),

  email_limit_reached: async (requests) => {
    const register = () => requests.send('POST', '/account/register', { email: 'often@example.com' });
    for (let message = 0; message < MESSAGES_MAX; message += 1) await register();
    return register();
  },

  code_expired: async (requests) => {
    const email = 'late@example.com';
    await requests.send('POST', '/account/register', { email });
    await requests.edit('identity', (store) =>
      store
        .collection<Stored>('registration_codes')
        .updateOne({ _id: email }, { $set: { 'codes.0.sentAt': longAgo() } }),
    );
    return requests.send('POST', '/account/verify', { email, otp: '000000' });
  },

  api_key_limit_reached: async (requests) => {
    const caller = await requests.caller();
    const key = (index: number) => ({ _id: `key_${index}`, secretHash: `${caller.accountId} ${index}` });
    const keys = Array.from({ length: KEYS_MAX }, (_, index) => ({ ...key(index), accountId: caller.accountId }));
    await requests.edit('identity', (store) => store.collection<Stored>('api_keys').insertMany(keys));
    return caller.sendAsSession('POST', '/account/keys', {});
  },

  account_not_ready: async (requests) => requests.execute(await requests.caller()),

  resend_cooldown: async (requests) => {
    const [caller, key] = [await requests.caller(), randomUUID()];
    await requests.sendCode(caller, key);
    return requests.sendCode(caller, key);
  },

  processor_time_exhausted: async (requests) => {
    const caller = await requests.caller();
    const minute = { accountId: caller.accountId, startsAt: new Date(), usedMs: HOUR_MS };
    await requests.edit('runtime', (store) =>
      store.collection<Stored>('processor_time').insertOne({ _id: caller.accountId, ...minute }),
    );
    return caller.send('POST', '/runtime/backtests', backtestRequest());
  },

  withdrawal_state_conflict: async (requests) => {
    const [caller, key] = [await requests.caller(), randomUUID()];
    await requests.sendCode(caller, key);
    await requests.edit('wallet', (store) =>
      store.collection('withdrawal_challenges').updateOne({ key }, { $set: { state: 'spent' } }),
    );
    return requests.sendCode(caller, key);
  },

  withdrawal_otp_identity_invalid: async (requests) => requests.withdraw(await requests.caller(), emailProof('chl_1')),

  challenge_not_available: async (requests) =>
    requests.withdraw(await requests.caller(), emailProof(UNKNOWN_CHALLENGE)),

  withdrawal_challenge_mismatch: async (requests) => {
    const [caller, key] = [await requests.caller(), randomUUID()];
    const { body } = await requests.sendCode(caller, key);
    return requests.withdraw(caller, emailProof(body.challenge_id), { key, amountUsd: '61.00' });
  },

  withdrawal_replay_not_found: async (requests) => {
    const headers = { 'idempotency-replay-only': 'true' };
    return requests.withdraw(await requests.caller(), emailProof(UNKNOWN_CHALLENGE), { headers });
  },

  withdrawal_authorization_mismatch: async (requests) => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const proof = { type: 'wallet_signature', signature: '0x', nonce: randomUUID(), expires_at: expiresAt };
    return requests.withdraw(await requests.caller(), proof);
  },

  withdrawal_identity_unavailable: async (requests) => readPolicyWithout(requests, 'loginType'),

  withdrawal_email_unavailable: async (requests) => readPolicyWithout(requests, 'email'),

  wallet_upstream_unavailable: async (requests) => {
    const caller = await requests.caller();
    const goOn = await requests.platform.pause('anvil-polygon');
    return caller.send('GET', '/wallet').finally(goOn);
  },

  response_too_large: (requests) => readExecution(requests, JSON.stringify({ text: 'x'.repeat(LARGE_BYTES) })),

  internal: (requests) => readExecution(requests, 'no JSON'),
};

/** An account as the identity service stores it. */
interface StoredAccount extends Stored {
  readonly email?: string;
  readonly loginType?: string;
  readonly createdAt: Date;
}

/** A record whose id is a text. */
interface Stored {
  readonly _id: string;
}

async function readPolicyWithout(requests: Requests, field: 'loginType' | 'email'): Promise<Answer> {
  const caller = await requests.caller();
  const secret = await readFile(join(requests.platform.dataDirectory, 'keys', 'identity-hash-secret'), 'utf8');
  const seals = new Seals(
    new Secret(Buffer.from(secret, 'base64')),
    createLogger({ process: 'test', level: 'silent' }),
  );
  await requests.edit('identity', async (store) => {
    const accounts = store.collection<StoredAccount>('accounts');
    const account = await accounts.findOne({ _id: caller.accountId });
    if (account === null) throw new Error('there is no account');
    const { email, loginType, createdAt }: Partial<StoredAccount> = { ...account, [field]: undefined };
    // Nobody but the service can change an account, and the service never does.
    const seal = seals.seal('account', account._id, { email, loginType, createdAt });
    await accounts.updateOne({ _id: account._id }, { $unset: { [field]: 1 }, $set: { seal } });
  });
  return caller.send('GET', '/wallet/withdraw/authorization');
}

/** Reads an execution that has this result. */
async function readExecution(requests: Requests, resultJson: string): Promise<Answer> {
  const caller = await requests.caller();
  const record = { ...executionOf(caller), resultJson };
  await requests.edit('execution', (store) => store.collection<Stored>('executions').insertOne(record));
  return caller.send('GET', `/runtime/executions/${record._id}`);
}

function executionOf({ accountId }: Caller) {
  return {
    ...{ _id: `exe_${randomUUID()}`, accountId, idempotencyKey: 'settled', status: 'succeeded', venue: 'hyperliquid' },
    ...{ actionType: 'order', accountAddress: '0x1000000000000000000000000000000000000001' },
    ...{ createdAt: new Date(), finishedAt: new Date() },
  };
}
