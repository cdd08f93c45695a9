import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Fault, type Faults, meetFaults, Ticker } from '../../simulation/index.js';
import { AccountSide, type AccountSideOptions } from './account-side.js';
import { ANSWERS, type Venue } from './answers.js';
import { FAULT_ANSWERS, VENUE_NAME } from './faults.js';
import { PREMIUM_WEIGHT_PER_MINUTE, RequestLimits, sendsTransactions } from './limits.js';
import { LISTINGS } from './listings.js';
import { Market } from './market.js';
import { invalidParam, Refusal } from './refusal.js';
import { form, serve, takeForms } from './routes.js';
import { BEHAVIOURS, type Behaviour } from './websocket/behaviour.js';
import { WebSocketFeed } from './websocket/server.js';

/**
 * The sandbox's Lighter: the venue's documented API (HTTP, and the WebSocket `/stream`), so clients of the real one only change the base
 * address. Markets are simulated from a seed, and none of that is stored; accounts and keys are in the journal, and survive a kill.
 */

const SANDBOX_NOTICE = 'simulated market data';
const HEADERS = { 'x-sandbox': SANDBOX_NOTICE, 'access-control-allow-origin': '*' };
const REQUEST_TIMEOUT_MS = 30_000;
const BODY_BYTES_MAX = 64 * 1024;

/** The options of the sandbox's Lighter. */
export interface LighterOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The same seed always makes the same markets. */
  readonly seed: number;
  /** Its accounts; absent: the venue has markets alone. */
  readonly accounts?: AccountSideOptions;
  /** The weight per minute of an address, and of an owner; absent: the real venue's allowance, which a standard account spends with sixty requests. */
  readonly weightPerMinute?: number;
  /** The weights of addresses whose requests are counted by their weight alone. */
  readonly allowances?: ReadonlyMap<string, number>;
  /** What its WebSocket does beyond the documents; absent: nothing. */
  readonly behaviour?: Behaviour;
  /** Faults injected into requests; none without it. */
  readonly faults?: Faults | undefined;
  /** Returns the fault of a request with transactions that has no other; absent: there is none. */
  readonly troubles?: () => Fault | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A running sandbox venue. */
export interface RunningLighter {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Address of the WebSocket. */
  readonly wsUrl: string;
  close(): Promise<void>;
}

/** Starts the venue; it listens when the promise settles. */
export async function startLighter(options: LighterOptions): Promise<RunningLighter> {
  const { host, port, seed, behaviour = BEHAVIOURS.kind, faults, clock, logger } = options;
  const markets = new Map(LISTINGS.map((listed) => [listed.id, new Market(seed, listed)]));
  const venue = { clock, markets };
  const { weightPerMinute = PREMIUM_WEIGHT_PER_MINUTE, allowances: exceptions = new Map() } = options;
  const limits = new RequestLimits({ weightPerMinute, exceptions }, clock);
  const accounts = options.accounts && new AccountSide(venue, options.accounts, { faults, limits, logger });
  const app = createApp({ venue, accounts, limits }, options);
  const webSocket = new WebSocketFeed(
    app.server,
    { ...venue, store: accounts?.store },
    { headers: HEADERS, behaviour, faults, limits, transactions: accounts, logger },
  );
  const ticker = new Ticker(clock, () => {
    accounts?.tick();
    webSocket.tick();
  });
  const url = await app.listen({ host, port });
  logger.info({ url, seed, markets: LISTINGS.map(({ symbol }) => symbol) }, `sandbox venue lighter: ${SANDBOX_NOTICE}`);
  return {
    url,
    wsUrl: `${url.replace(/^http/, 'ws')}/stream`,
    close: async () => {
      await ticker.close();
      await webSocket.close();
      await app.close();
      await accounts?.close();
    },
  };
}

/** What the venue's HTTP server is of. */
interface AppParts {
  readonly venue: Venue;
  readonly accounts: AccountSide | undefined;
  readonly limits: RequestLimits;
}

function createApp({ venue, accounts, limits }: AppParts, options: LighterOptions): FastifyInstance {
  const { faults, logger } = options;
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  takeForms(app);
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  if (faults !== undefined) meetVenueFaults(app, faults, options);
  meetAllowances(app, accounts, limits);
  for (const [path, answer] of Object.entries(ANSWERS)) serve(app, path, (query) => answer(query, venue));
  accounts?.serve(app);
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('404 page not found'));
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOfBody(error);
    if (refusal !== undefined) return reply.code(refusal.status).type('application/json').send(refusal.body);
    logger.error({ err: error }, 'the sandbox venue failed to answer');
    return reply.code(500).type('application/json').send(FAULT_ANSWERS.unsaid.err_internal.body);
  });
  return app;
}

/** A body that is no form, or too long, reaches no endpoint. */
function refusalOfBody(error: unknown): Refusal | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500 ? invalidParam('body') : undefined;
}

function meetVenueFaults(app: FastifyInstance, faults: Faults, { troubles, clock, logger }: LighterOptions): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  meetFaults(app, {
    ...{ faults, venue: VENUE_NAME, answers: FAULT_ANSWERS },
    changes: ({ method }) => method !== 'GET',
    byBody: ({ url }) => (sendsTransactions(pathOf(url)) ? troubles?.() : undefined),
    executeLater: ({ url, body, headers }, delayMs) => {
      clock
        .sleep(delayMs, closing.signal)
        .then(() => app.inject({ method: 'POST', url, ...form(body, headers) }))
        .catch((error: unknown) => logger.debug({ err: error }, 'a call that came late was not executed'));
    },
  });
}

/** Refuses requests as the venue does when their address, or the owner whom they are about, has spent its allowance. */
function meetAllowances(app: FastifyInstance, accounts: AccountSide | undefined, limits: RequestLimits): void {
  const { status, body: refused } = FAULT_ANSWERS.rateLimited;
  app.addHook('onRequest', async ({ ip, url }, reply) =>
    limits.spend(ip, pathOf(url)) ? undefined : reply.code(status).type('application/json').send(refused),
  );
  // Here the body is known. Whose a transaction is, is known when it was read.
  app.addHook('preHandler', async ({ url, query, body, headers: { authorization: auth } }, reply) => {
    const owner = sendsTransactions(pathOf(url))
      ? undefined
      : accounts?.ownerOf({ auth, ...Object(query), ...Object(body) });
    if (owner === undefined || limits.spendOfOwner(owner, pathOf(url))) return undefined;
    return reply.code(status).type('application/json').send(refused);
  });
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
