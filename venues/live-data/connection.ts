import type { Clock, Random } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { WebSocket } from 'ws';
import { WeightBudget } from '../http/index.js';
import { keyOfStream } from './streams.js';
import type { AccountEvent, AccountStream, Conversation, LiveDataVenue, StreamEvent, WantedStream } from './venue.js';

const CONNECT_TIMEOUT_MS = 10_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/** How often the venue is asked whether it is still there, and how long it may say nothing at all. */
const PING_INTERVAL_MS = 10_000;
const SILENCE_MS_MAX = 25_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
const JITTER = 0.2;
/** A stream that has not begun for as long after it was asked for is asked for again: a venue may refuse for a moment, or forget. */
const BEGIN_MS_MAX = 10_000;
/** A connection that held for as long was a good one: the next failure is a first one again. */
const GOOD_MS = 60_000;

/** The receiver of a connection's events. */
export interface ConnectionListener {
  onEvent(event: Exclude<StreamEvent, { kind: 'refused' | 'gap' }>): void;
  /** Absent where no account is followed. */
  onAccountEvent?(event: AccountEvent): void;
  /** Nothing is told any more. Once it is connected again, each stream begins again: what came between is missed, since venues don't replay. */
  onDisconnected(): void;
}

/** Where a connection stands. */
export interface ConnectionStatus {
  readonly isConnected: boolean;
  /** Since when, UTC milliseconds. */
  readonly sinceMs: number;
  /** When the venue last said anything, UTC milliseconds; undefined: never. */
  readonly heardAtMs: number | undefined;
}

/** A stream that was asked for over a connection. */
interface Asked {
  readonly stream: WantedStream;
  /** When it was asked for, UTC milliseconds. */
  readonly atMs: number;
  /** Whether the venue was asked: it is not where there was no token to ask with. */
  readonly isSaid: boolean;
  hasBegun: boolean;
}

/** One connection, from its beginning to its end. */
interface OpenConnection {
  readonly socket: WebSocket;
  readonly conversation: Conversation;
  /** What was asked for, by the keys of streams. */
  readonly asked: Map<string, Asked>;
  /** Aborted at its end. */
  readonly ended: AbortSignal;
  /** Ends it; the reason says why. */
  readonly end: (reason: string) => void;
}

interface ConnectionOptions {
  readonly venue: LiveDataVenue;
  readonly listener: ConnectionListener;
  /** Returns a new token of an account, with which its stream is asked for, each time; absent where no account is followed. */
  readonly authorise?: (stream: AccountStream) => Promise<string>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The one connection of a process to a venue's WebSocket, kept while any stream is wanted, within what the venue allows an address. */
export class VenueConnection {
  readonly #options: ConnectionOptions;
  readonly #messages: WeightBudget;
  /** Among how many connections of one address, of other processes, what it may is divided. */
  #among = 1;
  readonly #wanted = new Map<string, WantedStream>();
  /** What was last left out of each wanted stream. */
  readonly #malformed = new Map<string, string>();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #changed = Promise.withResolvers<void>();
  #isConnected = false;
  #sinceMs: number;
  #heardAtMs: number | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#messages = new WeightBudget(options.venue.limits.messagesPerMinute, options.clock);
    this.#sinceMs = options.clock.nowMs();
    this.#running = this.#keep();
  }

  get status(): ConnectionStatus {
    return { isConnected: this.#isConnected, sinceMs: this.#sinceMs, heardAtMs: this.#heardAtMs };
  }

  /** Takes one of so many parts of what the venue allows; streams that are followed already stay. */
  divide(among: number): void {
    if (among === this.#among) return;
    this.#among = among;
    this.#messages.limitTo(this.#options.venue.limits.messagesPerMinute / among);
  }

  /** Adds a stream; returns false where the venue allows no more. */
  want(stream: WantedStream): boolean {
    const key = keyOfStream(stream);
    if (this.#wanted.has(key)) return true;
    if (!this.#hasRoom(stream)) return false;
    this.#wanted.set(key, stream);
    this.#change();
    return true;
  }

  unwant(stream: WantedStream): void {
    const key = keyOfStream(stream);
    this.#malformed.delete(key);
    if (this.#wanted.delete(key)) this.#change();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#change();
    await this.#running;
  }

  #hasRoom({ kind }: WantedStream): boolean {
    const { subscriptions: all, sharesSubscriptions = false, accounts = 0 } = this.#options.venue.limits;
    const subscriptions = sharesSubscriptions ? Math.floor(all / this.#among) : all;
    const followed = [...this.#wanted.values()].filter((each) => each.kind === 'account').length;
    return kind === 'account' ? followed < accounts : this.#wanted.size - followed < subscriptions;
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #keep(): Promise<void> {
    const { clock, logger } = this.#options;
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      if (this.#wanted.size === 0) {
        await this.#changed.promise;
        continue;
      }
      const beganAtMs = clock.nowMs();
      const reason = await this.#connectOnce();
      this.#setConnected(false);
      this.#options.listener.onDisconnected();
      if (signal.aborted) return;
      failures = clock.nowMs() - beganAtMs >= GOOD_MS ? 1 : failures + 1;
      if (failures === 1) logger.warn({ reason }, 'the connection to the venue broke');
      await clock.sleep(this.#pauseMs(failures), signal).catch(() => undefined);
    }
  }

  #pauseMs(failures: number): number {
    const exactMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (failures - 1));
    const fraction = this.#options.random.bytes(1).readUInt8() / 255;
    return exactMs * (1 - JITTER + 2 * JITTER * fraction);
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#sinceMs = this.#options.clock.nowMs();
  }

  /** One connection, from its beginning to its end; returns why it ended. */
  async #connectOnce(): Promise<string> {
    const { venue, clock } = this.#options;
    const ended = new AbortController();
    const end = (reason: string) => ended.abort(reason);
    const close = () => end('closed');
    this.#closing.signal.addEventListener('abort', close, { once: true });
    const socket = new WebSocket(venue.url, { maxPayload: MESSAGE_BYTES_MAX, handshakeTimeout: CONNECT_TIMEOUT_MS });
    const conversation = venue.converse(clock);
    const open: OpenConnection = { socket, conversation, asked: new Map(), ended: ended.signal, end };
    socket.on('open', () => {
      this.#heardAtMs = clock.nowMs();
      this.#setConnected(true);
      void this.#follow(open);
      void this.#watch(open);
    });
    socket.on('message', (data) => {
      this.#heardAtMs = clock.nowMs();
      this.#receive(open, String(data));
    });
    socket.on('error', (error) => end(error.message));
    socket.on('close', (code) => end(`the venue closed it (${code})`));
    if (!ended.signal.aborted)
      await new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.#closing.signal.removeEventListener('abort', close);
    socket.terminate();
    return String(ended.signal.reason);
  }

  #receive({ conversation, asked, end }: OpenConnection, message: string): void {
    try {
      for (const event of conversation.receive(message)) {
        const hasBegun = event.kind === 'begun' || event.kind === 'account_begun';
        const begun = hasBegun ? asked.get(keyOfStream(event.stream)) : undefined;
        if (begun !== undefined) begun.hasBegun = true;
        if (event.kind === 'gap') end(event.reason);
        else if (event.kind === 'refused') this.#options.logger.warn({ reason: event.reason }, 'the venue refused');
        else if (event.kind === 'malformed') this.#leftOut(event);
        else if (isOfAccount(event)) this.#tellOfAccount(event);
        else this.#options.listener.onEvent(event);
      }
    } catch (error) {
      end(`the venue sent what it does not document: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** A candle in progress is told every second: it is logged once. */
  #leftOut(event: Extract<StreamEvent, { kind: 'malformed' }>): void {
    this.#name(event);
    this.#options.listener.onEvent(event);
  }

  #tellOfAccount(event: AccountEvent): void {
    const { stream } = event;
    if (event.kind === 'account_changed')
      for (const reason of event.malformed) this.#name({ stream, atMs: undefined, reason });
    this.#options.listener.onAccountEvent?.(event);
  }

  #name({ stream, atMs, reason }: { stream: WantedStream; atMs: number | undefined; reason: string }): void {
    const key = keyOfStream(stream);
    if (this.#malformed.get(key) !== `${atMs} ${reason}`)
      this.#options.logger.warn({ stream, atMs, reason }, 'the venue sent something malformed, which is left out');
    if (this.#wanted.has(key)) this.#malformed.set(key, `${atMs} ${reason}`);
  }

  /** Asks for what is wanted and not asked for yet, and for no more of what isn't wanted, until the connection ends. */
  async #follow(open: OpenConnection): Promise<void> {
    const { asked, ended } = open;
    try {
      while (!ended.aborted) {
        const changed = this.#changed.promise;
        for (const [key, before] of asked) if (!this.#wanted.has(key)) await this.#giveUp(open, key, before);
        for (const [key, stream] of this.#wanted) await this.#ask(open, key, stream);
        await this.#lookAgain(changed, ended);
      }
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }

  async #ask(open: OpenConnection, key: string, stream: WantedStream): Promise<void> {
    const { clock } = this.#options;
    const before = open.asked.get(key);
    if (before !== undefined) {
      // What is told of a market is told as long as it is wanted.
      const renewAfterMs = stream.kind === 'account' ? open.conversation.accounts?.renewAfterMs : undefined;
      const limitMs = before.hasBegun ? renewAfterMs : BEGIN_MS_MAX;
      if (limitMs === undefined || clock.nowMs() - before.atMs < limitMs) return;
      // The venue may hold it nevertheless, and would not begin it a second time.
      await this.#giveUp(open, key, before);
    }
    const messages = await this.#messagesFor(open, stream);
    const isSaid = messages.length > 0;
    const isRenewed = before === undefined || (before.hasBegun && isSaid);
    if (stream.kind === 'account' && !isRenewed)
      this.#options.listener.onAccountEvent?.({ kind: 'account_ended', stream });
    for (const message of messages) await this.#say(open, message);
    open.asked.set(key, { stream, atMs: clock.nowMs(), isSaid, hasBegun: false });
  }

  /** Returns what asks for a stream; nothing where an account has no token now: it is asked for again some seconds later. */
  async #messagesFor({ conversation }: OpenConnection, stream: WantedStream): Promise<readonly string[]> {
    if (stream.kind !== 'account') return [conversation.subscribe(stream)];
    const { authorise, logger } = this.#options;
    try {
      const token = await authorise?.(stream);
      return token === undefined ? [] : (conversation.accounts?.subscribe(stream, token) ?? []);
    } catch (error) {
      logger.warn({ err: error, stream }, 'there is no token for the streams of an account');
      return [];
    }
  }

  async #giveUp(open: OpenConnection, key: string, { stream, isSaid }: Asked): Promise<void> {
    const { conversation } = open;
    open.asked.delete(key);
    if (!isSaid) return;
    const messages =
      stream.kind === 'account' ? conversation.accounts?.unsubscribe(stream) : [conversation.unsubscribe(stream)];
    for (const message of messages ?? []) await this.#say(open, message);
  }

  async #say({ socket, ended }: OpenConnection, message: string): Promise<void> {
    await this.#messages.take(1, 'read', ended);
    if (!ended.aborted) socket.send(message);
  }

  /** Waits until something else is wanted, or something asked for has had the time to begin. */
  async #lookAgain(changed: Promise<void>, ended: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const look = this.#options.clock.sleep(BEGIN_MS_MAX, AbortSignal.any([ended, waiting.signal]));
    await Promise.race([changed, look.catch(() => undefined)]);
    waiting.abort();
  }

  /** Ends a connection over which nothing comes: a broken one may look open for hours. */
  async #watch({ socket, conversation, ended, end }: OpenConnection): Promise<void> {
    const { clock } = this.#options;
    while (!ended.aborted) {
      await clock.sleep(PING_INTERVAL_MS, ended).catch(() => undefined);
      if (ended.aborted) return;
      if (clock.nowMs() - (this.#heardAtMs ?? 0) > SILENCE_MS_MAX) end('the venue says nothing');
      else socket.send(conversation.ping);
    }
  }
}

function isOfAccount(event: { readonly kind: string }): event is AccountEvent {
  return event.kind.startsWith('account_');
}
