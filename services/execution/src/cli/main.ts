/** `npm run ops -- executions`: lists and settles executions whose outcome is unknown. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { connectMongo } from '@platform/store/mongo';
import { z } from 'zod';
import type { ExecutionRecord } from '../executions/model.js';
import { Settlement, type Verdict, verdicts } from '../executions/settlement.js';
import { migrations } from '../migrations/index.js';
import { settings } from '../settings.js';

const HELP = `Usage: npm run ops -- executions <verb> [options]

  executions list                    lists the executions that are reconciliation_required; exits 1 when there are any
  executions settle <id> <outcome> --evidence <text> --by <operator>
                                     settles one: outcome is succeeded, rejected or failed (it never happened and never will),
                                     or resume, which resumes the search for proof, for as long as before

Evidence is the proof, for example the venue's order id or the block explorer's page; it is stored with the execution.
The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI.
`;

const OPTIONS = { evidence: { type: 'string' }, by: { type: 'string' } } as const;
const verdictSchema = z.enum(verdicts);

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [verb, id, outcome, ...rest] = positionals;
  if (verb === 'list' && id === undefined) return withSettlement(list);
  if (verb !== 'settle' || id === undefined || rest.length > 0)
    throw new UsageError(`there is no ${positionals.join(' ')}`);
  const verdict = verdictSchema.safeParse(outcome);
  if (!verdict.success) throw new UsageError(`an outcome is one of ${verdicts.join(', ')}`);
  const { evidence = '', by: operator = '' } = values;
  return withSettlement((settlement) => settle(settlement, id, verdict.data, { evidence, operator }));
}

async function list(settlement: Settlement): Promise<number> {
  const waiting = await settlement.waiting();
  for (const record of waiting) say(lineOf(record));
  say(`${waiting.length} executions wait`);
  return waiting.length === 0 ? 0 : 1;
}

async function settle(
  settlement: Settlement,
  id: string,
  verdict: Verdict,
  by: { readonly evidence: string; readonly operator: string },
): Promise<number> {
  await settlement.settle(id, verdict, by);
  say(
    verdict === 'resume' ? `${id} is looked up again` : `${id} has ${verdict === 'rejected' ? 'been ' : ''}${verdict}`,
  );
  return 0;
}

/** Describes an execution for the operator who looks it up at the venue. */
function lineOf({ _id, accountId, venue, actionType, accountAddress, identity, intent, createdAt }: ExecutionRecord) {
  const signed = identity === undefined ? 'never signed' : `nonce ${identity.nonce}, hash ${identity.actionHash}`;
  return `${_id} of ${accountId}: ${actionType} at ${venue} by ${accountAddress} since ${createdAt.toISOString()}, ${signed}, ${intent.actionJson}`;
}

async function withSettlement(work: (settlement: Settlement) => Promise<number>): Promise<number> {
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    EXECUTION_RECONCILIATION_SECONDS: settings.EXECUTION_RECONCILIATION_SECONDS,
  });
  const uri = environment.MONGODB_URI ?? new Secret(await findRunningMongo(resolve(environment.DATA_DIR), 'execution'));
  const connection = await connectMongo(uri, 'execution', { migrations });
  try {
    const reconciliationMs = environment.EXECUTION_RECONCILIATION_SECONDS * 1_000;
    return await work(new Settlement(connection, systemClock, reconciliationMs));
  } finally {
    await connection.close();
  }
}

await runOperatorCommand({ subject: 'executions', help: HELP, run });
