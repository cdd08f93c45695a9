import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { connectMongo, inTransaction } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { Connection } from 'mongoose';
import { type Address, numberToHex, pad, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { ContractSignatures } from '../../chains/contract-signatures.js';
import { EvmNode } from '../../chains/evm-node.js';
import { startTestChain, type TestChain } from '../../testing/anvil.js';
import { testContractCode } from '../../testing/contracts.js';
import type { WithdrawalIntent } from '../intent.js';
import type { WalletProof } from '../proofs/proof.js';
import { type WithdrawalMessage, withdrawalTypedData } from './typed-data.js';
import { UsedNonces } from './used-nonces.js';
import { WalletProofs } from './wallet-proofs.js';

const USDC: Address = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const MINUTE_MS = 60_000;
const UNTIL_FINAL = 4;
let chain: TestChain;
let connection: Connection;
let nonces: UsedNonces;
let proofs: WalletProofs;
let owner: PrivateKeyAccount;
const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));

beforeAll(async () => {
  chain = await startTestChain('arbitrum');
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_proofs');
  await resetDatabase(connection);
  nonces = new UsedNonces(connection, clock);
  await nonces.initialize();
  const contracts = new ContractSignatures(new EvmNode('arbitrum', new Secret(chain.rpcUrl)));
  proofs = new WalletProofs({ contracts, nonces, clock });
});

beforeEach(() => {
  owner = privateKeyToAccount(generatePrivateKey());
});

afterAll(async () => {
  await Promise.all([chain.close(), connection.close()]);
});

/** A withdrawal of $30 to the login wallet. */
function withdrawal(changes: Partial<WithdrawalIntent> = {}) {
  const route = { source: 'arbitrum', chain: 'arbitrum', assetAddress: USDC } as const;
  const paid = { amountMicroUsdc: 30_000_000n, destinationWallet: owner.address };
  const intent: WithdrawalIntent = { ...route, ...paid, ...changes };
  return { accountId: 'acc_1', key: randomUUID(), intent, feeMicroUsdc: 0n };
}
type Withdrawal = ReturnType<typeof withdrawal>;

/** Signs a withdrawal as a stranger does: from its request, and the account's id. */
async function prove(
  { accountId, key, intent }: Withdrawal,
  { expiresInMs = 5 * MINUTE_MS, signer = owner, ...changes }: ProofOptions = {},
): Promise<WalletProof> {
  const { source, chain: network, destinationWallet, assetAddress } = intent;
  const sent = {
    nonce: randomUUID(),
    expiresAt: new Date(clock.nowMs() + expiresInMs).toISOString(),
    amountUsd: '30.00',
  };
  const message = {
    ...{ accountId, source, chain: network, idempotencyKey: key },
    ...{ ...sent, destinationWallet, assetAddress, ...changes },
  };
  const signature = await signer.signTypedData({ ...withdrawalTypedData, message });
  return { type: 'wallet_signature', signature: new Secret(signature), ...sent };
}

const use = (proof: WalletProof, wanted: Withdrawal) =>
  inTransaction(connection, (session) => proofs.use(proof, wanted, session));

interface ProofOptions extends Partial<WithdrawalMessage> {
  readonly expiresInMs?: number;
  readonly signer?: PrivateKeyAccount;
}

const invalid = { code: 'withdrawal_signature_invalid' };
const expired = { code: 'withdrawal_signature_expired' };

describe('a proof', () => {
  test('by the login wallet is valid, and stores nothing', async () => {
    const wanted = withdrawal();
    await proofs.check(await prove(wanted), wanted);
    expect(await connection.collection('withdrawal_nonces').countDocuments()).toBe(0);
  });

  test.each<[keyof WithdrawalMessage, string]>([
    ['accountId', 'acc_2'],
    ['source', 'hyperliquid'],
    ['amountUsd', '30.0'],
    ['chain', 'polygon'],
    ['idempotencyKey', '00000000-0000-4000-8000-000000000001'],
    ['nonce', '00000000-0000-4000-8000-000000000002'],
    ['expiresAt', '2026-11-21T12:04:59.999Z'],
    ['destinationWallet', '0x0000000000000000000000000000000000000001'],
    ['assetAddress', '0x0000000000000000000000000000000000000002'],
  ])('of another %s is refused', async (member, value) => {
    const wanted = withdrawal();
    await expect(proofs.check(await prove(wanted, { [member]: value }), wanted)).rejects.toMatchObject(invalid);
  });

  test('by another key is refused', async () => {
    const wanted = withdrawal();
    const signer = privateKeyToAccount(generatePrivateKey());
    await expect(proofs.check(await prove(wanted, { signer }), wanted)).rejects.toMatchObject(invalid);
  });

  test('is refused with any bit flipped', async () => {
    const wanted = withdrawal();
    const proof = await prove(wanted);
    for (let bit = 0; bit < 65 * 8; bit += 13) {
      const flipped = numberToHex(BigInt(proof.signature.reveal()) ^ (1n << BigInt(bit)), { size: 65 });
      const changed = { ...proof, signature: new Secret(flipped) };
      await expect(proofs.check(changed, wanted)).rejects.toMatchObject(invalid);
    }
  });

  test.each<[string, (signature: string) => string]>([
    ['empty', () => '0x'],
    ['no hexadecimal text', () => 'signed'],
    ['cut short', (signature) => signature.slice(0, -2)],
    ['continued', (signature) => `${signature}00`],
    ['written with the other s', otherS],
  ])('is refused when %s', async (_case, change) => {
    const wanted = withdrawal();
    const proof = await prove(wanted);
    const changed = { ...proof, signature: new Secret(change(proof.signature.reveal())) };
    await expect(proofs.check(changed, wanted)).rejects.toMatchObject(invalid);
  });

  test.each([0, -1, 10 * MINUTE_MS + 1])(
    'that expires in %d ms is refused, however it is signed',
    async (expiresInMs) => {
      const wanted = withdrawal();
      await expect(proofs.check(await prove(wanted, { expiresInMs }), wanted)).rejects.toMatchObject(expired);
    },
  );

  test('that expires in ten minutes is valid until then', async () => {
    const wanted = withdrawal();
    const proof = await prove(wanted, { expiresInMs: 10 * MINUTE_MS });
    await proofs.check(proof, wanted);
    clock.advance(10 * MINUTE_MS);
    await expect(proofs.check(proof, wanted)).rejects.toMatchObject(expired);
    await expect(use(proof, wanted)).rejects.toMatchObject(expired);
  });
});

/** Returns a signature with the other s and v, which recovers the same key. */
function otherS(signature: string): string {
  const r = signature.slice(2, 66);
  const s = toHex(CURVE_ORDER - BigInt(`0x${signature.slice(66, 130)}`), { size: 32 }).slice(2);
  return `0x${r}${s}${signature.endsWith('1b') ? '1c' : '1b'}`;
}

describe('a nonce', () => {
  test('serves its own withdrawal any number of times, and no other', async () => {
    const wanted = withdrawal();
    const proof = await prove(wanted);
    await use(proof, wanted);
    await use(proof, wanted);
    const others = [withdrawal(), { ...wanted, intent: { ...wanted.intent, amountMicroUsdc: 1n } }];
    for (const other of others) await expect(use(proof, other)).rejects.toMatchObject(invalid);
    await use(proof, { ...withdrawal(), accountId: 'acc_2' });
  });

  test('of a refused withdrawal is not used', async () => {
    const wanted = withdrawal();
    const proof = await prove(wanted);
    const refusal = new Error('the balance is too low');
    const refused = inTransaction(connection, async (session) => {
      await proofs.use(proof, wanted, session);
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    await use(proof, withdrawal());
  });

  test('serves one of a hundred withdrawals at once', async () => {
    const proof = await prove(withdrawal());
    const races = Array.from({ length: 100 }, () =>
      inTransaction(connection, (session) => proofs.use(proof, withdrawal(), session)),
    );
    const outcomes = await Promise.allSettled(races);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is forgotten a day after its signature has expired, and holds no part of it', async () => {
    const wanted = withdrawal();
    const proof = await prove(wanted);
    await use(proof, wanted);
    const rows = await connection.collection('withdrawal_nonces').find().toArray();
    expect(JSON.stringify(rows)).not.toContain(proof.signature.reveal().slice(2, 34));
    clock.advance(24 * 60 * MINUTE_MS);
    await nonces.sweep();
    expect(await connection.collection('withdrawal_nonces').countDocuments({ key: wanted.key })).toBe(1);
    clock.advance(10 * MINUTE_MS);
    await nonces.sweep();
    expect(await connection.collection('withdrawal_nonces').countDocuments({ key: wanted.key })).toBe(0);
  });
});

describe('a login wallet that is a contract', () => {
  const ownedBy = (wallet: Address, address: Address) =>
    chain.client.setStorageAt({ address: wallet, index: pad('0x0'), value: pad(address) });

  test('is asked each time: one that says yes and then no is refused', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    await chain.client.setCode({ address: wallet, bytecode: await testContractCode('TestLoginWallet') });
    await ownedBy(wallet, owner.address);
    await chain.client.mine({ blocks: UNTIL_FINAL });
    const wanted = withdrawal({ destinationWallet: wallet });
    const proof = await prove(wanted);
    await proofs.check(proof, wanted);
    await ownedBy(wallet, wallet);
    await chain.client.mine({ blocks: 1 });
    await expect(proofs.check(proof, wanted)).rejects.toMatchObject(invalid);
  });

  test('that can not be asked makes it withdrawal_authorization_unavailable', async () => {
    const contracts = new ContractSignatures(new EvmNode('arbitrum', new Secret('http://127.0.0.1:1')));
    const cutOff = new WalletProofs({ contracts, nonces, clock });
    const wanted = withdrawal({ destinationWallet: '0x00000000000000000000000000000000deadbeef' });
    const unavailable = { code: 'withdrawal_authorization_unavailable' };
    await expect(cutOff.check(await prove(wanted), wanted)).rejects.toMatchObject(unavailable);
  });
});
