import { PlatformError } from '@platform/errors';
import { requireVenue } from '@platform/keys/mandates';
import type { Clock, IdSource } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Logger } from '@platform/observability/logging';
import type { SubmitExecutionRequest } from '@platform/protos/execution';
import type { ExecutionVenue, SignedAction, VenueActions } from '@platform/venues/native-actions';
import { mandatedUse, type Submitter } from '../mandates/mandated-use.js';
import { type ExecutionRequest, parseRequest } from '../requests/request.js';
import type { TradingWallets } from '../wallets/trading-wallets.js';
import type { ExecutionRecord } from './model.js';
import { sendOnce } from './sending.js';
import { type ExecutionStore, type HeldExecution, identifiedAction } from './store.js';

/** How long the venue accepts an action: signing and sending must be done by then. */
const VALIDITY_MS = 20_000;

/** The venues to send to and the wallets that sign. Executions are available only with all of them. */
export interface ExecutionProviders {
  readonly wallets: TradingWallets;
  readonly venues: ReadonlyMap<string, ExecutionVenue>;
}

/** The parts of submission. */
export interface SubmissionParts {
  readonly store: ExecutionStore;
  readonly actions: VenueActions;
  /** Undefined when the set is incomplete. */
  readonly providers: ExecutionProviders | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** How long outcomes are looked up before an operator must settle them. */
  readonly reconciliationMs: number;
  /** Called when an outcome must be looked up. */
  readonly onUnknown: () => void;
}

/** A record, and whether it existed before the request. */
export interface Submitted {
  readonly record: ExecutionRecord;
  readonly replayed: boolean;
}

/** Submits native actions, each at most once, even when processes die or answers are wrong. */
export class Submission {
  constructor(private readonly parts: SubmissionParts) {}

  /**
   * Submits an action for the user who owns the token, or returns the existing record of its key. The record is durable before anything is
   * signed, and the signature's identity is durable before anything is sent. An action that may have been sent is looked up, never sent
   * again. Refuses in the documented order, then `idempotency_key_conflict`, `execution_provider_unavailable`, `mandate_exceeded`,
   * `account_not_owned`, `account_not_ready`.
   */
  async submit(submitter: Submitter, message: SubmitExecutionRequest, userToken: string): Promise<Submitted> {
    const { accountId, mandate } = submitter;
    const request = parseRequest(message, this.parts.actions);
    const earlier = await this.#replay(accountId, request);
    if (earlier !== undefined) return earlier;
    const { wallets, venues } = this.#requireProviders();
    const venue = venues.get(request.venue);
    if (venue === undefined) throw new PlatformError('execution_provider_unavailable');
    if (mandate !== undefined) requireVenue(mandate, request.venue, this.parts.clock.now());
    const claimed = await this.#claim(submitter, request, { wallets, venue });
    if (claimed === undefined) {
      const winner = await this.#replay(accountId, request);
      // The former holder of the key released it in between.
      if (winner === undefined) throw new PlatformError('execution_provider_unavailable');
      return winner;
    }
    killPoint('order.after_claim');
    return { record: await this.#perform(claimed, venue, userToken), replayed: false };
  }

  async #replay(accountId: string, { idempotencyKey, hash }: ExecutionRequest): Promise<Submitted | undefined> {
    const record = await this.parts.store.findByKey(accountId, idempotencyKey);
    if (record === undefined) return undefined;
    if (record.intent.requestHash !== hash) throw new PlatformError('idempotency_key_conflict');
    return { record, replayed: true };
  }

  #requireProviders(): ExecutionProviders {
    if (this.parts.providers === undefined) throw new PlatformError('execution_provider_unavailable');
    return this.parts.providers;
  }

  async #claim(
    submitter: Submitter,
    request: ExecutionRequest,
    { wallets, venue }: { readonly wallets: TradingWallets; readonly venue: ExecutionVenue },
  ) {
    const { store, ids, clock, reconciliationMs } = this.parts;
    const { accountId } = submitter;
    const { action, idempotencyKey } = request;
    const executionId = ids.next('exe');
    const asked = { accountId, venue: request.venue, address: request.accountAddress, executionId };
    const accountAddress = await wallets.resolve(asked);
    const use = await mandatedUse(submitter, { action, venue, accountAddress, now: clock.now() });
    const nowMs = clock.nowMs();
    return store.claim(
      {
        _id: executionId,
        accountId,
        idempotencyKey,
        venue: request.venue,
        accountAddress,
        actionType: action.type,
        intent: {
          requestHash: request.hash,
          actionJson: action.identified(executionId),
          expiresAfterMs: nowMs + VALIDITY_MS,
          reconcileUntil: new Date(nowMs + reconciliationMs + (venue.laterMs ?? 0)),
        },
        ...(use && { mandateUse: use.use }),
      },
      use?.maximum,
    );
  }

  async #perform(claimed: HeldExecution, venue: ExecutionVenue, userToken: string): Promise<ExecutionRecord> {
    const signed = await this.#sign(claimed, venue, userToken);
    const { record, answer } = await sendOnce(this.parts, claimed, signed, venue);
    if (answer.kind === 'unsent') throw new PlatformError('execution_provider_unavailable');
    if (answer.kind === 'unknown' || answer.kind === 'taken') this.parts.onUnknown();
    return record;
  }

  /** Signs the action. A failure to sign frees the key: nothing has happened. */
  async #sign(claimed: HeldExecution, venue: ExecutionVenue, userToken: string): Promise<SignedAction> {
    try {
      return await venue.sign({ ...identifiedAction(claimed.record), userToken });
    } catch (error) {
      await this.parts.store.move(claimed, { event: 'released' });
      throw error;
    }
  }
}
