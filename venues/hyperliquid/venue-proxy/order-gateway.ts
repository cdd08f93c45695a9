import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Logger } from '@platform/observability/logging';
import pLimit from 'p-limit';
import type { Address } from 'viem';
import type { SignedAction, TradingAction } from '../codec/index.js';
import { type Answer, DONE, refused, TOO_MANY, UNREACHABLE } from './answer.js';
import type { BotJournal } from './journal/index.js';
import { BotNonces } from './nonces.js';
import { outcomesOf } from './outcome.js';
import { RealizedToday } from './policy/daily-loss.js';
import { type Exposure, readingOf } from './policy/exposure.js';
import { LeverageCache } from './policy/leverages.js';
import type { Holding } from './policy/margin.js';
import {
  addedHoldings,
  CAPITAL,
  type Effect,
  exposureRefusal,
  opens,
  type Permitted,
  type Policy,
  permit,
  reduceOnly,
  withFee,
} from './policy/policy.js';
import { closesNothing, NOTHING_TO_CLOSE } from './policy/stops.js';
import { UnconfirmedOrders } from './policy/unconfirmed-orders.js';
import type { AgentPower } from './renewal/power.js';
import type { AgentSigner } from './signing.js';
import { CLOCK_SKEW_MS, READ_LAG_MS } from './timing.js';
import type { VenueConnection } from './venue/index.js';

/** The venue never accepts an action later than this. */
const ORDER_LIFE_MS = 5_000;
/** How much of the venue's lag is left to reads of the bots' account that they share. */
const SHARED_READ_MS = 1_000;
const WAITING_MAX = 32;
/** Clients wait ten seconds: an action that was not sent by then is dropped, since they treat it as failed. */
const PATIENCE_MS = 9_000;
const LATE = 'This bot’s action waited too long.';
const NOT_RECORDED = 'This bot’s action could not be recorded.';

/** The dependencies of a gateway. */
export interface OrderGatewayParts {
  /** The trading account at the venue, whose agent signs. */
  readonly account: Address;
  readonly policy: Policy;
  readonly venue: VenueConnection;
  readonly agent: AgentPower;
  /** Whether the agent has sent nothing yet; another agent's requests ended with its power. */
  readonly agentIsNew: boolean;
  /** Where each action is written down before it is sent. */
  readonly journal: BotJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Answers the bot's `POST /exchange`: an action that its key signed and its limits allow is signed by the agent and sent once. Actions run
 * one after the other, so each is judged by all earlier ones.
 */
export class OrderGateway {
  #parts: OrderGatewayParts;
  readonly #nonces: BotNonces;
  readonly #one = pLimit(1);
  readonly #unconfirmed = new UnconfirmedOrders();
  readonly #leverages: LeverageCache;
  readonly #realized: RealizedToday;
  /** Until then, the venue's reads may lack what was sent before this gateway was opened. */
  readonly #settledAtMs: number;

  constructor(parts: OrderGatewayParts) {
    this.#parts = parts;
    const startedAtMs = parts.clock.nowMs();
    this.#nonces = new BotNonces(startedAtMs);
    this.#leverages = new LeverageCache(parts.venue, parts.account, parts.clock);
    this.#realized = new RealizedToday(parts.venue, parts.account, parts.clock, READ_LAG_MS);
    const acceptableMs = parts.agentIsNew ? 0 : ORDER_LIFE_MS + CLOCK_SKEW_MS;
    this.#settledAtMs = startedAtMs + acceptableMs + READ_LAG_MS;
    for (const { coin, valueMicroUsdc, expiresAtMs } of parts.journal.unresolved()) {
      const untilMs = Math.max(this.#settledAtMs, expiresAtMs + CLOCK_SKEW_MS + READ_LAG_MS);
      const holding = { coin, valueMicroUsdc: BigInt(valueMicroUsdc) };
      this.#unconfirmed.add({ ...holding, oid: undefined, rests: false, isKnown: false, untilMs });
    }
  }

  /** Answers one request that the bot's key has signed. */
  async answer(request: SignedAction): Promise<Answer> {
    const repeated = this.#nonces.spend(request.nonce, this.#parts.clock.nowMs());
    if (repeated !== undefined) return this.#refuse(repeated);
    const permitted = permit(request.action, this.#parts.policy);
    if (typeof permitted === 'string') return this.#refuse(permitted);
    const action = this.#parts.journal.identified(request.action);
    if (typeof action === 'string') return this.#refuse(action);
    if (this.#one.pendingCount >= WAITING_MAX) return TOO_MANY;
    const giveUpAtMs = this.#parts.clock.nowMs() + PATIENCE_MS;
    return this.#one(() => this.#perform({ ...request, action }, permitted, giveUpAtMs));
  }

  /** Judges by other limits from the next action on; what it knows of the bot's orders is kept. */
  limitTo(policy: Policy): void {
    this.#parts = { ...this.#parts, policy };
  }

  async #perform(request: SignedAction, permitted: Permitted, giveUpAtMs: number): Promise<Answer> {
    const { effect } = permitted;
    // freqtrade sets the leverage before each order: what is so already is no question to the venue.
    if (effect.leverage !== undefined && this.#leverages.isSet(effect.leverage)) return DONE;
    if (await closesNothing(effect, this.#parts)) return this.#refuse(NOTHING_TO_CLOSE);
    const { action } = request;
    const judged = permitted.needsExposure ? await this.#judge(action, effect, giveUpAtMs) : { action, added: [] };
    if ('status' in judged) return judged;
    const sent = { ...request, action: withFee(judged.action, this.#parts.policy) };
    return this.#parts.agent.use(async (agent) =>
      this.#parts.clock.nowMs() > giveUpAtMs ? this.#refuse(LATE) : this.#send(agent, sent, effect, judged.added),
    );
  }

  /**
   * Returns what is sent and what it adds, or why it is refused: at once, or when no read can lack earlier actions. Orders that only reduce
   * are sent as such where they would be refused otherwise. Nothing is refused by what was read for an earlier action.
   */
  async #judge(
    action: TradingAction,
    effect: Effect,
    giveUpAtMs: number,
  ): Promise<{ readonly action: TradingAction; readonly added: readonly Holding[] } | Answer> {
    const { clock } = this.#parts;
    const startedAtMs = clock.nowMs();
    for (let sinceMs = startedAtMs - SHARED_READ_MS; ; ) {
      const { policy } = this.#parts;
      const seen = await this.#exposure(effect, sinceMs);
      if (seen === undefined) return UNREACHABLE;
      const { exposure, readAtMs, settledAtMs } = seen;
      const reason = exposureRefusal(effect, policy, exposure);
      if (reason === undefined) return { action, added: addedHoldings(effect, policy, exposure.midPrices) ?? [] };
      if (readAtMs < startedAtMs) {
        sinceMs = startedAtMs;
        continue;
      }
      const reducing = reduceOnly(action, effect, policy, exposure);
      if (reducing !== undefined) return { action: reducing, added: [] };
      const mayPassLater = reason === CAPITAL && settledAtMs > readAtMs && settledAtMs < giveUpAtMs;
      if (!mayPassLater || exposureRefusal(effect, policy, seen.settled) !== undefined) return this.#refuse(reason);
      await clock.sleep(Math.max(0, settledAtMs - clock.nowMs()));
      sinceMs = settledAtMs;
    }
  }

  /** Returns the exposure, and its maximum once the venue's reads can't lack its known actions. */
  async #exposure(
    effect: Effect,
    sinceMs: number,
  ): Promise<{ exposure: Exposure; settled: Exposure; readAtMs: number; settledAtMs: number } | undefined> {
    const { clock, venue, account: user, policy, logger } = this.#parts;
    await clock.sleep(Math.max(0, this.#settledAtMs - clock.nowMs()));
    const freshMs = Math.max(sinceMs, this.#settledAtMs);
    try {
      const reads = await Promise.all([
        venue.recent({ type: 'clearinghouseState', user }, freshMs),
        venue.recent({ type: 'frontendOpenOrders', user }, freshMs),
        venue.recent({ type: 'allMids' }, freshMs),
      ]);
      const [clearinghouseState, frontendOpenOrders, allMids] = reads.map(({ answer }) => answer);
      const readAtMs = Math.min(...reads.map(({ sentAtMs }) => sentAtMs));
      const shown = readingOf(policy.limits, { clearinghouseState, frontendOpenOrders, allMids });
      const { reading } = shown;
      const unconfirmed = this.#unconfirmed.beside(reading.orders, readAtMs, READ_LAG_MS);
      const held = [...reading.positions, ...reading.orders, ...unconfirmed].map(({ coin }) => coin);
      const placed = effect.places.map(({ a }) => policy.assets.get(a) ?? '');
      const leverages = await this.#leverages.of([...held, ...placed], shown.leverages);
      const realizedTodayMicroUsdc = opens(effect) ? await this.#realized.of(policy.limits.coins, reading.sizes) : 0n;
      const known = unconfirmed.filter(({ isKnown }) => isKnown);
      const seen = { ...reading, leverages, nowMs: clock.nowMs(), realizedTodayMicroUsdc };
      return {
        exposure: { ...seen, unconfirmed },
        settled: { ...seen, unconfirmed: unconfirmed.filter(({ isKnown }) => !isKnown) },
        readAtMs,
        settledAtMs: Math.max(0, ...known.map(({ untilMs }) => untilMs)),
      };
    } catch (error) {
      logger.warn({ err: error }, 'the exposure could not be read: all orders are refused');
      return undefined;
    }
  }

  /** Signs and sends, once; what the action adds counts until the venue's reads must show its outcome. */
  async #send(
    agent: AgentSigner,
    { action, expiresAfter = Number.POSITIVE_INFINITY }: SignedAction,
    { leverage }: Effect,
    added: readonly Holding[],
  ): Promise<Answer> {
    const { venue, journal, clock, logger } = this.#parts;
    const expiresAtMs = Math.min(expiresAfter, clock.nowMs() + ORDER_LIFE_MS);
    const entry = { nonce: agent.nextNonce(), action, expiresAtMs, added };
    const [body, written] = await Promise.allSettled([
      agent.sign(action, entry.nonce, expiresAtMs),
      journal.sent(entry),
    ]);
    if (body.status === 'rejected') throw body.reason;
    if (written.status === 'rejected') {
      logger.error({ err: written.reason }, 'an action could not be recorded: it is not sent');
      return this.#refuse(NOT_RECORDED);
    }
    killPoint('venue_proxy.after_journal');
    const answer = await venue.exchange(body.value);
    killPoint('venue_proxy.after_answer');
    // Not waited for: an outcome that is lost is looked up.
    void journal.answered(entry, answer);
    const outcomes = outcomesOf(answer, Math.max(1, added.length));
    const isKnown = outcomes.every(({ kind }) => kind !== 'unknown');
    if (!isKnown) logger.warn({ family: action.type, status: answer.status }, 'the outcome of an action is unknown');
    if (leverage !== undefined && outcomes[0]?.kind !== 'refused') this.#leverages.set(leverage, isKnown);
    if (outcomes.some((outcome) => outcome.kind === 'placed' && outcome.filled)) this.#realized.traded();
    const settledAtMs = clock.nowMs() + READ_LAG_MS;
    const doneAtMs = Math.max(expiresAtMs, clock.nowMs()) + CLOCK_SKEW_MS + READ_LAG_MS;
    for (const [index, holding] of added.entries()) {
      const outcome = outcomes[index];
      if (holding.valueMicroUsdc === 0n || outcome === undefined || outcome.kind === 'refused') continue;
      const isPlaced = outcome.kind === 'placed';
      const { oid, rests = false } = isPlaced ? outcome : {};
      this.#unconfirmed.add({ ...holding, oid, rests, isKnown: isPlaced, untilMs: isPlaced ? settledAtMs : doneAtMs });
    }
    return answer;
  }

  #refuse(reason: string): Answer {
    this.#parts.logger.warn({ reason }, 'refused an action');
    return refused(reason);
  }
}
