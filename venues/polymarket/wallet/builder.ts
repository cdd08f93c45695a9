import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { WriteAnswer } from '../../http/index.js';
import { builderHeaders, type ClobCredentials, type ClobHeaders, SUBMIT_PATH } from '../codec/index.js';

/** Has the relayer send something for one of the builder's users, once. Never rejects. */
export type Relay = (body: string) => Promise<WriteAnswer>;

/** Returns the headers by which the relayer takes a body; they are valid for seconds. */
export type BuilderSignature = (body: string) => ClobHeaders;

/** Returns what signs for a builder, for whose users the relayer sends. */
export function builderSignature(credentials: Secret<ClobCredentials>, clock: Clock): BuilderSignature {
  return (body) => {
    const timestampS = Math.floor(clock.nowMs() / 1_000);
    return builderHeaders(credentials.reveal(), { method: 'POST', path: SUBMIT_PATH, body }, timestampS);
  };
}
