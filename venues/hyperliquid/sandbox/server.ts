// Why: docs/decisions/sandbox/chains-and-venues.md
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Allowances, type Fault, type Faults, meetFaults, Ticker } from '../../simulation/index.js';
import { Bridge } from './bridge/bridge.js';
import { type ArbitrumOptions, openBridgeChain } from './bridge/chain.js';
import type { Network } from './exchange/signing.js';
import { FAULT_ANSWERS, VENUE_NAME } from './faults.js';
import { recordedUntilMs } from './info/history.js';
import { answerInfo } from './info/table.js';
import { meetAllowances } from './limits/http.js';
import { itemsWeight, PUBLISHED_WEIGHT_PER_MINUTE } from './limits/weights.js';
import { Refusal } from './refusal.js';
import { openJournal } from './store/journal.js';
import { strike } from './troubles/blows.js';
import { openVenue, type Venue } from './venue.js';
import { type ConnectionLimits, FORMER_CONNECTION_LIMITS } from './websocket/limits.js';
import { WebSocketFeed } from './websocket/server.js';

/**
 * The sandbox's Hyperliquid: the venue's documented API (`POST /info`, `POST /exchange`, WebSocket `/ws`) and its bridge, so clients of the
 * real one only change the base address. Markets are simulated from a seed or, with recordings, replayed (see `info/history.ts` for what is
 * served then). Requests have the published weights, and an address that exceeds its weight per minute is refused (`limits/`).
 */

const SANDBOX_NOTICE = 'simulated market data';
const HEADERS = { 'x-sandbox': SANDBOX_NOTICE, 'access-control-allow-origin': '*' };
/** The time, in milliseconds since the epoch, exclusive, up to which the rows of an answer were recorded at the real venue. */
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';
const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const PAYOUT_DELAY_MS = 3_000;
const PAGE = `This is a sandbox, not Hyperliquid: ${SANDBOX_NOTICE}.
Prices, books, trades and funding are made up, or replayed from recordings; no order or money here is real.

POST /info      markets and accounts
POST /exchange  signed actions
GET  /ws        the venue's WebSocket
`;

/** The options of a sandbox venue. */
export interface HyperliquidOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The same seed always makes the same markets. */
  readonly seed: number;
  /** A folder laid out as `../shared/data`; undefined: all markets are generated. */
  readonly recordingsDirectory: string | undefined;
  /** The folder of the state that must survive a kill; market data is computed and not stored. */
  readonly stateDirectory: string;
  /** The chain of its bridge; without one there are no deposits or withdrawals. */
  readonly arbitrum?: ArbitrumOptions | undefined;
  /** How long a withdrawal waits before the bridge pays it; the real one takes minutes. */
  readonly payoutDelayMs?: number;
  /**
   * The networks whose signatures are accepted, the likeliest first. The real venue accepts those of its own network. Its official Python
   * SDK signs for the testnet at any address but the mainnet's, other clients for the mainnet unless told otherwise: both are accepted, so
   * neither has to be changed.
   */
  readonly networks?: readonly Network[];
  /** The request weight per sixty seconds and address; absent: the real venue's. */
  readonly weightPerMinute?: number;
  /** The weights of other addresses. */
  readonly allowances?: ReadonlyMap<string, number>;
  /** How long after a change every second read of an account still lacks it; absent: never. */
  readonly readLagMs?: number;
  /** The most WebSockets per address; absent: the real venue's former limit. */
  readonly connectionLimits?: ConnectionLimits;
  /** Faults injected into requests; none without it. */
  readonly faults?: Faults | undefined;
  /** Returns the fault of an action by its body, where no other is injected; absent: there is none. */
  readonly troubles?: (body: unknown) => Fault | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A running sandbox venue. */
export interface RunningHyperliquid {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Address of the WebSocket. */
  readonly wsUrl: string;
  close(): Promise<void>;
}

/** Starts the venue; it listens when the promise settles. */
export async function startHyperliquid(options: HyperliquidOptions): Promise<RunningHyperliquid> {
  const { host, port, seed, recordingsDirectory, clock, logger } = options;
  const { networks = ['Mainnet', 'Testnet'], payoutDelayMs = PAYOUT_DELAY_MS, readLagMs = 0, faults } = options;
  const { connectionLimits: limits = FORMER_CONNECTION_LIMITS } = options;
  const journal = openJournal(options.stateDirectory);
  const venue = await openVenue({ clock, seed, recordingsDirectory, journal, networks, readLagMs });
  const { exchange, markets } = venue;
  const app = createApp(venue, options);
  const webSocket = new WebSocketFeed(app.server, venue, { headers: HEADERS, limits, faults, logger });
  exchange.onChange(() => webSocket.tellUsers());
  const ticker = new Ticker(clock, () => {
    exchange.passTime();
    strike(exchange, faults);
    webSocket.tick();
  });
  const bridge =
    options.arbitrum && new Bridge(exchange, openBridgeChain(options.arbitrum), clock, logger, payoutDelayMs);
  bridge?.start();
  const url = await app.listen({ host, port });
  const coins = [...markets.keys()];
  logger.info({ url, seed, recordingsDirectory, coins }, `sandbox venue hyperliquid: ${SANDBOX_NOTICE}`);
  return {
    url,
    wsUrl: `${url.replace(/^http/, 'ws')}/ws`,
    close: async () => {
      await ticker.close();
      await bridge?.close();
      await webSocket.close();
      await app.close();
      journal.close();
    },
  };
}

function createApp(venue: Venue, options: HyperliquidOptions): FastifyInstance {
  const {
    clock,
    logger,
    faults,
    troubles,
    weightPerMinute = PUBLISHED_WEIGHT_PER_MINUTE,
    allowances: exceptions,
  } = options;
  const allowances = new Allowances({ weightPerMinute, ...(exceptions && { exceptions }) }, clock);
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  const isExchange = ({ url }: FastifyRequest) => url.startsWith('/exchange');
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  if (faults !== undefined)
    meetFaults(app, {
      faults,
      venue: VENUE_NAME,
      changes: isExchange,
      answers: FAULT_ANSWERS,
      byBody: (request) => (isExchange(request) ? troubles?.(request.body) : undefined),
      executeLater: ({ body }, delayMs) => {
        clock
          .sleep(delayMs, closing.signal)
          .then(() => venue.exchange.act(body))
          .catch((error: unknown) => logger.debug({ err: error }, 'an action that came late was not executed'));
      },
    });
  meetAllowances(app, allowances, logger);
  app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(PAGE));
  app.post('/info', async (request, reply) => {
    const untilMs = recordedUntilMs(request.body, venue);
    if (untilMs !== undefined) reply.header(RECORDED_UNTIL_HEADER, untilMs);
    const answer = answerInfo(request.body, venue);
    allowances.charge(request.ip, itemsWeight(request.body, answer));
    return reply.type('application/json').send(JSON.stringify(answer));
  });
  app.post('/exchange', async (request, reply) =>
    reply.type('application/json').send(JSON.stringify(await venue.exchange.act(request.body))),
  );
  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === undefined) logger.error({ err: error }, 'the sandbox venue failed to answer');
    const { status, contentType, message } = refusal ?? INTERNAL;
    return reply.code(status).type(contentType).send(message);
  });
  return app;
}

const TEXT = 'text/plain; charset=utf-8';
const INTERNAL = new Refusal(500, 'null', 'application/json');
/** The venue's answers to bodies that never reach a handler, by HTTP status. */
const BODY_REFUSALS: ReadonlyMap<number, Refusal> = new Map([
  [400, new Refusal(400, 'Failed to parse the request body as JSON', TEXT)],
  [413, new Refusal(413, 'length limit exceeded', TEXT)],
  [415, new Refusal(415, 'Expected request with `Content-Type: application/json`', TEXT)],
]);

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof statusCode === 'number' ? BODY_REFUSALS.get(statusCode) : undefined;
}
