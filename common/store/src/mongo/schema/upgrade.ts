import { hostname } from 'node:os';
import { type Clock, systemClock } from '@platform/kit/clock';
import { ConfigurationError } from '@platform/kit/config';
import type { Connection } from 'mongoose';
import type { Lease } from '../../leases/index.js';
import type { Migration } from './migration.js';
import { StoredSchema } from './stored-schema.js';

/** A process that dies while it migrates holds the others up for so long. */
const LEASE_MS = 10_000;
const LOOK_AGAIN_MS = 500;

/** How a process migrates a database. */
export interface Upgrade {
  /** Whether no process of an older version runs: then migrations that it could not live with are done too. */
  readonly olderStopped: boolean;
  /** Names the process among those that may migrate. */
  readonly owner: string;
  /** Told of each migration that begins and ends. */
  readonly report: (line: string) => void;
  readonly clock?: Clock;
  readonly leaseMs?: number;
}

/** Returns how this process migrates its database. */
export function upgradeBy(environment: { OLDER_PROCESSES_STOPPED: boolean }, report: Upgrade['report']): Upgrade {
  return { olderStopped: environment.OLDER_PROCESSES_STOPPED, owner: `${hostname()}:${process.pid}`, report };
}

/** Throws `ConfigurationError` for a database that processes with these migrations can't use as it is; marks an empty one. */
export async function requireSchema(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  const schema = new StoredSchema(connection, migrations);
  const missing = schema.after(await schema.version()).at(0);
  if (missing !== undefined)
    throw new ConfigurationError(
      `The database ${connection.name} lacks the migration ${missing.version}, ${missing.name}: run npm run ops -- migrate.`,
    );
}

/**
 * Brings a database to the schema of these migrations, one process at a time: others wait, as long as it lives, and go on where it died.
 * Returns the names of the migrations that this process did. Throws `ConfigurationError` where processes that may run beside it would be left out, or
 * that can't use the database.
 */
export async function upgradeSchema(
  connection: Connection,
  migrations: readonly Migration[],
  upgrade: Upgrade,
): Promise<readonly string[]> {
  const { owner, clock = systemClock, leaseMs = LEASE_MS } = upgrade;
  const schema = new StoredSchema(connection, migrations);
  for (let isWaiting = false; ; ) {
    const version = await schema.version();
    const missing = schema.after(version);
    if (missing.length === 0) return [];
    if (!upgrade.olderStopped) requireNobodyLeftOut(connection.name, version, missing);
    const lease = await schema.take(owner, leaseMs);
    if (lease !== undefined) return await migrate(connection, schema, lease, { ...upgrade, clock, leaseMs });
    if (!isWaiting) upgrade.report(`another process migrates the database ${connection.name}`);
    isWaiting = true;
    await clock.sleep(LOOK_AGAIN_MS);
  }
}

/** Processes of the data's own version may run beside this one. */
function requireNobodyLeftOut(database: string, version: number, missing: readonly Migration[]): void {
  const step = missing.find(({ readableFrom = version }) => readableFrom > version);
  if (step === undefined) return;
  throw new ConfigurationError(
    `Processes that know schema version ${version} alone can't use the database ${database} after its migration ${step.version}, ` +
      `${step.name}: upgrade to a version between first, or stop them all and run npm run ops -- migrate --older-stopped.`,
  );
}

interface Migrating extends Upgrade {
  readonly clock: Clock;
  readonly leaseMs: number;
}

/** Does what is missing, in its order, and records each step as it is done. */
async function migrate(
  connection: Connection,
  schema: StoredSchema,
  lease: Lease,
  migrating: Migrating,
): Promise<readonly string[]> {
  const ended = new AbortController();
  const renewing = keepLease(schema, lease, migrating, ended.signal);
  try {
    // Loaded where there is something to do: processes that serve keep their memory small.
    const { doMissing } = await import('./steps.js');
    return await doMissing(connection, schema, lease, migrating.report);
  } finally {
    ended.abort();
    await renewing;
    // One that can't be given back ends by itself.
    await schema.release(lease).catch(() => undefined);
  }
}

/** Renews a lease until told to stop; one that is lost is found by the next write that it guards. */
async function keepLease(
  schema: StoredSchema,
  lease: Lease,
  { clock, leaseMs }: Migrating,
  stopping: AbortSignal,
): Promise<void> {
  const renew = async () => {
    for (;;) {
      await clock.sleep(leaseMs / 3, stopping);
      await schema.renew(lease, leaseMs).catch(() => undefined);
    }
  };
  // Rejected where it is told to stop.
  await renew().catch(() => undefined);
}
