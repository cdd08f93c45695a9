import type { Clock } from '@platform/kit/clock';
import { type Closeable, httpCloseable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Address } from 'viem';
import { type Answer, FORBIDDEN_READ, MALFORMED, TOO_MANY } from './answer.js';
import type { Appointments } from './appointment.js';
import { Budget } from './budget.js';
import { TradingDesks } from './desks.js';
import type { Orders } from './mandate.js';
import { mayRead, readSchema } from './reads.js';
import { Venue } from './venue.js';
import { WebSocketPass } from './websocket.js';

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const READS_PER_MINUTE_MAX = 600;
const CHANGES_PER_MINUTE_MAX = 300;

/** What a proxy is started with. */
export interface VenueProxyOptions {
  /** `host:port`; port 0 picks a free one. */
  readonly listen: string;
  /** The venue's base address. */
  readonly venueUrl: string;
  /** The bots' part of the request weight that the venue allows the address. */
  readonly venueWeightPerMinute: number;
  /** The venue's WebSocket. */
  readonly venueWebSocketUrl: string;
  /** What it is to do at first. */
  readonly orders: Orders;
  /** Gives what issues and ends the agent, once the venue can be asked. */
  readonly appointments: (venue: Venue) => Pick<Appointments, 'appoint' | 'dismiss'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A running proxy. */
export interface RunningVenueProxy {
  readonly url: string;
  /** Carries out new orders; with no bots in them the agent is ended, and the proxy is done. */
  follow(orders: Orders): Promise<'again' | 'done'>;
  /** What to close, in order. */
  readonly parts: readonly Closeable[];
}

/** Starts a proxy: Hyperliquid's own API towards the bots of one account. */
export async function startVenueProxy(options: VenueProxyOptions): Promise<RunningVenueProxy> {
  const { listen, venueUrl, venueWeightPerMinute, venueWebSocketUrl, orders, clock, logger } = options;
  if (orders.bots.length === 0) throw new Error('there is no bot to serve');
  const venue = new Venue(venueUrl, venueWeightPerMinute, clock);
  const appointments = options.appointments(venue);
  const appointment = await appointments.appoint(orders);
  const { account } = appointment;
  const desks = new TradingDesks({ ...appointment, venue, clock, logger });
  await desks.serve(orders.bots);
  const app = createApp(desks, venue, account, options);
  const webSocket = new WebSocketPass(app.server, { url: venueWebSocketUrl, account, clock, logger });
  const [host = '', port = ''] = listen.split(':');
  const url = await app.listen({ host, port: Number(port) });
  return {
    url,
    follow: async (next) => {
      await desks.serve(next.bots);
      if (next.bots.length > 0) return 'again';
      await appointments.dismiss(next, appointment);
      return 'done';
    },
    parts: [webSocket, httpCloseable(app), venue],
  };
}

function createApp(
  desks: TradingDesks,
  venue: Venue,
  account: Address,
  { clock, logger }: VenueProxyOptions,
): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS });
  const reads = new Budget(READS_PER_MINUTE_MAX, clock);
  const changes = new Budget(CHANGES_PER_MINUTE_MAX, clock);
  app.removeContentTypeParser('text/plain');
  app.get('/health', async () => ({ status: 'ok' }));
  app.post('/info', async (request, reply) => {
    const read = readSchema.safeParse(request.body);
    if (!reads.take()) return send(reply, TOO_MANY);
    if (!read.success) return send(reply, MALFORMED);
    if (!mayRead(read.data, account)) return send(reply, FORBIDDEN_READ);
    // Written anew, so that what is sent is what was judged: a repeated field could be read otherwise there.
    return send(reply, await venue.read(JSON.stringify(read.data)));
  });
  app.post('/exchange', async (request, reply) =>
    send(reply, changes.take() ? await desks.answer(request.body) : TOO_MANY),
  );
  app.setErrorHandler((error, _request, reply) => {
    const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (statusCode >= 400 && statusCode < 500)
      return send(reply, { ...MALFORMED, status: statusCode === 400 ? MALFORMED.status : statusCode });
    logger.error({ err: error }, 'failed to answer');
    return send(reply, { status: 500, contentType: 'application/json', body: 'null' });
  });
  return app;
}

function send(reply: FastifyReply, { status, contentType, body }: Answer): FastifyReply {
  return reply.code(status).type(contentType).send(body);
}
