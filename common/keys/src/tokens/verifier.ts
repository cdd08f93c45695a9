// Why: docs/decisions/platform/internal-calls.md
import { readFile } from 'node:fs/promises';
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { mandateSchema } from '../mandates/index.js';
import { type Caller, permissions, workloads } from './caller.js';
import { type AgentGrant, agentGrantSchema, GRANT_AUDIENCE, GRANT_TTL_SECONDS } from './grant.js';
import { ALGORITHM, KEY_RELOAD_INTERVAL_MS, parseTrustedKeys, TOKEN_TTL_SECONDS, type TrustedKey } from './keys.js';

const VERIFIED_TOKENS_MAX = 10_000;
/** An unknown key triggers a read of the file at once, but no more often than this. */
const UNKNOWN_KEY_INTERVAL_MS = 1_000;
/** The largest accepted lead of the minting process's clock. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Seconds since the Unix epoch. */
const timesSchema = z.object({ iat: z.number(), exp: z.number() });

const callerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous'), workload: z.literal('gateway'), clientAddress: z.string().min(1) }),
  z.object({
    kind: z.literal('user'),
    workload: z.literal('gateway'),
    accountId: z.string().min(1),
    credentialId: z.string().min(1),
    credentialType: z.enum(['api_key', 'session']),
    permissions: z.array(z.enum(permissions)),
    mandate: mandateSchema.exactOptional(),
  }),
  z.object({
    kind: z.literal('workload'),
    workload: z.enum(workloads),
    accountId: z.string().min(1).exactOptional(),
    cause: z.string().min(1),
  }),
]);

/** One state of the file, with the tokens that were verified by it: they are discarded together. */
class Trust {
  readonly verified = new LRUCache<string, { caller: Caller; expiresAtMs: number }>({ max: VERIFIED_TOKENS_MAX });

  constructor(
    readonly text: string,
    readonly keys: ReadonlyMap<string, TrustedKey>,
  ) {}
}

/**
 * Checks tokens for one audience by the current keys in the file. Only the gateway's key may sign for users; each workload signs only for
 * itself.
 */
export class TokenVerifier {
  #trust = new Trust('', new Map());
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly audience: string,
    private readonly trustedKeysFile: string,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the caller. Throws `unauthorized` for a token that is malformed, unknown, expired, for another audience, issued in the future,
   * or valid for longer than the platform's own tokens ever are.
   */
  async verify(token: string): Promise<Caller> {
    // In the background: a slow read of the file delays no call.
    if (this.#trust.keys.size > 0) void this.#readKeysAfter(KEY_RELOAD_INTERVAL_MS);
    const known = this.#trust.verified.get(token);
    if (known !== undefined && this.clock.nowMs() < known.expiresAtMs) return known.caller;
    try {
      return await this.#verifyAnew(token);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new PlatformError('unauthorized', { cause: error });
      throw error;
    }
  }

  /**
   * Returns the content of a grant. Throws `insufficient_permissions` for one that is malformed, expired, issued in the future, or not
   * signed by the runtime service; the caller checks whether it was spent before.
   */
  async verifyGrant(token: string): Promise<AgentGrant> {
    try {
      const { payload, workload } = await this.#check(token, GRANT_AUDIENCE, GRANT_TTL_SECONDS);
      if (workload !== 'runtime') throw new PlatformError('unauthorized');
      return agentGrantSchema.parse(payload);
    } catch (cause) {
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError || cause instanceof PlatformError)
        throw new PlatformError('insufficient_permissions', { cause });
      throw cause;
    }
  }

  async #verifyAnew(token: string): Promise<Caller> {
    const { payload, workload, expiresAtMs, verified } = await this.#check(token, this.audience, TOKEN_TTL_SECONDS);
    const caller = callerSchema.parse({ ...payload, workload });
    verified.set(token, { caller, expiresAtMs });
    return caller;
  }

  /** Checks signature, audience and times; returns the signer without judging it. */
  async #check(token: string, audience: string, ttlSecondsMax: number) {
    const { kid = '' } = decodeHeader(token);
    if (!this.#trust.keys.has(kid)) await this.#readKeysAfter(UNKNOWN_KEY_INTERVAL_MS);
    // The file may be replaced while the signature is checked: the result belongs to the keys that it was checked with.
    const { keys, verified } = this.#trust;
    const key = keys.get(kid);
    if (key === undefined) throw new PlatformError('unauthorized');
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      audience,
      issuer: key.workload,
      requiredClaims: ['exp', 'iat'],
      currentDate: this.clock.now(),
    });
    const { iat, exp } = timesSchema.parse(payload);
    if (iat - CLOCK_TOLERANCE_SECONDS > this.clock.nowMs() / 1000 || exp - iat > ttlSecondsMax)
      throw new PlatformError('unauthorized');
    return { payload, workload: key.workload, expiresAtMs: exp * 1000, verified };
  }

  async #readKeysAfter(ageMs: number): Promise<void> {
    if (this.clock.nowMs() - this.#readAtMs < ageMs) return;
    this.#reading ??= this.#readKeys().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** A removed key is no longer trusted, nor are the tokens that were verified by it. */
  async #readKeys(): Promise<void> {
    const nowMs = this.clock.nowMs();
    try {
      const text = await readFile(this.trustedKeysFile, 'utf8');
      if (text !== this.#trust.text) this.#trust = new Trust(text, await parseTrustedKeys(text));
    } catch (error) {
      // A file that can't be read for the moment changes nothing.
      if (this.#trust.keys.size === 0) throw error;
    }
    this.#readAtMs = nowMs;
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
