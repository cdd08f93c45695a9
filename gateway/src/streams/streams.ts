// Why: docs/decisions/edge/streams.md
import { isSequence } from '@platform/changes/buffer';
import { PlatformError } from '@platform/errors';
import { startPeriodic } from '@platform/flows/periodic';
import type { UserCaller } from '@platform/keys/tokens';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { GraphQLSchema } from 'graphql';
import type { IncomingRequest, RequestAdmission } from '../authentication/admission.js';
import type { Executor } from '../executor.js';
import { toGraphqlError } from '../graphql/errors.js';
import { AccountLimits, type StreamLimits } from './account-limits.js';
import { completeMessage, EventStream, nextMessage } from './event-stream.js';
import { eventsOf } from './events.js';
import type { Follower } from './follower.js';
import type { StreamContext } from './stream-schema.js';
import { type Asked, answersOf, readSubscription } from './subscription.js';

/** How often the credential of an open stream is checked: a revoked one ends its streams. */
const CREDENTIAL_CHECK_MS = 30_000;
/** How long a reserved stream waits for the connection that reads it. */
const RESERVED_MS_MAX = 60_000;

/** The parts of the streams. */
export interface StreamsOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Pick<Executor, 'execute'>;
  readonly admission: Pick<RequestAdmission, 'admit'>;
  /** By the name of their service. */
  readonly followers: ReadonlyMap<string, Follower>;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
}

/** A stream of one account, with the operations that write to it. */
export interface OpenStream {
  readonly events: EventStream;
  readonly accountId: string;
  /** By their ids: what ends each. */
  readonly operations: Map<string, AbortController>;
}

/** A stream that operations were or will be sent to by its token. */
interface Reserved extends OpenStream {
  isRead: boolean;
}

/** The streams of all callers of this process. */
export class Streams {
  readonly #limits: AccountLimits;
  readonly #open = new Set<OpenStream>();
  readonly #reserved = new Map<string, Reserved>();

  constructor(private readonly options: StreamsOptions) {
    this.#limits = new AccountLimits(options.limits);
  }

  /** Returns the owner of a credential, counting the request. Throws `unauthorized` and `rate_limited`. */
  async admit(incoming: IncomingRequest): Promise<UserCaller> {
    const { caller } = await this.options.admission.admit(incoming);
    if (caller.kind !== 'user') throw new PlatformError('unauthorized');
    return caller;
  }

  /** Opens a stream for a caller. Throws `quota_exceeded`. */
  open(incoming: IncomingRequest, { accountId }: Pick<UserCaller, 'accountId'>): OpenStream {
    const release = this.#limits.take('connections', accountId);
    const opened: OpenStream = { events: new EventStream(), accountId, operations: new Map() };
    this.#open.add(opened);
    const checks = startPeriodic(
      {
        name: 'credential of a stream',
        intervalMs: CREDENTIAL_CHECK_MS,
        startsLater: true,
        run: () => this.#checkCredential(opened, incoming),
      },
      this.options.clock,
      this.options.logger,
    );
    opened.events.ended.addEventListener('abort', () => {
      release();
      this.#open.delete(opened);
      for (const operation of opened.operations.values()) operation.abort();
      void checks.close();
    });
    return opened;
  }

  /** Opens a stream that is read later; returns the token that names it. */
  reserve(incoming: IncomingRequest, caller: Pick<UserCaller, 'accountId'>): string {
    const token = this.options.ids.next('str');
    const reserved: Reserved = { ...this.open(incoming, caller), isRead: false };
    this.#reserved.set(token, reserved);
    const { ended } = reserved.events;
    ended.addEventListener('abort', () => this.#reserved.delete(token));
    this.options.clock.sleep(RESERVED_MS_MAX, ended).then(
      () => {
        if (!reserved.isRead) reserved.events.end();
      },
      () => undefined,
    );
    return token;
  }

  /** Returns a caller's reserved stream. Throws `not_found`, also for another account's. */
  reserved(token: string, { accountId }: Pick<UserCaller, 'accountId'>): Reserved {
    const found = this.#reserved.get(token);
    if (found === undefined || found.accountId !== accountId) throw new PlatformError('not_found');
    return found;
  }

  /** Returns a caller's reserved stream for the one connection that reads it. */
  read(token: string, caller: Pick<UserCaller, 'accountId'>): OpenStream {
    const found = this.reserved(token, caller);
    if (found.isRead)
      throw new PlatformError('invalid_request', { message: 'Another connection reads this stream already.' });
    found.isRead = true;
    return found;
  }

  /**
   * Runs a subscription in a stream. `operationId`: its name there; undefined where it is the stream's only one, which then ends with it.
   * Throws `invalid_request` and `quota_exceeded`.
   */
  subscribe(stream: OpenStream, incoming: IncomingRequest, asked: Asked, operationId: string | undefined): void {
    const { schema } = this.options;
    const document = readSubscription(schema, asked);
    if (stream.operations.has(operationId ?? ''))
      throw new PlatformError('invalid_request', { message: 'The stream has an operation of this id.' });
    const release = this.#limits.take('subscriptions', stream.accountId);
    const ending = new AbortController();
    stream.operations.set(operationId ?? '', ending);
    const context = this.#contextOf(stream, incoming, asked, ending.signal);
    void this.#send(answersOf(schema, document, asked, context), { stream, operationId, ending, incoming }).finally(
      () => {
        release();
        stream.operations.delete(operationId ?? '');
        if (operationId === undefined) stream.events.end();
      },
    );
  }

  /** Ends all of them: the process stops, and their clients come back. */
  end(): void {
    for (const { events } of this.#open) events.end();
  }

  async #send(
    answers: AsyncGenerator<unknown>,
    {
      stream: { events },
      operationId,
      ending,
      incoming,
    }: {
      readonly stream: OpenStream;
      readonly operationId: string | undefined;
      readonly ending: AbortController;
      readonly incoming: IncomingRequest;
    },
  ): Promise<void> {
    try {
      for await (const answer of answers) {
        ending.signal.throwIfAborted();
        await events.send(nextMessage(answer, operationId));
      }
      await events.send(completeMessage(operationId));
    } catch (error) {
      if (ending.signal.aborted || events.ended.aborted) return;
      await this.#sendFailure(error, { events, operationId, incoming }).catch(() => undefined);
    }
  }

  async #sendFailure(
    error: unknown,
    {
      events,
      operationId,
      incoming,
    }: { readonly events: EventStream; readonly operationId: string | undefined; readonly incoming: IncomingRequest },
  ): Promise<void> {
    const known = error instanceof PlatformError && error.code !== 'internal' ? error : undefined;
    if (known === undefined) this.options.logger.error({ err: error, requestId: incoming.id }, 'a subscription failed');
    const shown = known ?? new PlatformError('internal', { details: { request_id: incoming.id } });
    await events.send(nextMessage({ errors: [toGraphqlError(shown, incoming.id)] }, operationId));
    await events.send(completeMessage(operationId));
  }

  #contextOf(
    { accountId }: OpenStream,
    incoming: IncomingRequest,
    { variables }: Asked,
    signal: AbortSignal,
  ): Omit<StreamContext, 'problems'> & { readonly requestId: string } {
    const { executor, followers, clock } = this.options;
    return {
      requestId: incoming.id,
      variables,
      ask: (question) => executor.execute(incoming, question, () => undefined, 'caller'),
      follow: (service, entity, { id, after }) => {
        const follower = followers.get(service);
        if (follower === undefined) throw new Error(`nobody follows ${service}`);
        if (after !== undefined && after !== null && !isSequence(after))
          throw new PlatformError('invalid_cursor', { message: '`after` is the sequence of an event.' });
        return eventsOf(follower, { accountId, entity, id, after: after ?? undefined }, { clock, signal });
      },
    };
  }

  /** Anything but a refusal leaves the stream open: the credential may still be good. */
  async #checkCredential({ events }: OpenStream, incoming: IncomingRequest): Promise<void> {
    try {
      await this.admit(incoming);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'unauthorized') return;
      events.end();
    }
  }
}
