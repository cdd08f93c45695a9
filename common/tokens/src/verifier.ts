import type { Clock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Caller, permissions, workloads } from './caller.js';
import { ALGORITHM, readTrustedKeys, type TrustedKey } from './keys.js';

const VERIFIED_TOKENS_MAX = 10_000;
const KEY_RELOAD_INTERVAL_MS = 1_000;

const callerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous'), workload: z.literal('gateway'), clientAddress: z.string().min(1) }),
  z.object({
    kind: z.literal('user'),
    workload: z.literal('gateway'),
    accountId: z.string().min(1),
    credentialId: z.string().min(1),
    credentialType: z.enum(['api_key', 'session']),
    permissions: z.array(z.enum(permissions)),
  }),
  z.object({
    kind: z.literal('workload'),
    workload: z.enum(workloads),
    accountId: z.string().min(1).exactOptional(),
    cause: z.string().min(1),
  }),
]);

/** Checks tokens for one audience. Only the gateway's key may speak for users; each workload only for itself. */
export class TokenVerifier {
  #keys: ReadonlyMap<string, TrustedKey> = new Map();
  #keysReadAtMs = Number.NEGATIVE_INFINITY;
  readonly #verified = new LRUCache<string, { caller: Caller; expiresAtMs: number }>({ max: VERIFIED_TOKENS_MAX });

  constructor(
    private readonly audience: string,
    private readonly trustedKeysFile: string,
    private readonly clock: Clock,
  ) {}

  /** Who calls. Throws `unauthorized` for a token that is malformed, unknown, expired or meant for somebody else. */
  async verify(token: string): Promise<Caller> {
    const known = this.#verified.get(token);
    if (known !== undefined && this.clock.nowMs() < known.expiresAtMs) return known.caller;
    try {
      return await this.#verifyAnew(token);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new PlatformError('unauthorized', { cause: error });
      throw error;
    }
  }

  async #verifyAnew(token: string): Promise<Caller> {
    const key = await this.#trustedKey(decodeHeader(token).kid);
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      audience: this.audience,
      issuer: key.workload,
      requiredClaims: ['exp', 'iat'],
      currentDate: this.clock.now(),
    });
    const caller = callerSchema.parse({ ...payload, workload: key.workload });
    this.#verified.set(token, { caller, expiresAtMs: Number(payload.exp) * 1000 });
    return caller;
  }

  /** The key of a `kid`; an unknown one makes the file be read again, at most once a second. */
  async #trustedKey(kid: string | undefined): Promise<TrustedKey> {
    const nowMs = this.clock.nowMs();
    if (!this.#keys.has(kid ?? '') && nowMs - this.#keysReadAtMs >= KEY_RELOAD_INTERVAL_MS) {
      this.#keys = await readTrustedKeys(this.trustedKeysFile);
      this.#keysReadAtMs = nowMs;
    }
    const key = this.#keys.get(kid ?? '');
    if (key === undefined) throw new PlatformError('unauthorized');
    return key;
  }
}

function decodeHeader(token: string): { kid?: string } {
  try {
    const { kid } = decodeProtectedHeader(token);
    return kid === undefined ? {} : { kid };
  } catch (error) {
    throw new PlatformError('unauthorized', { cause: error });
  }
}
