import { type Faults, type SandboxWorld, type StartSandboxVenue, unsteady } from '../../simulation/index.js';
import { type PolymarketOptions, startPolymarket } from './server.js';
import { troubledEngine } from './troubles/troubled-engine.js';
import { troubledOrders } from './troubles/troubled-orders.js';

/** Long enough for clients to see trades whose money has not moved. */
const SETTLEMENT_DELAY_MS = 2_000;
/** Longer than the real venue's reads lag when it is not under load. */
const READ_LAG_MS = 2_000;
/** One of this many changes of orders is answered without a verdict. */
const UNSAID_EVERY = 20;
/** Shorter than the real venue's two minutes: its engine restarts far oftener. */
const POST_ONLY_MS = 4_000;

/** Returns the venue of a sandbox world; see docs/sandbox.md. */
export function polymarketWorld(
  world: SandboxWorld,
  faults: Faults,
): Pick<PolymarketOptions, 'faults' | 'troubles' | 'settlementDelayMs' | 'readLagMs' | 'postOnlyMs'> {
  if (world === 'kind') return { faults };
  return {
    faults: unsteady(troubledEngine(faults), UNSAID_EVERY),
    troubles: troubledOrders(),
    settlementDelayMs: SETTLEMENT_DELAY_MS,
    readLagMs: READ_LAG_MS,
    postOnlyMs: POST_ONLY_MS,
  };
}

/** Starts the venue as the sandbox process does: every address has the real one's limits. */
export const polymarketInSandbox: StartSandboxVenue = (options) => {
  const { host, port, seed, recordingsDirectory, stateDirectory, readLagMs, clock, logger } = options;
  const { polygon } = options.chains;
  const chains = polygon && { ...options.chains, polygon };
  return startPolymarket({
    ...{ host, port, seed, recordingsDirectory, stateDirectory, chains, clock, logger },
    ...polymarketWorld(options.world, options.faults),
    ...(readLagMs !== undefined && { readLagMs }),
  });
};
