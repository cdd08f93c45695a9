import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { recoverMessageAddress, recoverTransactionAddress, recoverTypedDataAddress } from 'viem';
import { RecordingRandom, spellings } from '../testing/recording-random.js';
import { EnvelopeVault } from './envelope-vault.js';
import { LocalMasterKey } from './local-master-key.js';
import type { ManagedKey, SealedKey } from './vault.js';

const masterBytes = systemRandom.bytes(32);
const random = new RecordingRandom();
const vault = vaultUnder(masterBytes);
let key: ManagedKey;
let other: ManagedKey;

function vaultUnder(bytes: Buffer): EnvelopeVault {
  return new EnvelopeVault(new LocalMasterKey(new Secret(bytes), random), random);
}

beforeAll(async () => {
  key = await vault.createKey({ walletId: 'wal_1', accountId: 'acc_1' });
  other = await vault.createKey({ walletId: 'wal_2', accountId: 'acc_2' });
});

function sign(tampered: ManagedKey, by = vault): Promise<string> {
  return by.signer(tampered).signMessage({ message: 'hello' });
}

/** Returns the key with one bit flipped in a sealed part. */
function flipped(part: 'wrappedDataKey' | 'ciphertext', bit: number): ManagedKey {
  const bytes = Buffer.from(key.sealedKey[part], 'base64');
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return resealed({ [part]: bytes.toString('base64') });
}

function resealed(change: Partial<SealedKey>): ManagedKey {
  return { ...key, sealedKey: { ...key.sealedKey, ...change } };
}

describe('a signer', () => {
  test('signs messages as the wallet', async () => {
    const signature = await vault.signer(key).signMessage({ message: 'hello' });
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(key.address);
  });

  test('signs typed data as the wallet', async () => {
    const typedData = {
      domain: { name: 'Test', version: '1', chainId: 42_161 },
      types: { Transfer: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Transfer',
      message: { amount: 5n },
    } as const;
    const signature = await vault.signer(key).signTypedData(typedData);
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(key.address);
  });

  test('signs transactions as the wallet', async () => {
    const serializedTransaction = await vault
      .signer(key)
      .signTransaction({ type: 'eip1559', chainId: 137, to: other.address, value: 1n, maxFeePerGas: 1n, gas: 21_000n });
    expect(
      await recoverTransactionAddress({
        serializedTransaction: serializedTransaction as `0x02${string}`,
      }),
    ).toBe(key.address);
  });

  test('works in another process that has the same master key', async () => {
    await expect(sign(key, vaultUnder(masterBytes))).resolves.toBe(await sign(key));
  });
});

describe('a sealed key refuses to open', () => {
  test.each(['wrappedDataKey', 'ciphertext'] as const)('with any bit of its %s flipped', async (part) => {
    const bits = Buffer.from(key.sealedKey[part], 'base64').length * 8;
    for (let bit = 0; bit < bits; bit++) await expect(sign(flipped(part, bit))).rejects.toThrow('does not open');
  });

  test.each(['wrappedDataKey', 'ciphertext'] as const)('with its %s cut short or empty', async (part) => {
    await expect(sign(resealed({ [part]: key.sealedKey[part].slice(0, 20) }))).rejects.toThrow('does not open');
    await expect(sign(resealed({ [part]: '' }))).rejects.toThrow('does not open');
  });

  test("as another wallet's, whole or in part", async () => {
    await expect(sign({ ...key, sealedKey: other.sealedKey })).rejects.toThrow('does not open');
    await expect(sign(resealed({ ciphertext: other.sealedKey.ciphertext }))).rejects.toThrow('does not open');
    await expect(sign(resealed({ wrappedDataKey: other.sealedKey.wrappedDataKey }))).rejects.toThrow('does not open');
  });

  test('under another wallet id, account, address or version', async () => {
    await expect(sign({ ...key, accountId: 'acc_2' })).rejects.toThrow('does not open');
    await expect(sign({ ...key, walletId: 'wal_2' })).rejects.toThrow('does not open');
    await expect(sign({ ...key, address: other.address })).rejects.toThrow('does not open');
    await expect(sign(resealed({ version: 2 }))).rejects.toThrow('another format or master key');
  });

  test('under another master key, even one that claims the same id', async () => {
    const stranger = vaultUnder(systemRandom.bytes(32));
    await expect(sign(key, stranger)).rejects.toThrow('another format or master key');
    const forged = new LocalMasterKey(new Secret(systemRandom.bytes(32)), random);
    const impostor = new EnvelopeVault(
      { id: key.sealedKey.masterKeyId, wrap: forged.wrap.bind(forged), unwrap: forged.unwrap.bind(forged) },
      random,
    );
    await expect(sign(key, impostor)).rejects.toThrow('does not open');
  });
});

test('neither the wallet keys nor the master key can be read from anything the vault gives or throws', async () => {
  const refused: unknown = await sign(flipped('ciphertext', 0)).catch((error: unknown) => error);
  const shown = [key, vault.signer(key), vault, refused]
    .map((value) => inspect(value, { depth: 20, showHidden: true, getters: true }))
    .join('\n');
  const records = JSON.stringify([key, refused, vault]);
  for (const spelling of [...random.keySpellings(), ...spellings(masterBytes)]) {
    expect(shown).not.toContain(spelling);
    expect(records).not.toContain(spelling);
  }
});

test('every wallet has its own key, data key and nonces', () => {
  expect(key.address).not.toBe(other.address);
  expect(key.sealedKey.wrappedDataKey).not.toBe(other.sealedKey.wrappedDataKey);
  expect(new Set(random.keySpellings()).size).toBe(random.keySpellings().length);
});
