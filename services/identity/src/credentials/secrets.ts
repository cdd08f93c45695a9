import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';

/** The kinds of secrets and their prefixes, by which secret scanners and people recognise them. */
export const SECRET_PREFIXES = { api_key: 'tp_', session: 'tps_', magic_link: 'tpl_', sign_in_link: 'tpi_' } as const;
type SecretType = keyof typeof SECRET_PREFIXES;
export type CredentialType = Exclude<SecretType, 'magic_link' | 'sign_in_link'>;

/** A link of a message lives for a day; with fewer characters its line in a message is one that mail programs leave as it is. */
const SECRET_BYTES: Readonly<Record<SecretType, number>> = {
  api_key: 32,
  session: 32,
  magic_link: 16,
  sign_in_link: 32,
};
/** What reads as a code in a message. */
const CODE = /\b\d{6}\b/;

/** Returns a new secret: the kind's prefix and random bits in base64url, 256, or 128 for the link of a message. No part of it reads as a code. */
export function newSecret(type: SecretType, random: Random): Secret {
  const text = SECRET_PREFIXES[type] + random.bytes(SECRET_BYTES[type]).toString('base64url');
  return CODE.test(text) ? newSecret(type, random) : new Secret(text);
}
