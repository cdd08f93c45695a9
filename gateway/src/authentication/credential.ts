import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { presentedCredential } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import { Secret } from '@platform/kit/config';

/** A presented credential, and a name for it that reveals nothing. */
export interface Credential {
  readonly type: 'api_key' | 'bearer_token';
  readonly secret: Secret;
  /** Hash of both: keys caches. */
  readonly digest: string;
}

/** Keys and tokens are far shorter; longer ones aren't worth a hash. */
const SECRET_LENGTH_MAX = 4_096;

/** Returns the credential of a request; undefined if it has none. Throws `unauthorized` for an authorization without a bearer. */
export function readCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const presented = presentedCredential(headers);
  if (presented === 'malformed') throw new PlatformError('unauthorized');
  return presented === undefined ? undefined : credential(presented.type, presented.secret);
}

function credential(type: Credential['type'], secret: string): Credential {
  if (secret.length > SECRET_LENGTH_MAX) throw new PlatformError('unauthorized');
  const digest = createHash('sha256').update(`${type}:${secret}`).digest('base64');
  return { type, secret: new Secret(secret), digest };
}
