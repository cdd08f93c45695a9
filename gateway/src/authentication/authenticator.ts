import { PlatformError } from '@platform/errors';
import type { UserCaller } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import { LRUCache } from 'lru-cache';
import type { Credential } from './credential.js';
import { OpenGrant } from './grant.js';
import type { Identity } from './identity.js';
import { type Admitted, RateLimited } from './rate-limit.js';
import type { UsageReports } from './usage-reports.js';

/** How long a response is cached, and so how long a revoked credential may still pass. */
const KEPT_MS = 2_000;
const CREDENTIALS_MAX = 10_000;

/** A credential without an owner. */
const REFUSED = 'refused';

interface Known {
  readonly answer: OpenGrant | typeof REFUSED;
  readonly askedAtMs: number;
}

/**
 * Identifies the owner of a credential, and lets as many requests pass as the identity service grants. Responses, refusals too,
 * are cached for 2 s from the start of the call; requests that arrive during the call wait for its one response.
 */
export class Authenticator {
  readonly #known: LRUCache<string, Known>;
  readonly #asking = new Map<string, Promise<unknown>>();

  constructor(
    private readonly identity: Identity,
    private readonly reports: UsageReports,
    private readonly clock: Clock,
  ) {
    this.#known = new LRUCache({
      max: CREDENTIALS_MAX,
      dispose: ({ answer }, _digest, reason) => {
        if (reason === 'evict' && answer !== REFUSED) reports.add(answer.usage());
      },
    });
  }

  /**
   * Returns the owner of a credential, and counts the request, also for its operation of the older surface. Throws `unauthorized` or
   * `rate_limited`.
   */
  async authenticate(
    credential: Credential,
    requestId: string,
    legacyOperation?: string,
  ): Promise<Admitted<UserCaller>> {
    for (;;) {
      const known = this.#known.get(credential.digest);
      const admitted =
        known !== undefined && this.#isFresh(known) ? this.#admit(known.answer, legacyOperation) : undefined;
      if (admitted !== undefined) return admitted;
      const asking = this.#asking.get(credential.digest);
      if (asking === undefined) return this.#askAndAdmit(credential, requestId, legacyOperation);
      await asking;
    }
  }

  /** Returns every unused grant to the identity service. */
  releaseStale(): void {
    for (const [digest, known] of this.#known.entries()) if (!this.#isFresh(known)) this.#release(digest);
  }

  /** Returns every grant to the identity service. */
  releaseAll(): void {
    for (const digest of [...this.#known.keys()]) this.#release(digest);
  }

  /** Returns the caller if the grant covers one more request; undefined if it is spent and another must be requested. */
  #admit(answer: Known['answer'], legacyOperation: string | undefined): Admitted<UserCaller> | undefined {
    if (answer === REFUSED) throw new PlatformError('unauthorized');
    const nowMs = this.clock.nowMs();
    if (answer.spend(nowMs, legacyOperation)) return { caller: answer.grant.caller, rateLimit: answer.rateLimit() };
    if (answer.grant.allowance > 0) return undefined;
    throw new RateLimited(answer.rateLimit(), nowMs);
  }

  #isFresh({ answer, askedAtMs }: Known): boolean {
    const nowMs = this.clock.nowMs();
    return nowMs - askedAtMs < KEPT_MS && (answer === REFUSED || nowMs < answer.grant.resetsAtMs);
  }

  /** The calling request is admitted by the response, however old it is on arrival: no request calls twice. */
  async #askAndAdmit(
    credential: Credential,
    requestId: string,
    legacyOperation: string | undefined,
  ): Promise<Admitted<UserCaller>> {
    const asking = this.#ask(credential, requestId).finally(() => this.#asking.delete(credential.digest));
    this.#asking.set(credential.digest, asking);
    const admitted = this.#admit(await asking, legacyOperation);
    if (admitted === undefined) throw new PlatformError('service_unavailable');
    return admitted;
  }

  async #ask(credential: Credential, requestId: string): Promise<Known['answer']> {
    const { digest } = credential;
    const askedAtMs = this.clock.nowMs();
    const previous = this.#known.get(digest)?.answer ?? REFUSED;
    const usage = previous === REFUSED ? undefined : previous.usage();
    this.#known.delete(digest);
    try {
      const answer = new OpenGrant(await this.identity.authenticate(credential, usage, requestId), askedAtMs);
      this.#known.set(digest, { answer, askedAtMs });
      return answer;
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'unauthorized') {
        // It is unknown whether the usage arrived; reporting it again is safe.
        this.reports.add(usage);
        throw error;
      }
      this.#known.set(digest, { answer: REFUSED, askedAtMs });
      return REFUSED;
    }
  }

  #release(digest: string): void {
    const known = this.#known.get(digest);
    this.#known.delete(digest);
    if (known !== undefined && known.answer !== REFUSED) this.reports.add(known.answer.usage());
  }
}
