import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Faults, meetFaults, type StartSandboxVenue } from '../../simulation/index.js';
import { clobRoutes } from './clob/routes.js';
import { dataRoutes } from './data.js';
import { FAULT_ANSWERS, VENUE_NAME } from './faults.js';
import { gammaRoutes } from './gamma/routes.js';
import { meetLimits } from './limits.js';
import { readRecordings } from './recordings/recordings.js';
import { Refusal } from './refusal.js';
import { Universe } from './universe.js';

/**
 * The sandbox's Polymarket: the public reads of its three APIs on one port, Gamma below `/gamma`, the CLOB below `/clob` and
 * the data API below `/data`, so that clients of the real ones work with nothing changed but the base address. Markets are
 * made up from a seed by the calendar, and nothing is kept: the same seed gives the same history after every restart.
 */

const SANDBOX_NOTICE = 'simulated market data';
const HEADERS = { 'x-sandbox': SANDBOX_NOTICE, 'access-control-allow-origin': '*' };
const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** What a sandbox venue needs to start. */
export interface PolymarketOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The same seed gives the same markets. */
  readonly seed: number;
  /** A folder laid out as docs/recordings.md says; its markets are listed beside the generated ones. */
  readonly recordingsDirectory: string | undefined;
  /** Faults that requests meet; none without it. */
  readonly faults?: Faults | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A running sandbox venue. */
export interface RunningPolymarket {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  close(): Promise<void>;
}

/** Starts the venue; it listens when the promise settles. */
export async function startPolymarket(options: PolymarketOptions): Promise<RunningPolymarket> {
  const { host, port, seed, recordingsDirectory, clock, logger } = options;
  const recorded = recordingsDirectory === undefined ? [] : await readRecordings(recordingsDirectory);
  const app = await createApp(new Universe(seed, clock, recorded), options);
  const url = await app.listen({ host, port });
  logger.info({ url, seed, recordedEvents: recorded.length }, `sandbox venue polymarket: ${SANDBOX_NOTICE}`);
  return { clobUrl: `${url}/clob`, gammaUrl: `${url}/gamma`, dataUrl: `${url}/data`, close: () => app.close() };
}

/** Starts the venue as the sandbox process does: it allows everybody what the real one does. */
export const polymarketInSandbox: StartSandboxVenue = ({ host, port, seed, recordingsDirectory, ...options }) => {
  const { faults, clock, logger } = options;
  return startPolymarket({ host, port, seed, recordingsDirectory, faults, clock, logger });
};

async function createApp(universe: Universe, { faults, clock, logger }: PolymarketOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  // Every call is a read.
  if (faults !== undefined)
    meetFaults(app, { faults, venue: VENUE_NAME, changes: () => false, answers: FAULT_ANSWERS });
  meetLimits(app, clock);
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body);
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 500) logger.error({ err: error }, 'the sandbox venue failed to answer');
    return reply.code(status).send({ error: status >= 500 ? 'Internal server error' : 'Invalid payload' });
  });
  // Last: what is registered takes over the handlers that are there.
  await app.register(gammaRoutes(universe), { prefix: '/gamma' });
  await app.register(clobRoutes(universe), { prefix: '/clob' });
  await app.register(dataRoutes(universe), { prefix: '/data' });
  return app;
}
