import type { Clock } from '@platform/clock';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller, Workload } from './caller.js';
import { ALGORITHM, type SigningKey } from './keys.js';

/** How long a token is valid. */
const TTL_SECONDS = 60;
/** A minted token is handed out again this long, so that a busy caller costs one signature, not one a request. */
const REUSE_MS = 20_000;
const REUSED_TOKENS_MAX = 10_000;

/** Signs tokens as one workload. */
export class TokenMinter {
  readonly #cache = new LRUCache<string, { token: string; mintedAtMs: number }>({ max: REUSED_TOKENS_MAX });

  constructor(
    private readonly workload: Workload,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  /** A token that names `caller` and is accepted by `audience` alone (a service and its subgraph share one). */
  async mint(caller: Caller, audience: string): Promise<string> {
    if (caller.workload !== this.workload) throw new Error(`${this.workload} can not mint for ${caller.workload}`);
    const claims = toClaims(caller);
    const cacheKey = JSON.stringify([audience, claims]);
    const nowMs = this.clock.nowMs();
    const cached = this.#cache.get(cacheKey);
    if (cached !== undefined && nowMs - cached.mintedAtMs < REUSE_MS) return cached.token;
    const issuedAt = Math.floor(nowMs / 1000);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: this.key.kid })
      .setIssuer(this.workload)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TTL_SECONDS)
      .sign(this.key.privateKey);
    this.#cache.set(cacheKey, { token, mintedAtMs: nowMs });
    return token;
  }
}

/** The caller as claims; the workload is the token's issuer. */
function toClaims({ workload: _issuer, ...claims }: Caller): Record<string, unknown> {
  return claims;
}
