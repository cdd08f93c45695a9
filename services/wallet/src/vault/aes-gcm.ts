import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Length of a key in bytes. */
export const KEY_BYTES = 32;

/** Encrypts under a key with a random nonce, authenticating `context`: nonce | tag | ciphertext. */
export function encrypt(key: Secret<Buffer>, plain: Secret<Buffer>, context: string, random: Random): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.reveal(), nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  const ciphertext = Buffer.concat([cipher.update(plain.reveal()), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts the result of `encrypt`, into bytes of which there is no copy; throws when the key, the context or any bit differs. */
export function decrypt(key: Secret<Buffer>, sealed: Buffer, context: string): Secret<Buffer> {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key.reveal(), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const plain = new Secret(decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)));
  try {
    // Only checks the tag: this mode has no last block.
    decipher.final();
  } catch (error) {
    erase(plain);
    throw error;
  }
  return plain;
}

/** Overwrites the bytes of a secret that is needed no more. */
export function erase(secret: Secret<Buffer>): void {
  secret.reveal().fill(0);
}
