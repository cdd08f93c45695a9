/** `npm run ops -- backtests`: brings in what the older platform recorded. */
import { resolve } from 'node:path';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { connectMongo } from '@platform/store/mongo';
import { z } from 'zod';
import { importLegacyBacktests } from '../legacy/import.js';
import { migrations } from '../migrations/index.js';
import { reportOf, withLinesOf } from './file-lines.js';

const HELP = `Usage: npm run ops -- backtests import <file>

  backtests import <file>    stores legacy backtests, a JSON object a line; exits 1 when a line was refused

What a line holds is in docs/backtests.md. Repeating an import changes nothing.
The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI.
`;

/** Runs one command; returns the exit code. */
async function run([verb, file, ...rest]: readonly string[]): Promise<number> {
  if (verb !== 'import' || file === undefined || rest.length > 0)
    throw new UsageError(`there is no backtests ${[verb, file, ...rest].filter(Boolean).join(' ')}`);
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
  });
  const uri = environment.MONGODB_URI ?? new Secret(await findRunningMongo(resolve(environment.DATA_DIR), 'runtime'));
  const connection = await connectMongo(uri, 'runtime', { migrations });
  try {
    const counts = await withLinesOf(file, ({ lines, aside }) =>
      importLegacyBacktests(lines, { connection, clock: systemClock, report: reportOf(aside) }),
    );
    const { ended, active, ambiguous, replaced, unchanged, removed, refused } = counts;
    say(`${ended + active + ambiguous} imported: ${ended} ended, ${active} active, ${ambiguous} ambiguous`);
    say(`${replaced} replaced, ${unchanged} unchanged, ${removed} removed before, ${refused} refused`);
    return refused === 0 ? 0 : 1;
  } finally {
    await connection.close();
  }
}

await runOperatorCommand({ subject: 'backtests', help: HELP, run });
