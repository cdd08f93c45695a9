import { secp256k1 } from '@noble/curves/secp256k1';
import type { Secret } from '@platform/kit/config';
import {
  type Address,
  type Hash,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  type LocalAccount,
  numberToHex,
  type Signature,
  serializeSignature,
  serializeTransaction,
  toHex,
} from 'viem';
import { publicKeyToAddress, toAccount } from 'viem/accounts';

const WORD_BYTES = 32;

/** Passes an open private key to `use`, then erases it. */
type WithKey = <Result>(use: (privateKey: Secret<Buffer>) => Result) => Promise<Result>;

/** Returns the checksummed address of a private key. */
export function addressOf(privateKey: Secret<Buffer>): Address {
  return publicKeyToAddress(toHex(secp256k1.getPublicKey(privateKey.reveal(), false)));
}

/**
 * Returns an account whose key is open only while it signs. The key is passed as bytes: viem's own accounts hold it as text, which can't be
 * erased. Signatures are deterministic, as viem's are.
 */
export function accountSigning(address: Address, withKey: WithKey): LocalAccount {
  const sign = (hash: Hash): Promise<Signature> => withKey((privateKey) => signHash(hash, privateKey));
  return toAccount({
    address,
    sign: async ({ hash }) => serializeSignature(await sign(hash)),
    signMessage: async ({ message }) => serializeSignature(await sign(hashMessage(message))),
    signTypedData: async (typedData) => serializeSignature(await sign(hashTypedData(typedData))),
    signTransaction: async (transaction, { serializer = serializeTransaction } = {}) =>
      serializer(transaction, await sign(keccak256(await serializer(transaction)))),
  });
}

function signHash(hash: Hash, privateKey: Secret<Buffer>): Signature {
  const { r, s, recovery } = secp256k1.sign(hexToBytes(hash), privateKey.reveal(), { lowS: true });
  const word = (value: bigint) => numberToHex(value, { size: WORD_BYTES });
  return { r: word(r), s: word(s), v: recovery === 0 ? 27n : 28n, yParity: recovery };
}
