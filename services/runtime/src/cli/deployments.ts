/** `npm run ops -- deployments`: the operator's kill switch. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { createLogger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import { z } from 'zod';
import { type HaltMode, haltDeployments } from '../deployments/actions/halt.js';
import { DeploymentStore } from '../deployments/store.js';

const HELP = `Usage: npm run ops -- deployments halt --account <account id> --mode stop|block-entries

  deployments halt    stops every deployment of an account, or keeps each from opening positions; what they hold stays open.
                      It prints what became of each, and works while venues and the runtime service are down: what runs
                      follows within seconds once the service is up. One that is started again trades again. Safe to repeat

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI.
`;

const OPTIONS = { account: { type: 'string' }, mode: { type: 'string' } } as const;
const MODES: ReadonlyMap<string, HaltMode> = new Map([
  ['stop', 'stop'],
  ['block-entries', 'block_entries'],
]);

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (positionals.join(' ') !== 'halt') throw new UsageError(`there is no deployments ${positionals.join(' ')}`);
  const { account, mode = '' } = values;
  const wanted = MODES.get(mode);
  if (account === undefined || wanted === undefined)
    throw new UsageError(`--account and --mode are needed; a mode is one of ${[...MODES.keys()].join(', ')}`);
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
  });
  const uri = environment.MONGODB_URI ?? new Secret(await findRunningMongo(resolve(environment.DATA_DIR), 'runtime'));
  const connection = await connectMongo(uri, 'runtime');
  try {
    const store = new DeploymentStore(connection, 'ops', systemClock);
    const logger = createLogger({ process: 'ops', level: 'warn' }, process.stderr);
    const cause = { by: 'operator', source: userInfo().username } as const;
    const halted = await haltDeployments(account, wanted, cause, { store, clock: systemClock, logger });
    for (const { deployment, outcome } of halted)
      say(`${deployment._id} ${JSON.stringify(deployment.name)}: ${outcome}, ${deployment.status}`);
    say(`${halted.length} deployments of ${account}`);
    return 0;
  } finally {
    await connection.close();
  }
}

await runOperatorCommand({ subject: 'deployments', help: HELP, run });
