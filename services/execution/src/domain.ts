import { FlowRunner, FlowTurns } from '@platform/flows';
import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import { throttledCheck } from '@platform/rpc/grpc';
import { type Connection, pingMongo } from '@platform/store/mongo';
import { venueActions } from '@platform/venues/execution';
import { Executions } from './executions/executions.js';
import { ExecutionStore } from './executions/store.js';
import { type ExecutionProviders, Submission } from './executions/submission.js';
import { AccountHints } from './workers/account-hints.js';
import { Reconciler } from './workers/reconciler.js';
import { BETWEEN_READS, Settlements } from './workers/settlements.js';

/** The parts that the domain is built from. */
export interface DomainParts {
  readonly connection: Connection;
  readonly cursorSecret: Secret<Buffer>;
  /** Undefined when the set is incomplete: records can be read then, and nothing is executed. */
  readonly providers: ExecutionProviders | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly logger: Logger;
  /** Identifies this process across restarts. */
  readonly owner: string;
  readonly reconciliationMs: number;
}

/** Joins the parts of the service; the reconciler and the reader of settlements are not started yet. */
export async function createDomain(parts: DomainParts) {
  const { connection, cursorSecret, providers, clock, ids, random, logger, owner, reconciliationMs } = parts;
  const executions = new Executions(connection, cursorSecret);
  await executions.initialize();
  const store = new ExecutionStore(connection, clock, owner);
  const reconciler = providers && reconcilerOf(providers);
  const settlements = providers && settlementsOf(new Settlements({ store, venues: providers.venues, clock }));
  const submission = new Submission({
    store,
    providers,
    clock,
    ids,
    logger,
    reconciliationMs,
    actions: venueActions,
    onUnknown: () => reconciler?.runner.wake(),
  });
  const checkVenues = throttledCheck(async () => {
    await Promise.all([...(providers?.venues.values() ?? [])].map((venue) => venue.checkReachable()));
  });
  return {
    executions,
    submission,
    reconciler: reconciler?.runner,
    hints: reconciler?.hints,
    settlements,
    /** Rejects unless executions can be carried out and reconciled now: worker, store, wallets and venues are all available. */
    checkOperational: async () => {
      if (reconciler === undefined || providers === undefined) throw new Error('the providers are incomplete');
      reconciler.runner.checkAlive();
      await Promise.all([pingMongo(connection), providers.wallets.checkReachable(), checkVenues()]);
    },
  };
  function reconcilerOf({ venues }: ExecutionProviders) {
    const hints = new AccountHints({ store, venues, clock, random, logger, onDue: () => runner.wake() });
    const work = new Reconciler({ store, venues, hints, clock, logger });
    const advance = work.advance.bind(work);
    const runner = new FlowRunner(new FlowTurns({ store: store.flow, advance, clock, random, logger }));
    return { runner, hints };
  }
  function settlementsOf(work: Settlements) {
    const advance = work.advance.bind(work);
    const parts = { store: store.settlements, advance, waiting: BETWEEN_READS, clock, random, logger };
    return new FlowRunner(new FlowTurns(parts));
  }
}
