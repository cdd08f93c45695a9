import type { Connection } from 'mongoose';
import { Umzug } from 'umzug';
import type { Lease } from '../../leases/index.js';
import type { StoredSchema } from './stored-schema.js';

/** Does the migrations that the data lacks, one after the other, and records each as it is done; returns their names. */
export async function doMissing(
  connection: Connection,
  schema: StoredSchema,
  lease: Lease,
  report: (line: string) => void,
): Promise<readonly string[]> {
  const steps = new Map(schema.after(0).map((migration) => [`${migration.version}, ${migration.name}`, migration]));
  const say = (name: string, what: string) => report(`${connection.name}: the migration ${name}, ${what}`);
  const umzug = new Umzug({
    migrations: [...steps].map(([name, migration]) => ({
      name,
      up: async () => {
        say(name, 'begins');
        await migration.apply(connection);
      },
    })),
    storage: {
      executed: async () => {
        const version = await schema.version();
        return [...steps].flatMap(([name, migration]) => (migration.version <= version ? [name] : []));
      },
      logMigration: async ({ name }) => {
        const migration = steps.get(name);
        if (migration !== undefined) await schema.record(lease, migration);
        say(name, 'is done');
      },
      unlogMigration: () => Promise.reject(new Error('migrations go forward alone')),
    },
    logger: undefined,
  });
  return (await umzug.up()).map(({ name }) => name);
}
