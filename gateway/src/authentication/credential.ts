import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Secret } from '@platform/config';
import { PlatformError } from '@platform/errors';

/** What somebody presents, and a name for it that gives nothing away. */
export interface Credential {
  readonly type: 'api_key' | 'bearer_token';
  readonly secret: Secret;
  /** Hash of both: keys caches. */
  readonly digest: string;
}

/** Keys and tokens are far shorter; longer ones aren't worth a hash. */
const SECRET_LENGTH_MAX = 4_096;

/** The credential that a request presents, an API key before a bearer token; undefined when it presents none. */
export function readCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string' && apiKey !== '') return credential('api_key', apiKey);
  if (headers.authorization === undefined) return undefined;
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization) ?? [];
  if (token === undefined) throw new PlatformError('unauthorized');
  return credential('bearer_token', token);
}

function credential(type: Credential['type'], secret: string): Credential {
  if (secret.length > SECRET_LENGTH_MAX) throw new PlatformError('unauthorized');
  const digest = createHash('sha256').update(`${type}:${secret}`).digest('base64');
  return { type, secret: new Secret(secret), digest };
}
