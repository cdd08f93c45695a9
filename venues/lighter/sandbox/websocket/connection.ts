import type { WebSocket } from 'ws';
import { z } from 'zod';
import { candleInstants, type Fault, type Faults, withOddRows } from '../../../simulation/index.js';
import type { Venue } from '../answers.js';
import { VENUE_NAME } from '../faults.js';
import type { RequestLimits } from '../limits.js';
import { losslessJson } from '../requests.js';
import { accountChannelOf, isOfAccount } from './account-feeds.js';
import type { Behaviour } from './behaviour.js';
import { type Channel, channelOf } from './channels.js';
import type { Feed } from './feeds.js';
import { type CallerAddress, UNANSWERED_MAX } from './limits.js';
import * as refusals from './refusals.js';
import {
  answerTransactions,
  TRANSACTION_FAULTS,
  type TransactionEndpoints,
  transactionMessage,
} from './transactions.js';

/** The venue closes a connection over which its client says nothing for this long. */
const SILENCE_MS_MAX = 120_000;
/** "Every connection is automatically dropped after 24 hours." */
const LIFETIME_MS = 86_400_000;
/** A client that does not read is disconnected, to limit the buffered bytes. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;

const changeSchema = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  channel: z.string(),
  auth: z.string().optional(),
});
const messageSchema = z.union([z.object({ type: z.enum(['ping', 'pong']) }), changeSchema]);

interface Subscribed {
  readonly channel: Channel;
  readonly feed: Feed;
}

/** What a connection is part of. */
export interface ConnectionParts {
  readonly venue: Venue;
  readonly faults: Faults | undefined;
  readonly behaviour: Behaviour;
  readonly limits: RequestLimits;
  readonly transactions: TransactionEndpoints | undefined;
  /** Aborted as the venue closes. */
  readonly closing: AbortSignal;
  /** The address of the client. */
  readonly ip: string;
  readonly sessionId: string;
}

/** One WebSocket client with its subscriptions. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #address: CallerAddress;
  readonly #parts: ConnectionParts;
  readonly #subscribed = new Map<string, Subscribed>();
  /** Subscriptions that are answered with the next tick. */
  #unanswered: readonly Channel[] = [];
  readonly #openedAtMs: number;
  #heardAtMs: number;
  #hasLost = false;

  constructor(socket: WebSocket, address: CallerAddress, parts: ConnectionParts) {
    this.#socket = socket;
    this.#address = address;
    this.#parts = parts;
    this.#openedAtMs = this.#nowMs;
    this.#heardAtMs = this.#nowMs;
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('ping', () => this.#hear());
    this.#send({ session_id: parts.sessionId, type: 'connected' });
  }

  /** How many channels it is subscribed to, or soon will be. */
  get subscriptions(): number {
    return this.#subscribed.size + this.#unanswered.length;
  }

  /** Sends what is due, and closes a connection that nobody uses or reads, or that is too old. */
  tick(): void {
    const answered = this.#unanswered;
    this.#unanswered = [];
    for (const channel of answered) this.#begin(channel);
    const nowMs = this.#nowMs;
    for (const { channel, feed } of this.#subscribed.values())
      for (const fields of feed.next(nowMs)) if (!this.#loses(channel)) this.#tell('update', channel, fields);
    const { closesAfterMs = LIFETIME_MS } = this.#parts.behaviour;
    const isOld = nowMs - this.#openedAtMs >= closesAfterMs;
    if (this.#socket.bufferedAmount > UNREAD_BYTES_MAX) this.#socket.terminate();
    else if (isOld || nowMs - this.#heardAtMs > SILENCE_MS_MAX) this.#socket.close(1000);
  }

  get #nowMs(): number {
    return this.#parts.venue.clock.nowMs();
  }

  #hear(): void {
    this.#heardAtMs = this.#nowMs;
  }

  #receive(text: string): void {
    this.#hear();
    const json = parsedJson(text);
    const { data: sent } = transactionMessage.safeParse(json);
    if (sent !== undefined) {
      // The venue may have been closed meanwhile.
      this.#sendTransactions(sent).catch(() => this.#socket.terminate());
      return;
    }
    if (!this.#address.takeMessage()) {
      this.#send(refusals.TOO_MANY_MESSAGES);
      return;
    }
    const { data: message } = messageSchema.safeParse(json);
    if (json === undefined) this.#send(refusals.INVALID_JSON);
    else if (message === undefined) this.#send(refusals.INVALID_TYPE);
    else if ('channel' in message) this.#change(message);
    else if (message.type === 'ping') this.#send({ type: 'pong' });
  }

  /** Sends transactions, or applies their fault. They are not counted as messages. */
  async #sendTransactions(message: z.output<typeof transactionMessage>): Promise<void> {
    const { transactions, limits, faults, ip, closing, venue } = this.#parts;
    if (transactions === undefined) return this.#send(refusals.INVALID_TYPE);
    if (!limits.spendTransaction(ip)) return this.#send(refusals.TOO_MANY_REQUESTS);
    const fault = faults?.take(VENUE_NAME, true);
    if (fault?.when === 'before_accept') this.#spoil(fault, {}, TRANSACTION_FAULTS);
    if (fault?.kind === 'err_late') await venue.clock.sleep(fault.delayMs ?? 0, closing);
    else if (fault?.when === 'before_accept') return;
    const answer = await answerTransactions(message, transactions);
    if (fault === undefined) this.#send(answer);
    else if (fault.when === 'after_accept') this.#spoil(fault, answer, TRANSACTION_FAULTS);
  }

  #change({ type, channel: text, auth }: z.output<typeof changeSchema>): void {
    const { venue } = this.#parts;
    if (type === 'unsubscribe' && isOfAccount(text)) {
      this.#unsubscribe({ name: text.replaceAll('/', ':') });
      return;
    }
    const channel = accountChannelOf(text, auth, venue) ?? channelOf(text, venue.markets);
    if ('refusal' in channel) this.#send(channel.refusal);
    else if (type === 'subscribe') this.#subscribe(channel);
    else this.#unsubscribe(channel);
  }

  #subscribe(channel: Channel): void {
    const isUnanswered = this.#unanswered.some(({ name }) => name === channel.name);
    if (isUnanswered || this.#subscribed.has(channel.name)) this.#send(refusals.alreadySubscribed(channel.name));
    else if (!this.#address.maySubscribe(this)) this.#send(refusals.TOO_MANY_SUBSCRIPTIONS);
    else if (!this.#parts.behaviour.answersLate) this.#begin(channel);
    else if (this.#unanswered.length >= UNANSWERED_MAX) this.#send(refusals.TOO_MANY_UNANSWERED);
    else this.#unanswered = [...this.#unanswered, channel];
  }

  #unsubscribe({ name }: Pick<Channel, 'name'>): void {
    const others = this.#unanswered.filter((each) => each.name !== name);
    const isUnanswered = others.length < this.#unanswered.length;
    this.#unanswered = others;
    if (this.#subscribed.delete(name) || isUnanswered) this.#send({ type: 'unsubscribed', channel: name });
    else this.#send(refusals.notSubscribed(name));
  }

  /** Answers a subscription with what there is, or applies its fault. */
  #begin(channel: Channel): void {
    const fault = this.#parts.faults?.take(VENUE_NAME, false);
    if (fault?.when === 'before_accept') {
      this.#spoil(fault, {});
      return;
    }
    const feed = this.#open(channel);
    const fields = feed.begin(this.#nowMs);
    this.#subscribed.set(channel.name, { channel, feed });
    if (fault === undefined) this.#tell('subscribed', channel, fields);
    else this.#spoil(fault, fields);
  }

  #open(channel: Channel): Feed {
    const feed = channel.open();
    if (channel.kind !== 'candle') return feed;
    const instantOf = candleInstants(this.#parts.faults, VENUE_NAME);
    return { begin: (nowMs) => feed.begin(instantOf(nowMs)), next: (nowMs) => feed.next(instantOf(nowMs)) };
  }

  #spoil({ kind }: Fault, fields: object, answers = refusals.FAULT_REFUSALS): void {
    const refusal = answers[kind];
    if (refusal !== undefined) this.#send(refusal);
    else if (kind === 'disconnect' || kind === 'down') this.#socket.terminate();
    else if (kind === 'malformed') this.#socket.send(JSON.stringify(fields).slice(0, -1));
  }

  /** Returns whether this message is the one that the connection loses. */
  #loses({ kind }: Channel): boolean {
    const { losesBatchAfterMs } = this.#parts.behaviour;
    if (this.#hasLost || kind !== 'order_book' || losesBatchAfterMs === undefined) return false;
    this.#hasLost = this.#nowMs - this.#openedAtMs >= losesBatchAfterMs;
    return this.#hasLost;
  }

  #tell(type: 'subscribed' | 'update', { name, kind }: Channel, fields: object): void {
    this.#send({ channel: name, ...fields, type: `${type}/${kind}` });
  }

  #send(message: object): void {
    this.#socket.send(withOddRows(JSON.stringify(message), this.#parts.faults?.oddRows(VENUE_NAME) ?? []));
  }
}

function parsedJson(text: string): unknown {
  try {
    return losslessJson(text);
  } catch {
    return undefined;
  }
}
