import type { Clock } from '@platform/clock';
import type { Logger } from '@platform/logging';
import { type SignedAction, signerOf } from '@platform/venue-hyperliquid';
import pLimit from 'p-limit';
import type { Address } from 'viem';
import { z } from 'zod';
import { parseRequest } from './actions.js';
import { type Answer, MALFORMED, refused, TOO_MANY, UNREACHABLE } from './answer.js';
import { BotNonces } from './nonces.js';
import { addedValue, type Permitted, type Policy, permit, standingRefusal } from './policy.js';
import type { AgentSigner } from './signing.js';
import { type Standing, standingOf } from './standing.js';
import type { Venue } from './venue.js';

/** What the venue has not accepted by then, it never will. */
const ORDER_LIFE_MS = 5_000;
/** How far the venue's clock may be from ours. */
const CLOCK_SKEW_MS = 1_000;
/** When an answered change shows in the venue's reads. */
const SETTLING_MS = 1_000;
const WAITING_MAX = 32;
/** Clients wait ten seconds: what could not be sent by then is not, since they take it for failed. */
const PATIENCE_MS = 9_000;
const LATE = 'This bot’s action waited too long.';

/** What a desk works with. */
export interface DeskParts {
  /** The trading account at the venue, whose agent signs. */
  readonly account: Address;
  readonly policy: Policy;
  readonly venue: Venue;
  readonly agent: AgentSigner;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Orders that the venue may have accepted or may still accept. */
interface Doubt {
  readonly valueMicroUsdc: bigint;
  readonly untilMs: number;
}

const known = z.object({ status: z.enum(['ok', 'err']) });

/**
 * Answers the bot's `POST /exchange`: what its key signed and its mandate allows is signed by the agent and sent once.
 * Actions go one after the other, so that each is judged by all that were before it.
 */
export class TradingDesk {
  readonly #parts: DeskParts;
  readonly #nonces: BotNonces;
  readonly #one = pLimit(1);
  #doubts: readonly Doubt[] = [];
  /** Before that, the venue's reads may lack what was sent, by this process or by the one before it. */
  #settledAtMs: number;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    const startedAtMs = parts.clock.nowMs();
    this.#nonces = new BotNonces(startedAtMs);
    this.#settledAtMs = startedAtMs + ORDER_LIFE_MS + CLOCK_SKEW_MS + SETTLING_MS;
  }

  /** Answers one request. */
  async answer(body: unknown): Promise<Answer> {
    const parsed = parseRequest(body);
    if (parsed.kind === 'malformed') return MALFORMED;
    if (parsed.kind === 'refused') return this.#refuse(parsed.reason);
    const { request } = parsed;
    const stranger = await this.#strangerRefusal(request);
    if (stranger !== undefined) return this.#refuse(stranger);
    const permitted = permit(request.action, this.#parts.policy);
    if (typeof permitted === 'string') return this.#refuse(permitted);
    if (this.#one.pendingCount >= WAITING_MAX) return TOO_MANY;
    const giveUpAtMs = this.#parts.clock.nowMs() + PATIENCE_MS;
    return this.#one(() => this.#perform(request, permitted, giveUpAtMs));
  }

  async #strangerRefusal(request: SignedAction): Promise<string | undefined> {
    const signer = await signerOf(request);
    if (signer === undefined) return 'Unable to recover signer.';
    if (signer !== this.#parts.policy.mandate.bot) return `User or API Wallet ${signer} does not exist.`;
    return this.#nonces.spend(request.nonce, this.#parts.clock.nowMs());
  }

  async #perform(request: SignedAction, permitted: Permitted, giveUpAtMs: number): Promise<Answer> {
    const adds = permitted.needsStanding ? await this.#judge(permitted) : 0n;
    if (typeof adds !== 'bigint') return adds;
    return this.#parts.clock.nowMs() > giveUpAtMs ? this.#refuse(LATE) : this.#send(request, adds);
  }

  /** What the action adds, or why it can't be let through. */
  async #judge({ effect }: Permitted): Promise<bigint | Answer> {
    const standing = await this.#standing();
    if (standing === undefined) return UNREACHABLE;
    const { policy } = this.#parts;
    const reason = standingRefusal(effect, policy, standing);
    return reason === undefined ? (addedValue(effect, policy, standing) ?? 0n) : this.#refuse(reason);
  }

  async #standing(): Promise<Standing | undefined> {
    const { clock, venue, account: user, policy, logger } = this.#parts;
    await clock.sleep(Math.max(0, this.#settledAtMs - clock.nowMs()));
    this.#doubts = this.#doubts.filter(({ untilMs }) => untilMs > clock.nowMs());
    const inDoubt = this.#doubts.reduce((sum, { valueMicroUsdc }) => sum + valueMicroUsdc, 0n);
    try {
      const [clearinghouseState, frontendOpenOrders, allMids] = await Promise.all([
        venue.ask({ type: 'clearinghouseState', user }),
        venue.ask({ type: 'frontendOpenOrders', user }),
        venue.ask({ type: 'allMids' }),
      ]);
      return standingOf(policy.mandate, { clearinghouseState, frontendOpenOrders, allMids }, inDoubt);
    } catch (error) {
      logger.warn({ err: error }, 'the standing could not be read: no order is let through');
      return undefined;
    }
  }

  /** Signs and sends, once; what it adds counts as long as its outcome is not known. */
  async #send({ action, expiresAfter = Number.POSITIVE_INFINITY }: SignedAction, adds: bigint): Promise<Answer> {
    const { agent, venue, clock, logger } = this.#parts;
    const untilMs = Math.min(expiresAfter, clock.nowMs() + ORDER_LIFE_MS);
    const answer = await venue.exchange(await agent.sign(action, untilMs));
    if (isKnown(answer)) {
      if (adds > 0n) this.#settledAtMs = clock.nowMs() + SETTLING_MS;
      return answer;
    }
    logger.warn({ family: action.type, status: answer.status }, 'the outcome of an action is not known');
    if (adds > 0n)
      this.#doubts = [
        ...this.#doubts,
        { valueMicroUsdc: adds, untilMs: Math.max(untilMs, clock.nowMs()) + CLOCK_SKEW_MS + SETTLING_MS },
      ];
    return answer;
  }

  #refuse(reason: string): Answer {
    this.#parts.logger.warn({ reason }, 'refused an action');
    return refused(reason);
  }
}

/** Whether the answer tells what became of the action. */
function isKnown({ status, body }: Answer): boolean {
  if (status !== 200) return false;
  try {
    return known.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
