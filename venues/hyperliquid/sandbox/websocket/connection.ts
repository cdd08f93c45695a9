import type { Logger } from '@platform/observability/logging';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { candleInstants, type Fault, type Faults, withOddRows } from '../../../simulation/index.js';
import { REJECTED, UNSAID, VENUE_NAME } from '../faults.js';
import type { Venue } from '../venue.js';
import { subscriptionSchema } from './channels.js';
import type { Feed } from './feeds.js';
import { type CallerAddress, MESSAGES_PER_MINUTE_MAX } from './limits.js';
import { answerPost, type PostResponse, postMessage } from './posts.js';
import type { Subscription } from './subscription.js';

/** The venue closes a connection to which it sent nothing for this long. */
const SILENCE_MAX_MS = 60_000;
/** A client that does not read is disconnected, to limit the buffered bytes. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;

const messageSchema = z.union([
  z.object({ method: z.literal('ping') }),
  z.object({ method: z.enum(['subscribe', 'unsubscribe']), subscription: z.unknown() }),
  postMessage,
]);

/** One WebSocket client with its subscriptions. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #venue: Venue;
  readonly #faults: Faults | undefined;
  readonly #logger: Logger;
  readonly #address: CallerAddress;
  readonly #feeds = new Map<string, { channel: string; feed: Feed; user: string | undefined }>();
  #lastSentMs: number;

  constructor(
    socket: WebSocket,
    address: CallerAddress,
    { venue, logger, faults }: { venue: Venue; logger: Logger; faults: Faults | undefined },
  ) {
    this.#socket = socket;
    this.#address = address;
    this.#venue = venue;
    this.#faults = faults;
    this.#logger = logger;
    this.#lastSentMs = venue.clock.nowMs();
    socket.on('message', (data) => this.#receive(String(data)));
  }

  /** Returns the users of its subscriptions, one per subscription; undefined for those of markets. */
  users(): (string | undefined)[] {
    return [...this.#feeds.values()].map(({ user }) => user);
  }

  /** Sends due messages. */
  tick(): void {
    const nowMs = this.#venue.clock.nowMs();
    if (this.#socket.bufferedAmount > UNREAD_BYTES_MAX) this.#socket.terminate();
    else for (const { channel, feed } of this.#feeds.values()) this.#tell(channel, feed, nowMs);
    if (nowMs - this.#lastSentMs > SILENCE_MAX_MS) this.#socket.close(1000, 'Inactive');
  }

  /** Sends the messages of its subscribed users. */
  tellUsers(): void {
    const nowMs = this.#venue.clock.nowMs();
    for (const { channel, feed, user } of this.#feeds.values())
      if (user !== undefined) this.#tell(channel, feed, nowMs);
  }

  #receive(text: string): void {
    if (!this.#address.takeMessage(this.#venue.clock.nowMs())) {
      this.#fail(`Cannot send more than ${MESSAGES_PER_MINUTE_MAX} messages per minute.`);
      return;
    }
    const message = messageSchema.safeParse(parsedJson(text));
    if (!message.success) this.#fail(`Error parsing JSON into valid websocket request: ${text}`);
    else if (message.data.method === 'ping') this.#send({ channel: 'pong' });
    else if (message.data.method === 'post') this.#answerOrReport(message.data);
    else this.#change(message.data.method, message.data.subscription, text);
  }

  #change(method: 'subscribe' | 'unsubscribe', requested: unknown, text: string): void {
    const parsed = subscriptionSchema.safeParse(requested);
    if (!parsed.success) this.#fail(`Error parsing JSON into valid websocket request: ${text}`);
    else if (method === 'subscribe') this.#subscribe(parsed.data);
    else this.#unsubscribe(parsed.data);
  }

  #subscribe(subscription: Subscription): void {
    const id = JSON.stringify(subscription.echo);
    const user = subscription.ofUser ? String(subscription.echo['user']) : undefined;
    const refusal = this.#feeds.has(id) ? `Already subscribed: ${id}` : this.#address.refusalOf(user);
    const feed = refusal === undefined ? this.#open(subscription) : undefined;
    if (feed === undefined) {
      this.#fail(refusal ?? `Invalid subscription ${id}`);
      return;
    }
    this.#feeds.set(id, { channel: subscription.channel, feed, user });
    this.#confirm('subscribe', subscription);
    const replays = this.#faults?.replays(VENUE_NAME) ?? true;
    for (const data of feed(this.#venue.clock.nowMs()))
      if (replays || !isSnapshot(data)) this.#send({ channel: subscription.channel, data });
  }

  #open(subscription: Subscription): Feed | undefined {
    const feed = subscription.open(this.#venue);
    if (feed === undefined || subscription.channel !== 'candle') return feed;
    const instantOf = candleInstants(this.#faults, VENUE_NAME);
    return (nowMs) => feed(instantOf(nowMs));
  }

  #unsubscribe(subscription: Subscription): void {
    const id = JSON.stringify(subscription.echo);
    if (this.#feeds.delete(id)) this.#confirm('unsubscribe', subscription);
    else this.#fail(`Already unsubscribed: ${id}`);
  }

  #confirm(method: 'subscribe' | 'unsubscribe', subscription: Subscription): void {
    this.#send({ channel: 'subscriptionResponse', data: { method, subscription: subscription.echo } });
  }

  #answerOrReport(message: z.output<typeof postMessage>): void {
    this.#answer(message).catch((error) => {
      this.#logger.error({ err: error }, 'the sandbox venue failed to answer');
      this.#socket.terminate();
    });
  }

  /** Answers a request, or applies its fault. */
  async #answer({ id, request }: z.output<typeof postMessage>): Promise<void> {
    const fault = this.#faults?.take(VENUE_NAME, request.type === 'action');
    if (fault?.when === 'before_accept') return this.#spoil(fault, id);
    const response = await answerPost(request, this.#venue);
    if (fault === undefined) this.#send({ channel: 'post', data: { id, response } });
    else this.#spoil(fault, id);
  }

  #spoil({ kind }: Fault, id: number): void {
    const respond = (response: PostResponse) => this.#send({ channel: 'post', data: { id, response } });
    if (kind === 'disconnect' || kind === 'down' || kind === 'server_error') this.#socket.terminate();
    else if (kind === 'rate_limit') respond({ type: 'error', payload: '429: null' });
    else if (kind === 'reject') respond({ type: 'action', payload: REJECTED });
    else if (kind === 'err_timeout' || kind === 'err_rate_limit' || kind === 'err_internal')
      respond({ type: 'action', payload: UNSAID[kind] });
    else if (kind === 'malformed') this.#socket.send('{"channel":"post","data":{"id"');
  }

  #tell(channel: string, feed: Feed, nowMs: number): void {
    for (const data of feed(nowMs)) this.#send({ channel, data });
  }

  #fail(text: string): void {
    this.#send({ channel: 'error', data: text });
  }

  #send(message: object): void {
    this.#lastSentMs = this.#venue.clock.nowMs();
    this.#socket.send(withOddRows(JSON.stringify(message), this.#faults?.oddRows(VENUE_NAME) ?? []));
  }
}

function isSnapshot(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isSnapshot' in data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
