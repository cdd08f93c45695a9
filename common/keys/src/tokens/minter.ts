import type { Clock } from '@platform/kit/clock';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller, Workload } from './caller.js';
import { type AgentGrant, GRANT_AUDIENCE, GRANT_TTL_SECONDS } from './grant.js';
import { ALGORITHM, KEY_RELOAD_INTERVAL_MS, readSigningKey, type SigningKey, TOKEN_TTL_SECONDS } from './keys.js';

/** How long a minted token is reused, so that a busy caller costs one signature instead of one per request. */
const REUSE_MS = 20_000;
const REUSED_TOKENS_MAX = 10_000;
/** A key that was read longer ago signs nothing before its file was read again: it may have been replaced, and soon be trusted no more. */
const UNREAD_MS_MAX = 60_000;

/** Signs tokens as one workload, with the current key in its file. */
export class TokenMinter {
  readonly #cache = new LRUCache<string, { token: string; mintedAtMs: number }>({ max: REUSED_TOKENS_MAX });
  #keyReadAtMs: number;
  #triedAtMs: number;
  #reading: Promise<void> | undefined;

  private constructor(
    private readonly workload: Workload,
    private readonly keyFile: string,
    private readonly clock: Clock,
    private key: SigningKey,
  ) {
    this.#keyReadAtMs = clock.nowMs();
    this.#triedAtMs = this.#keyReadAtMs;
  }

  /** Throws when the file holds no Ed25519 private JWK with a `kid`. */
  static async open(workload: Workload, keyFile: string, clock: Clock): Promise<TokenMinter> {
    return new TokenMinter(workload, keyFile, clock, await readSigningKey(keyFile));
  }

  /** Returns a token that names `caller` and is accepted by `audience` alone (a service and its subgraph share one). */
  async mint(caller: Caller, audience: string): Promise<string> {
    if (caller.workload !== this.workload) throw new Error(`${this.workload} can not mint for ${caller.workload}`);
    const claims = toClaims(caller);
    const cacheKey = JSON.stringify([audience, claims]);
    const nowMs = this.clock.nowMs();
    const cached = this.#cache.get(cacheKey);
    if (cached !== undefined && !isPast(cached.mintedAtMs, REUSE_MS, nowMs)) return cached.token;
    const token = await this.#sign(claims, audience, TOKEN_TTL_SECONDS);
    this.#cache.set(cacheKey, { token, mintedAtMs: nowMs });
    return token;
  }

  /** Returns a grant, which the wallet service accepts from the runtime service alone. */
  async mintGrant(grant: AgentGrant): Promise<string> {
    if (this.workload !== 'runtime') throw new Error(`${this.workload} can not grant agents`);
    return this.#sign({ ...grant }, GRANT_AUDIENCE, GRANT_TTL_SECONDS);
  }

  async #sign(claims: Record<string, unknown>, audience: string, ttlSeconds: number): Promise<string> {
    const { kid, privateKey } = await this.#currentKey(this.clock.nowMs());
    const issuedAt = Math.floor(this.clock.nowMs() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(this.workload)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(privateKey);
  }

  /**
   * Returns the key to sign with, and reads it again: in the background while it was read lately, since the previous key stays trusted for
   * a while after it was replaced, and before it signs after a time in which nothing was signed.
   */
  async #currentKey(nowMs: number): Promise<SigningKey> {
    if (isPast(this.#triedAtMs, KEY_RELOAD_INTERVAL_MS, nowMs)) {
      this.#triedAtMs = nowMs;
      this.#reading ??= this.#readKey(nowMs);
    }
    if (isPast(this.#keyReadAtMs, UNREAD_MS_MAX, nowMs)) await this.#reading;
    return this.key;
  }

  /** A key whose file can't be read is used on. */
  async #readKey(nowMs: number): Promise<void> {
    try {
      this.key = await readSigningKey(this.keyFile);
      this.#keyReadAtMs = nowMs;
    } catch {
      // It is tried again.
    } finally {
      this.#reading = undefined;
    }
  }
}

/** Whether something is as long ago, or in the future: the clock was set back since. */
function isPast(atMs: number, durationMs: number, nowMs: number): boolean {
  return nowMs < atMs || nowMs - atMs >= durationMs;
}

/** Returns the caller as claims; the workload is the token's issuer. */
function toClaims({ workload: _issuer, ...claims }: Caller): Record<string, unknown> {
  return claims;
}
