/** `npm run ops -- deployments`: the operator's kill switch, and what the older platform recorded. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { z } from 'zod';
import { forgetNode, NodeInUse } from '../deployments/actions/forget-node.js';
import { type HaltMode, haltDeployments } from '../deployments/actions/halt.js';
import { DeploymentHistory } from '../deployments/history/index.js';
import { DeploymentStore } from '../deployments/store.js';
import { importLegacyDeployments } from '../legacy/deployments/import.js';
import { migrations } from '../migrations/index.js';
import { Nodes } from '../nodes/nodes.js';
import { reportOf, withLinesOf } from './file-lines.js';

const HELP = `Usage: npm run ops -- deployments halt --account <account id> --mode stop|block-entries
       npm run ops -- deployments import <file>
       npm run ops -- deployments nodes
       npm run ops -- deployments forget-node <node> --to <node>

  deployments halt    stops every deployment of an account, or keeps each from opening positions; what they hold stays open.
                      It prints what became of each, and works while venues and the runtime service are down: what runs
                      follows within seconds once the service is up. One that is started again trades again. Safe to repeat
  deployments nodes   lists the machines that bots run on, and since when one has given no sign
  deployments forget-node  has the deployments of a machine that is gone for good start on another, without their files there.
                      Make sure before that nothing runs on it any more: its bots would trade beside those of the other. It is
                      refused while the machine works. Safe to repeat
  deployments import  stores legacy deployments, a JSON object a line; exits 1 when a line was refused. What a line holds is in
                      docs/legacy-deployments.md. Repeating an import changes nothing

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI.
`;

const OPTIONS = { account: { type: 'string' }, mode: { type: 'string' }, to: { type: 'string' } } as const;
/** No node has this name. */
const OPERATOR = 'ops';
const MODES: ReadonlyMap<string, HaltMode> = new Map([
  ['stop', 'stop'],
  ['block-entries', 'block_entries'],
]);

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [verb, file, ...rest] = positionals;
  if (verb === 'halt' && file === undefined) return onDatabase(haltOf(values));
  if (verb === 'nodes' && file === undefined) return onDatabase(listNodes);
  if (verb === 'forget-node' && file !== undefined && rest.length === 0)
    return onDatabase(forgettingOf(file, values.to));
  if (verb === 'import' && file !== undefined && rest.length === 0) return onDatabase(importOf(file));
  throw new UsageError(`there is no deployments ${positionals.join(' ')}`);
}

type Work = (connection: Connection) => Promise<number>;

async function onDatabase(work: Work): Promise<number> {
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
  });
  const uri = environment.MONGODB_URI ?? new Secret(await findRunningMongo(resolve(environment.DATA_DIR), 'runtime'));
  const connection = await connectMongo(uri, 'runtime', { migrations });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function haltOf({ account, mode = '' }: { readonly account?: string; readonly mode?: string }): Work {
  const wanted = MODES.get(mode);
  if (account === undefined || wanted === undefined)
    throw new UsageError(`--account and --mode are needed; a mode is one of ${[...MODES.keys()].join(', ')}`);
  return async (connection) => {
    const store = new DeploymentStore(connection, OPERATOR, systemClock);
    const logger = createLogger({ process: 'ops', level: 'warn' }, process.stderr);
    const cause = { by: 'operator', source: userInfo().username } as const;
    const halted = await haltDeployments(account, wanted, cause, { store, clock: systemClock, logger });
    for (const { deployment, outcome } of halted)
      say(`${deployment._id} ${JSON.stringify(deployment.name)}: ${outcome}, ${deployment.status}`);
    say(`${halted.length} deployments of ${account}`);
    return 0;
  };
}

async function listNodes(connection: Connection): Promise<number> {
  const nodes = await new Nodes(connection, OPERATOR).all();
  for (const { name, awaySince } of nodes)
    say(`${name}  ${awaySince === undefined ? 'works' : `no sign since ${awaySince.toISOString()}`}`);
  say(`${nodes.length} machines`);
  return 0;
}

function forgettingOf(name: string, to: string | undefined): Work {
  if (to === undefined) throw new UsageError('--to is needed: the machine that has the deployments from now on');
  return async (connection) => {
    const store = new DeploymentStore(connection, OPERATOR, systemClock);
    const history = new DeploymentHistory(connection, systemClock);
    try {
      const moved = await forgetNode(name, to, { nodes: new Nodes(connection, OPERATOR), store, history });
      say(`${moved} deployments of ${name} are with ${to}`);
      return 0;
    } catch (error) {
      if (!(error instanceof NodeInUse)) throw error;
      say(error.message);
      return 1;
    }
  };
}

function importOf(file: string): Work {
  return async (connection) => {
    const counts = await withLinesOf(file, ({ lines, aside }) =>
      importLegacyDeployments(lines, { connection, clock: systemClock, report: reportOf(aside) }),
    );
    const { readable, ambiguous, replaced, unchanged, refused } = counts;
    say(`${readable + ambiguous} imported: ${readable} readable, ${ambiguous} ambiguous`);
    say(`${replaced} replaced, ${unchanged} unchanged, ${refused} refused`);
    return refused === 0 ? 0 : 1;
  };
}

await runOperatorCommand({ subject: 'deployments', help: HELP, run });
