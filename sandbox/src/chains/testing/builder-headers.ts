import { createHmac } from 'node:crypto';
import { BUILDER } from '@platform/venues/polymarket/sandbox/testing';

/** Signs a submission as the official client does, with a builder's credentials. */
export function builderHeaders(body: object, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = createHmac('sha256', Buffer.from(BUILDER.secret, 'base64'))
    .update(`${timestamp}POST/submit${JSON.stringify(body)}`)
    .digest('base64');
  return {
    POLY_BUILDER_API_KEY: BUILDER.key,
    POLY_BUILDER_PASSPHRASE: BUILDER.passphrase,
    POLY_BUILDER_TIMESTAMP: timestamp,
    POLY_BUILDER_SIGNATURE: signature.replaceAll('+', '-').replaceAll('/', '_'),
    // As the official client sends it.
    'content-type': 'application/x-www-form-urlencoded',
  };
}
