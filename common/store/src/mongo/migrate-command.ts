import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say } from '@platform/kit/operator';
import { z } from 'zod';
import { connectMongo } from './connection.js';
import type { Migration } from './schema/migration.js';
import { upgradeBy } from './schema/upgrade.js';

const HELP = `Usage: npm run ops -- migrate [<service> …] [--older-stopped]

  migrate           brings the databases of the services named, or of all, to the schema of this version, ahead of its processes, which do
                    the same as they start. Processes of the version before may run meanwhile, and go on.
  --older-stopped   no process of an older version runs: migrations that it could not live with are done too

It can be ended at any time and begun again. The platform is found by $DATA_DIR/sandbox.json (default .data), or its databases by
MONGODB_URI, whose user must be allowed to read and write those of the services named.
`;

const OPTIONS = {
  'older-stopped': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Migrates the database of a service for `npm run ops -- migrate`. */
export function runMigrateCommand(database: string, migrations: readonly Migration[]): Promise<void> {
  const run = async (args: readonly string[]): Promise<number> => {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const { DATA_DIR, MONGODB_URI } = readEnvironment({
      DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
      MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    });
    const uri = MONGODB_URI ?? new Secret(await findRunningMongo(resolve(DATA_DIR), database));
    const said: string[] = [];
    const report = (line: string) => {
      said.push(line);
      say(line);
    };
    const upgrade = upgradeBy({ OLDER_PROCESSES_STOPPED: values['older-stopped'] }, report);
    await (await connectMongo(uri, database, { migrations, upgrade })).close();
    if (said.length === 0) say(`${database}: nothing is to be done`);
    return 0;
  };
  return runOperatorCommand({ help: HELP, run });
}
