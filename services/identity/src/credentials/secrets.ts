import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';

const SECRET_BYTES = 32;

/** The kinds of credentials and the prefixes of their secrets, by which secret scanners and people recognise them. */
export const SECRET_PREFIXES = { api_key: 'tp_', session: 'tps_' } as const;
export type CredentialType = keyof typeof SECRET_PREFIXES;

/** Returns a new secret: the kind's prefix and 256 random bits in base64url. */
export function newSecret(type: CredentialType, random: Random): Secret {
  return new Secret(SECRET_PREFIXES[type] + random.bytes(SECRET_BYTES).toString('base64url'));
}
