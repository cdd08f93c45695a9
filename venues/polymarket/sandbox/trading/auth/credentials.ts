import { createHmac } from 'node:crypto';
import { asUuid } from '../ids.js';

/** The credentials of an API key, as the venue answers them. */
export interface Credentials {
  readonly apiKey: string;
  /** URL-safe base64. */
  readonly secret: string;
  readonly passphrase: string;
}

/** An API key of an account; its credentials follow from it. */
export interface ApiKey {
  /** The account: the address that signed for the key, in lower case. */
  readonly address: string;
  readonly nonce: string;
  /** How many keys of the same address and nonce were deleted before it. */
  readonly generation: number;
}

/** Returns the credentials of a key: a function of the sandbox's secret. */
export function credentialsOf({ address, nonce, generation }: ApiKey, secret: string): Credentials {
  const derived = (what: string) => createHmac('sha256', secret).update(`${what} ${address} ${nonce} ${generation}`);
  return {
    apiKey: asUuid(derived('key').digest('hex')),
    secret: urlSafe(derived('secret').digest('base64')),
    passphrase: derived('passphrase').digest('hex'),
  };
}

/** Returns base64 with the characters of addresses, padded as before. */
export function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
