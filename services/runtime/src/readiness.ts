import { type HealthCheck, type HealthChecks, throttledCheck } from '@platform/rpc/grpc';
import { type Connection, pingMongo } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import { everyVersion, type Frameworks } from './frameworks/versions.js';

/** What the service must have at hand. */
interface ReadinessParts {
  readonly connection: Connection;
  readonly objects: Pick<ObjectStore, 'requireRoom'>;
  readonly frameworks: Frameworks;
  /** Rejects where no bot can be placed. */
  readonly checkRunner: HealthCheck;
  /** The venues whose markets bots follow; each rejects where its feed does not answer. */
  readonly feeds: ReadonlyMap<string, HealthCheck>;
}

/**
 * Checks the service's store and space, and each part that strategies need by a name of its own: the runner of bots, isolation, each framework
 * and each venue's feed.
 */
export function readinessChecks(parts: ReadinessParts): HealthChecks {
  const { connection, objects, frameworks } = parts;
  const versions = everyVersion(frameworks);
  const named = namedChecks(parts);
  return {
    // With processes on this machine, the one namespace that deployments and backtests are in is this store.
    runtime: async () => {
      await Promise.all([
        pingMongo(connection),
        objects.requireRoom(),
        ...Object.values(named).map((check) => check()),
      ]);
    },
    ...Object.fromEntries(Object.entries(named).map(([name, check]) => [`runtime/${name}`, check])),
    // No part of `runtime`: `/readyz` says it beside.
    frameworks: async () => {
      if (versions.some((version) => version.describe().status === 'provisioning'))
        throw new Error('a framework is being installed');
    },
  };
}

function namedChecks({ frameworks, checkRunner, feeds }: ReadinessParts): HealthChecks {
  // Older versions are installed when a request names them: their state counts for their own users alone.
  const inUse = everyVersion(frameworks).filter((version) => version.describe().isDefault);
  // Each check starts a process.
  const runnable = inUse.map(
    (version) => [version.describe().id, throttledCheck(() => version.checkRunnable())] as const,
  );
  return {
    runner: checkRunner,
    isolation: async () => {
      await Promise.all(inUse.map((version) => version.checkIsolated()));
    },
    ...Object.fromEntries(runnable),
    ...Object.fromEntries([...feeds].map(([venue, check]) => [`feed:${venue}`, check])),
  };
}
