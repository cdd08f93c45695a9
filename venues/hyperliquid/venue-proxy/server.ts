import { rm } from 'node:fs/promises';
import { httpCloseable } from '@platform/lifecycle';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Address } from 'viem';
import type { BotAssignment, BotLimits, ProxyOptions, RunningProxy } from '../../live-bots/index.js';
import { AgentLifecycle } from './agent.js';
import { type Answer, FORBIDDEN_READ, MALFORMED, TOO_MANY } from './answer.js';
import { Budget } from './budget.js';
import { OrderJournal } from './journal/index.js';
import { OrderGateways } from './order-gateways.js';
import type { PlatformBuilder } from './policy/policy.js';
import { mayRead, readSchema } from './reads.js';
import { Reconciler, ReconciliationRounds } from './reconciliation/index.js';
import { AgentRenewal } from './renewal/renewal.js';
import { VenueConnection } from './venue/index.js';
import { WebSocketProxy } from './websocket.js';

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const READS_PER_MINUTE_MAX = 600;
const CHANGES_PER_MINUTE_MAX = 300;

/** The options of this venue's proxy. */
export interface HyperliquidProxyOptions extends ProxyOptions {
  /** The venue's base address. */
  readonly venueUrl: string;
  /** The request weight that all live bots of the address have together. */
  readonly venueWeightPerMinute: number;
  /** The venue's WebSocket. */
  readonly venueWebSocketUrl: string;
  /** The platform's builder; undefined: its orders pay no fee. */
  readonly builder: PlatformBuilder | undefined;
}

/** Starts a proxy: the venue's own API towards the bots of one account. */
export async function startProxy(options: HyperliquidProxyOptions): Promise<RunningProxy> {
  const { listen, venueUrl, venueWebSocketUrl, builder, assignment, authority, clock, logger } = options;
  if (assignment.bots.length === 0) throw new Error('there is no bot to serve');
  const journal = await OrderJournal.open({ file: options.journalFile, clock, random: options.random, logger });
  const venue = new VenueConnection(venueUrl, partOf(options, assignment), clock);
  const lifecycle = new AgentLifecycle(authority, clock);
  const trading = await lifecycle.issue(assignment, builder);
  const { account } = trading;
  const renewal = new AgentRenewal(trading, assignment, { lifecycle, venue, builder, clock, logger });
  const gateways = new OrderGateways({ account, agent: renewal.power, venue, builder, journal, clock, logger });
  const agentIssuedAtMs = () => renewal.issuedAtMs;
  const reconciler = new Reconciler({ account, journal, venue, agentIssuedAtMs, clock, logger });
  const serve = async (bots: readonly BotLimits[]) => {
    await journal.serve(bots);
    await gateways.serve(bots);
    return reconciler.serve(bots);
  };
  await serve(assignment.bots);
  const rounds = new ReconciliationRounds(reconciler, clock);
  const app = createApp({ gateways, reconciler, venue, account }, options);
  const reconnected = () => rounds.soon();
  const webSocket = new WebSocketProxy(app.server, { url: venueWebSocketUrl, account, reconnected, clock, logger });
  const url = await app.listen(await placeOf(listen));
  return {
    url,
    follow: async (next) => {
      venue.limitTo(partOf(options, next));
      if (await serve(next.bots)) rounds.soon();
      // Without an agent the process ends: the next one has another.
      if (next.bots.length > 0) return (await renewal.follow(next)) ? 'again' : 'done';
      await lifecycle.end(next);
      return 'done';
    },
    compare: () => rounds.round(),
    parts: [webSocket, httpCloseable(app), venue, journal],
  };
}

/** This proxy's part of the weight of all live bots; enough for one request a minute in any case. */
function partOf({ venueWeightPerMinute }: HyperliquidProxyOptions, { sharedBy = 1 }: BotAssignment): number {
  return Math.max(1, Math.floor(venueWeightPerMinute / sharedBy));
}

/** Where to listen; a socket that an earlier process left is removed. */
async function placeOf(listen: string): Promise<{ path: string } | { host: string; port: number }> {
  if (listen.startsWith('/')) {
    await rm(listen, { force: true });
    return { path: listen };
  }
  const [host = '', port = ''] = listen.split(':');
  return { host, port: Number(port) };
}

interface AppParts {
  readonly gateways: OrderGateways;
  readonly reconciler: Reconciler;
  readonly venue: VenueConnection;
  readonly account: Address;
}

function createApp(
  { gateways, reconciler, venue, account }: AppParts,
  { clock, logger }: HyperliquidProxyOptions,
): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS });
  const reads = new Budget(READS_PER_MINUTE_MAX, clock);
  const changes = new Budget(CHANGES_PER_MINUTE_MAX, clock);
  app.removeContentTypeParser('text/plain');
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/standing', async () => reconciler.standing());
  app.post('/info', async (request, reply) => {
    const read = readSchema.safeParse(request.body);
    if (!reads.take()) return send(reply, TOO_MANY);
    if (!read.success) return send(reply, MALFORMED);
    if (!mayRead(read.data, account)) return send(reply, FORBIDDEN_READ);
    // Serialised again, so that the message sent is the one that was judged: the venue could read a repeated field otherwise.
    return send(reply, await venue.read(read.data));
  });
  app.post('/exchange', async (request, reply) =>
    send(reply, changes.take() ? await gateways.answer(request.body) : TOO_MANY),
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
