import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import { countRequests } from '../limits/actions.js';
import type { Market } from '../market.js';
import { undeserializable } from '../refusal.js';
import type { Store } from '../store/store.js';
import { accountActions } from './accounts/account-actions.js';
import type { ActionHandler, Outcome, ParsedAction } from './action.js';
import { contextAt, type ExchangeContext } from './exchange-context.js';
import { spendNonce } from './nonces.js';
import { orderActions } from './orders/order-actions.js';
import { ActionRefused } from './refused.js';
import { type Network, recoverSigner } from './signing.js';
import { passTime } from './time.js';
import { envelope } from './wire.js';

/** The answer of `POST /exchange`. */
export type ExchangeAnswer =
  | { readonly status: 'ok'; readonly response: Outcome }
  | { readonly status: 'err'; readonly response: string };

type Envelope = z.output<typeof envelope>;

/** The signer and the user: the same address unless an agent signs. */
interface Actor {
  readonly signer: string;
  readonly user: string;
}

const HANDLERS: ReadonlyMap<string, ActionHandler> = new Map(Object.entries({ ...orderActions, ...accountActions }));

/**
 * The venue's trading and money side. An action is recognised by its signature, spends its nonce and runs, all in one transaction that is
 * on disk before the answer; a refused action has spent its nonce and done nothing else.
 */
export class Exchange {
  readonly store: Store;
  readonly #clock: Clock;
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #networks: readonly Network[];
  readonly #listeners = new Set<() => void>();
  #matchedUntilMs: number;

  /** `networks`: the networks whose signatures are accepted, the likeliest first. */
  constructor(clock: Clock, markets: ReadonlyMap<string, Market>, store: Store, networks: readonly Network[]) {
    this.#clock = clock;
    this.#markets = markets;
    this.store = store;
    this.#networks = networks;
    this.#matchedUntilMs = clock.nowMs();
  }

  /** Returns the state at this moment, for reading. */
  context(): ExchangeContext {
    return contextAt(this.store, this.#markets, this.#clock.nowMs());
  }

  /** Calls back after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Answers a request of `POST /exchange`; throws a `Refusal` when it is not one. */
  async act(request: unknown): Promise<ExchangeAnswer> {
    const parsed = envelope.safeParse(request);
    const action = parsed.success ? HANDLERS.get(parsed.data.action.type)?.parse(parsed.data.action) : undefined;
    if (!parsed.success || action === undefined) throw undeserializable();
    try {
      const actor = await this.#recognise(parsed.data, action);
      const response = this.#perform(parsed.data, action, actor);
      return { status: 'ok', response };
    } catch (error) {
      if (error instanceof ActionRefused) return { status: 'err', response: error.message };
      throw error;
    }
  }

  /** Simulates the time until now. Nothing is matched while the venue is down: it continues from its start. */
  passTime(): void {
    const nowMs = this.#clock.nowMs();
    const [fromMs, untilMs] = [this.#matchedUntilMs, nowMs - (nowMs % 1_000)];
    if (untilMs <= fromMs) return;
    this.change((context) => passTime(context, fromMs, untilMs));
    this.#matchedUntilMs = untilMs;
  }

  /** Changes the state without an action. */
  change<Result>(work: (context: ExchangeContext) => Result): Result {
    const context = this.context();
    const before = this.store.journal.changes();
    const result = this.store.journal.transaction(() => work(context));
    if (this.store.journal.changes() > before) for (const listener of this.#listeners) listener();
    return result;
  }

  async #recognise(request: Envelope, action: ParsedAction): Promise<Actor> {
    if (action.nonce !== undefined && action.nonce !== request.nonce) throw new ActionRefused('Nonce mismatch.');
    if (request.vaultAddress !== undefined) throw new ActionRefused(`Vault not registered: ${request.vaultAddress}`);
    const signers = await Promise.all(
      action.signingHashes(request, this.#networks).map((hash) => recoverSigner(hash, request.signature)),
    );
    const [likeliest] = signers;
    if (likeliest === undefined) throw new ActionRefused('Mainnet and testnet require different signature.');
    for (const signer of signers) {
      const user = this.#userOf(signer, action.agentsMaySign);
      if (user !== undefined) return { signer, user };
    }
    throw new ActionRefused(
      action.agentsMaySign
        ? `User or API Wallet ${likeliest} does not exist.`
        : `Must deposit before performing actions. User: ${likeliest}`,
    );
  }

  #userOf(signer: string, agentsMaySign: boolean): string | undefined {
    if (this.store.account(signer) !== undefined) return signer;
    const agent = agentsMaySign ? this.store.agent(signer) : undefined;
    return agent !== undefined && agent.validUntilMs > this.#clock.nowMs() ? agent.user : undefined;
  }

  /** The nonce is spent even when the action is refused, unless the nonce itself is refused; a refused action's changes are undone. */
  #perform(request: Envelope, action: ParsedAction, { signer, user }: Actor): Outcome {
    const { nonce, expiresAfter } = request;
    const outcome = this.change((context) => {
      const { journal } = this.store;
      const account = countRequests(this.store.accountOrNew(user), request.action, context.nowMs);
      spendNonce(journal, signer, nonce, context.nowMs);
      this.store.saveAccount(account);
      if (expiresAfter !== undefined && expiresAfter < context.nowMs)
        return new ActionRefused('Action already expired');
      try {
        return journal.transaction(() => action.run(context, user));
      } catch (error) {
        if (error instanceof ActionRefused) return error;
        throw error;
      }
    });
    if (outcome instanceof ActionRefused) throw outcome;
    return outcome;
  }
}
