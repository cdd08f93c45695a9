import { type HealthChecks, throttledCheck } from '@platform/rpc/grpc';
import { type Connection, pingMongo } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import { everyVersion, type Frameworks } from './frameworks/versions.js';

/** What the service must have at hand: its store, space for what runs leave, and frameworks whose strategies can be run in isolation. */
export function readinessChecks(parts: {
  readonly connection: Connection;
  readonly objects: Pick<ObjectStore, 'requireRoom'>;
  readonly frameworks: Frameworks;
}): HealthChecks {
  const { connection, objects, frameworks } = parts;
  const versions = everyVersion(frameworks);
  // Older versions are installed when a request names them: their state counts for their own backtests alone.
  const inUse = versions.filter((version) => version.describe().isDefault);
  // Each check starts one process per framework.
  const checkFrameworks = throttledCheck(async () => {
    await Promise.all(inUse.map((version) => version.checkRunnable()));
  });
  return {
    // With processes on this machine, the one namespace that deployments and backtests are in is this store.
    runtime: async () => {
      await Promise.all([pingMongo(connection), objects.requireRoom(), checkFrameworks()]);
    },
    // No part of `runtime`: `/readyz` says it beside.
    frameworks: async () => {
      if (versions.some((version) => version.describe().status === 'provisioning'))
        throw new Error('a framework is being installed');
    },
  };
}
