import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue, type ErrorCode } from '@platform/errors';
import { createTestClient, http, pad } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Answer } from '../platform/caller.js';
import { usdcOf } from '../platform/chain.js';
import type { Descriptor } from '../platform/descriptor.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { fetchDocument, type Message, type PublishedDocument, provisionSigners, signers } from './signers.js';
import { WalletCustomer } from './wallet-customer.js';

/** Withdrawals of an account that signs in with a wallet, from sign-in to payment, through REST; the proof is made from the document alone. */

const TEST_MS = 300_000;
/** A Python may have to be installed first. */
const START_MS = 720_000;
/** A contract that answers every call with its first storage slot. */
const ANSWERS_ITS_SLOT = '0x5f545f5260205ff3';
const ACCEPTED = pad('0x1626ba7e', { dir: 'right', size: 32 });
/** More blocks than lie between the newest and the newest final one. */
const UNTIL_FINAL = 4;
const loginKey = generatePrivateKey();
let platform: Platform;
let descriptor: Descriptor;
let document: PublishedDocument;
let customer: WalletCustomer;

beforeAll(async () => {
  platform = await Platform.shared();
  descriptor = await platform.descriptor();
  document = await fetchDocument(descriptor.base_url);
  customer = await WalletCustomer.signIn(descriptor, privateKeyToAddress(loginKey));
  await Promise.all([customer.fund(100_000_000n), provisionSigners()]);
}, START_MS);

afterAll(() => platform?.[Symbol.asyncDispose](), START_MS);

const sign = (message: Message, key = loginKey) => signers['viem']?.(key, document, message) ?? Promise.reject();

function refusal(answer: Answer, code: ErrorCode): void {
  expect([answer.status, answer.body.error?.code]).toEqual([catalogue[code].http, code]);
}

/** Runs what is refused, and proves that it moved and held nothing. */
async function unmoved(refused: () => Promise<void>): Promise<void> {
  const before = await customer.heldUsd();
  await refused();
  expect(await customer.heldUsd()).toBe(before);
}

test('the policy of a wallet login is its signature and its wallet', async () => {
  expect((await customer.send('GET', '/wallet/withdraw/authorization')).body).toEqual({
    ...{ account_id: customer.accountId, mode: 'wallet_signature', destination_mode: 'locked' },
    ...{ destination_wallet: customer.loginWallet, authorization_ttl_seconds: 300 },
  });
});

describe.each(Object.entries(signers))('a proof that %s signs', (_library, signWith) => {
  test(
    'equals the test vectors',
    async () => {
      expect(document.vectors).toHaveLength(3);
      for (const { private_key, message, signature } of document.vectors)
        expect(await signWith(private_key, document, message)).toBe(signature);
    },
    TEST_MS,
  );

  test(
    'pays the login wallet',
    async () => {
      const before = await usdcOf(descriptor.arbitrum, customer.loginWallet);
      const wanted = customer.unsigned();
      const signature = await signWith(loginKey, document, customer.message(wanted));
      expect((await customer.authorize(wanted, signature)).body).toMatchObject({ status: 'authorized', amount_usd: 5 });
      const accepted = await customer.withdraw(wanted, signature);
      expect([accepted.status, accepted.body.destination_wallet]).toEqual([202, customer.loginWallet]);
      await customer.confirmed(accepted.body.id);
      expect(await usdcOf(descriptor.arbitrum, customer.loginWallet)).toBe(before + 5_000_000n);
      const again = await customer.withdraw(wanted, signature);
      expect([again.status, again.body.id]).toEqual([202, accepted.body.id]);
    },
    TEST_MS,
  );
});

describe('a proof is refused, and no funds move', () => {
  test.each<[string, string]>([
    ['accountId', 'acc_2'],
    ['source', 'hyperliquid'],
    ['amountUsd', '5.0'],
    ['chain', 'polygon'],
    ['idempotencyKey', randomUUID()],
    ['nonce', randomUUID()],
    ['expiresAt', '2026-01-31T12:00:00.000Z'],
    ['destinationWallet', privateKeyToAddress(generatePrivateKey())],
    ['assetAddress', privateKeyToAddress(generatePrivateKey())],
  ])('when it names another %s', async (member, value) => {
    await unmoved(async () => {
      const wanted = customer.unsigned();
      const signature = await sign({ ...customer.message(wanted), [member]: value });
      refusal(await customer.withdraw(wanted, signature), 'withdrawal_signature_invalid');
      refusal(await customer.authorize(wanted, signature), 'withdrawal_signature_invalid');
    });
  });

  test('with a bit flipped, or by another key', async () => {
    await unmoved(async () => {
      const wanted = customer.unsigned();
      const signature = BigInt(await sign(customer.message(wanted))) ^ (1n << 300n);
      const flipped = `0x${signature.toString(16).padStart(130, '0')}`;
      refusal(await customer.withdraw(wanted, flipped), 'withdrawal_signature_invalid');
      const foreign = await sign(customer.message(wanted), generatePrivateKey());
      refusal(await customer.withdraw(wanted, foreign), 'withdrawal_signature_invalid');
    });
  });

  test.each([
    ['has passed', -1_000],
    ['is too far ahead', 660_000],
  ])('when its expiry %s', async (_case, aheadMs) => {
    await unmoved(async () => {
      const wanted = customer.unsigned({ expiresAt: new Date(Date.now() + aheadMs).toISOString() });
      const signature = await sign(customer.message(wanted));
      refusal(await customer.withdraw(wanted, signature), 'withdrawal_signature_expired');
      refusal(await customer.authorize(wanted, signature), 'withdrawal_signature_expired');
    });
  });

  test('when its nonce was used for another withdrawal', async () => {
    const first = customer.unsigned({ amountUsd: '1.00' });
    const accepted = await customer.withdraw(first, await sign(customer.message(first)));
    expect(accepted.status).toBe(202);
    await customer.confirmed(accepted.body.id);
    await unmoved(async () => {
      const second = customer.unsigned({ nonce: first.nonce });
      refusal(await customer.withdraw(second, await sign(customer.message(second))), 'withdrawal_signature_invalid');
    });
  });

  test('when the body names a destination, or a code', async () => {
    await unmoved(async () => {
      const wanted = customer.unsigned();
      const signature = await sign(customer.message(wanted));
      const code = { type: 'email_otp', challenge_id: `chl_${'0'.repeat(26)}`, code: '123456' };
      for (const changes of [{ destination_wallet: customer.loginWallet }, { authorization: code }])
        refusal(await customer.withdraw(wanted, signature, changes), 'withdrawal_authorization_mismatch');
    });
  });
});

test(
  'a login wallet that is a contract is asked each time: one that says yes and then no is refused',
  async () => {
    const wallet = privateKeyToAddress(generatePrivateKey());
    const chain = createTestClient({ mode: 'anvil', transport: http(descriptor.arbitrum.rpc_url) });
    const answer = (value: `0x${string}`) => chain.setStorageAt({ address: wallet, index: pad('0x0'), value });
    await chain.setCode({ address: wallet, bytecode: ANSWERS_ITS_SLOT });
    await answer(ACCEPTED);
    await chain.mine({ blocks: UNTIL_FINAL });
    const owner = await WalletCustomer.signIn(descriptor, wallet);
    await owner.fund(10_000_000n);
    const wanted = owner.unsigned();
    const signature = await sign(owner.message(wanted));
    // The service may have looked at the final block just before.
    await until(
      'the contract',
      () => owner.authorize(wanted, signature),
      ({ status }) => status === 200,
    );
    await answer(pad('0x0'));
    refusal(await owner.withdraw(wanted, signature), 'withdrawal_signature_invalid');
    expect(await owner.heldUsd()).toBe(10);
    await answer(ACCEPTED);
    expect((await owner.withdraw(wanted, signature)).status).toBe(202);
  },
  TEST_MS,
);
