/** `npm run ops -- legacy`: who still uses the older surface. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { connectMongo } from '@platform/store/mongo';
import { z } from 'zod';
import { migrations } from '../migrations/index.js';
import { listLegacyUsage, startOfDay } from './legacy-usage.js';

const HELP = `Usage: npm run ops -- legacy usage [--since <date>]

  legacy usage    lists who has used which operation of the older surface: the account, the key with its name or the session, the
                  operation, all of its requests, and when the last one came; --since leaves out what was last used before a UTC day

A use is forgotten 400 days after the last request. The newest requests are listed within seconds.
The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI.
`;

const OPTIONS = { since: { type: 'string' } } as const;

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (positionals.join(' ') !== 'usage') throw new UsageError(`there is no legacy ${positionals.join(' ')}`);
  const since = startOfDay(values.since);
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
  });
  const uri = environment.MONGODB_URI ?? new Secret(await findRunningMongo(resolve(environment.DATA_DIR), 'identity'));
  const connection = await connectMongo(uri, 'identity', { migrations });
  try {
    await listLegacyUsage(connection, systemClock, since, say);
    return 0;
  } finally {
    await connection.close();
  }
}

await runOperatorCommand({ subject: 'legacy', help: HELP, run });
