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
 * The sandbox's Polymarket: the public reads of its three APIs on one port, Gamma below `/gamma`, the CLOB below `/clob` and the data API
 * below `/data`, so clients of the real ones only change the base address. Markets are generated from a seed by the calendar, and nothing
 * is stored: the same seed always makes the same history.
 */

const SANDBOX_NOTICE = 'simulated market data';
const HEADERS = { 'x-sandbox': SANDBOX_NOTICE, 'access-control-allow-origin': '*' };
const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The options of a sandbox venue. */
export interface PolymarketOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The same seed always makes the same markets. */
  readonly seed: number;
  /** A folder as described in docs/recordings.md; its markets are listed beside the generated ones. */
  readonly recordingsDirectory: string | undefined;
  /** Faults injected into requests; none without it. */
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

/** Starts the venue as the sandbox process does: every address has the real one's limits. */
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
  // Last: registration copies the handlers that exist by then.
  await app.register(gammaRoutes(universe), { prefix: '/gamma' });
  await app.register(clobRoutes(universe), { prefix: '/clob' });
  await app.register(dataRoutes(universe), { prefix: '/data' });
  return app;
}
