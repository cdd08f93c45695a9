import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance } from 'fastify';
import { type AllowanceOptions, Allowances, type Faults, meetFaults, Ticker } from '../../simulation/index.js';
import { AccountSide, type AccountSideOptions } from './account-side.js';
import { ANSWERS, type Venue } from './answers.js';
import { FAULT_ANSWERS, VENUE_NAME } from './faults.js';
import {
  PREMIUM_WEIGHT_PER_MINUTE,
  requestWeight,
  sendsTransactions,
  standardWeight,
  transactionsOf,
} from './limits.js';
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
  /** The weight per minute and address; absent: the real venue's allowance, which a standard account spends with sixty requests. */
  readonly weightPerMinute?: number;
  /** The weights of addresses whose requests are counted by their weight alone. */
  readonly allowances?: ReadonlyMap<string, number>;
  /** What its WebSocket does beyond the documents; absent: nothing. */
  readonly behaviour?: Behaviour;
  /** Faults injected into requests; none without it. */
  readonly faults?: Faults | undefined;
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
  const { weightPerMinute = PREMIUM_WEIGHT_PER_MINUTE } = options;
  const shared = { faults, transactionsPerMinute: transactionsOf(weightPerMinute), logger };
  const accounts = options.accounts && new AccountSide(venue, options.accounts, shared);
  const app = createApp(venue, accounts, options);
  const webSocket = new WebSocketFeed(
    app.server,
    { ...venue, store: accounts?.store },
    { headers: HEADERS, behaviour, faults, logger },
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

function createApp(venue: Venue, accounts: AccountSide | undefined, options: LighterOptions): FastifyInstance {
  const {
    faults,
    allowances: byWeight = new Map(),
    weightPerMinute = PREMIUM_WEIGHT_PER_MINUTE,
    clock,
    logger,
  } = options;
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  takeForms(app);
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  if (faults !== undefined) meetVenueFaults(app, faults, options);
  meetAllowances(app, { weightPerMinute, exceptions: byWeight }, clock);
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

function meetVenueFaults(app: FastifyInstance, faults: Faults, { clock, logger }: LighterOptions): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  meetFaults(app, {
    ...{ faults, venue: VENUE_NAME, answers: FAULT_ANSWERS },
    changes: ({ method }) => method !== 'GET',
    executeLater: ({ url, body }, delayMs) => {
      clock
        .sleep(delayMs, closing.signal)
        .then(() => app.inject({ method: 'POST', url, ...form(body) }))
        .catch((error: unknown) => logger.debug({ err: error }, 'a call that came late was not executed'));
    },
  });
}

/** Refuses requests as the venue does when their address has spent its allowance. */
function meetAllowances(app: FastifyInstance, options: Required<AllowanceOptions>, clock: Clock): void {
  const { weightPerMinute, exceptions } = options;
  const requests = new Allowances(options, clock);
  const transactions = new Allowances(
    {
      weightPerMinute: transactionsOf(weightPerMinute),
      exceptions: new Map([...exceptions].map(([address, weight]) => [address, transactionsOf(weight)])),
    },
    clock,
  );
  const { status, body } = FAULT_ANSWERS.rateLimited;
  app.addHook('onRequest', async ({ ip, url }, reply) => {
    const path = url.split('?')[0] ?? url;
    const weight = exceptions.has(ip) ? requestWeight(path) : standardWeight(path);
    const isAllowed = sendsTransactions(path) ? transactions.spend(ip, 1) : requests.spend(ip, weight);
    return isAllowed ? undefined : reply.code(status).type('application/json').send(body);
  });
}
