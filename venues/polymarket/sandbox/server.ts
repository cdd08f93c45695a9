import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance, type FastifyRequest, type InjectOptions } from 'fastify';
import { type Fault, type Faults, meetFaults, NO_TROUBLE, nodesOf, Ticker } from '../../simulation/index.js';
import { clobRoutes } from './clob/routes.js';
import { changesAccount, rawBody } from './clob/trading.js';
import { dataRoutes } from './data.js';
import { CHANGE_ANSWERS, READ_ANSWERS, VENUE_NAME } from './faults.js';
import { gammaRoutes } from './gamma/routes.js';
import { meetLimits } from './limits.js';
import { Money, type MoneyOptions, movesMoney } from './money.js';
import { readRecordings } from './recordings/recordings.js';
import { Refusal } from './refusal.js';
import { Books } from './settlement/books.js';
import type { Settlement } from './settlement/settlement.js';
import type { DepositWallets } from './settlement/wallets.js';
import { openJournal } from './store/journal.js';
import { Store } from './store/store.js';
import { Buckets } from './trading/buckets.js';
import { Engine } from './trading/engine.js';
import { hashOf } from './trading/ids.js';
import { Queue } from './trading/queue.js';
import { Settling } from './trading/settling/settling.js';
import { passTime } from './trading/time.js';
import { Universe } from './universe.js';
import type { Venue } from './venue.js';

/**
 * The sandbox's Polymarket on one port: Gamma below `/gamma`, the CLOB below `/clob`, the data API below `/data`, the relayer below
 * `/relayer` and the bridge below `/bridge`, so clients of the real ones only change the base address. Markets are generated from a seed by
 * the calendar, and none of that is stored: the same seed always makes the same history. Keys, orders and trades are in the journal, and
 * survive a kill.
 */

const SANDBOX_NOTICE = 'simulated market data';
const HEADERS = { 'x-sandbox': SANDBOX_NOTICE, 'access-control-allow-origin': '*' };
const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** The real venue's time after a restart. */
const POST_ONLY_MS = 120_000;

/** The options of a sandbox venue. */
export interface PolymarketOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The same seed always makes the same markets. */
  readonly seed: number;
  /** A folder as described in docs/recordings.md; its markets are listed beside the generated ones. */
  readonly recordingsDirectory: string | undefined;
  /** The folder of the state that must survive a kill; market data is computed and not stored. */
  readonly stateDirectory: string;
  /** Embedded chains, where money and shares are; absent: they are in the venue's own books, and there is neither a relayer nor a bridge. */
  readonly chains?: MoneyOptions['chains'] | undefined;
  /** How long after a match its money moves; absent: at once. */
  readonly settlementDelayMs?: number;
  /** How long after a change every second read of an account still lacks it; absent: never. */
  readonly readLagMs?: number;
  /** How long the venue takes only post-only orders after a restart; absent: two minutes. */
  readonly postOnlyMs?: number;
  /** Faults injected into requests; none without it. */
  readonly faults?: Faults | undefined;
  /** Returns the fault of a change of orders by its body, where no other is injected; absent: there is none. */
  readonly troubles?: (body: unknown) => Fault | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A running sandbox venue. */
export interface RunningPolymarket {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  readonly relayerUrl: string;
  readonly bridgeUrl: string;
  /** The venue's own books, in use where no chains are given. */
  readonly books: Books;
  close(): Promise<void>;
}

/** Starts the venue; it listens when the promise settles. */
export async function startPolymarket(options: PolymarketOptions): Promise<RunningPolymarket> {
  const { host, port, seed, recordingsDirectory, stateDirectory, chains, faults, clock, logger } = options;
  const recorded = recordingsDirectory === undefined ? [] : await readRecordings(recordingsDirectory);
  const universe = new Universe(seed, clock, recorded);
  const journal = openJournal(stateDirectory);
  const books = new Books(journal);
  const bridgeTrouble = () => faults?.bridgeTrouble(VENUE_NAME) ?? NO_TROUBLE;
  const isUnpaid = () => faults?.takeTrouble(VENUE_NAME, 'redeem_unpaid') !== undefined;
  const money = chains && new Money(universe, { stateDirectory, chains, bridgeTrouble, isUnpaid, clock, logger });
  const venue = openVenue(universe, new Store(journal), money?.settlement ?? books, options);
  const settling = new Settling(venue);
  const app = await createApp(venue, settling, money, options);
  const ticker = new Ticker(clock, () => {
    venue.queue
      .run(async () => passTime(venue))
      .catch((error: unknown) => logger.error({ err: error }, 'the sandbox venue failed to pass time'));
    settling.start();
  });
  const url = await app.listen({ host, port });
  logger.info({ url, seed, recordedEvents: recorded.length }, `sandbox venue polymarket: ${SANDBOX_NOTICE}`);
  return {
    clobUrl: `${url}/clob`,
    gammaUrl: `${url}/gamma`,
    dataUrl: `${url}/data`,
    relayerUrl: `${url}/relayer`,
    bridgeUrl: `${url}/bridge`,
    books,
    close: async () => {
      await ticker.close();
      await app.close();
      await venue.queue.run(async () => undefined);
      await settling.idle();
      await money?.close();
      journal.close();
    },
  };
}

function openVenue(
  universe: Universe,
  store: Store,
  settlement: Settlement & DepositWallets,
  options: PolymarketOptions,
): Venue {
  const { clock, logger, seed, faults } = options;
  const { settlementDelayMs = 0, readLagMs = 0, postOnlyMs = POST_ONLY_MS } = options;
  return {
    ...{ clock, universe, store, settlement, wallets: settlement, faults, logger },
    engine: new Engine(clock, faults, postOnlyMs),
    buckets: new Buckets(clock, faults),
    queue: new Queue(),
    settlementDelayMs,
    nodeStore: nodesOf(store, { open: (journal) => new Store(journal), lagMs: readLagMs, clock }),
    secret: hashOf(`secret of the sandbox ${seed}`),
  };
}

async function createApp(
  venue: Venue,
  settling: Settling,
  money: Money | undefined,
  options: PolymarketOptions,
): Promise<FastifyInstance> {
  const { faults, troubles, clock, logger } = options;
  const { universe } = venue;
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  if (faults !== undefined)
    meetFaults(app, {
      faults,
      venue: VENUE_NAME,
      changes: (request) => changesAccount(request) || movesMoney(request),
      answers: (request) => (changesAccount(request) ? CHANGE_ANSWERS : READ_ANSWERS),
      byBody: (request) => (changesAccount(request) ? troubles?.(request.body) : undefined),
      executeLater: (request, delayMs) => {
        clock
          .sleep(delayMs, closing.signal)
          .then(() => app.inject(again(request)))
          .catch((error: unknown) => logger.debug({ err: error }, 'a call that came late was not executed'));
      },
    });
  meetLimits(app, clock);
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 500) logger.error({ err: error }, 'the sandbox venue failed to answer');
    return reply.code(status).send({ error: status >= 500 ? 'Internal server error' : 'Invalid payload' });
  });
  // Last: registration copies the handlers that exist by then.
  await app.register(gammaRoutes(universe), { prefix: '/gamma' });
  await app.register(
    clobRoutes(venue, () => settling.start()),
    { prefix: '/clob' },
  );
  await app.register(dataRoutes(universe), { prefix: '/data' });
  if (money !== undefined) await app.register(money.routes);
  return app;
}

/** Returns a request as it was sent, to be executed once more. */
function again(request: FastifyRequest): InjectOptions {
  const { body, url } = request;
  // The length is that of the body as it came.
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers;
  const method = request.method === 'DELETE' ? 'DELETE' : 'POST';
  const payload = rawBody(request) ?? (typeof body === 'string' ? body : JSON.stringify(body));
  return { method, url, headers, payload };
}
