/** `npm run ops`: what an operator does to the money of a running platform. */
import { createIdSource, systemClock, systemRandom } from '@platform/clock';
import { createLogger } from '@platform/logging';
import { connectMongo } from '@platform/mongo';
import { EvmChain } from '../chains/evm-chain.js';
import { EvmNode } from '../chains/evm-node.js';
import { LedgerChecker } from '../ledger/checker.js';
import { Ledger } from '../ledger/ledger.js';
import { WalletOwners } from '../wallets/owners.js';
import { findPlatform } from './environment.js';
import { checkLedger, liftFence } from './ledger.js';

const HELP = `Usage: npm run ops -- <subject> <verb> [options]

  ledger check                    compares the ledger with the chain and lists the fenced accounts; exits 1 for anything wrong
  ledger lift-fence <account id>  lets money leave an account again, once its ledger and its chain agree

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI and ARBITRUM_RPC_URL.
`;

class UsageError extends Error {}

/** Runs one command; gives the exit code. */
async function run([subject, verb, ...rest]: readonly string[]): Promise<number> {
  if (subject === undefined || subject === '--help' || subject === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  const [accountId, ...others] = rest;
  const isCheck = verb === 'check' && accountId === undefined;
  const isLift = verb === 'lift-fence' && accountId !== undefined && others.length === 0;
  if (subject !== 'ledger' || !(isCheck || isLift)) throw new UsageError(`there is no ${[subject, verb].join(' ')}`);
  const { mongodbUri, arbitrumRpcUrl } = await findPlatform();
  const connection = await connectMongo(mongodbUri, 'wallet');
  try {
    const clock = systemClock;
    const ledger = new Ledger(connection, createIdSource(clock, systemRandom), clock);
    const chain = new EvmChain(new EvmNode('arbitrum', arbitrumRpcUrl));
    const logger = createLogger({ process: 'ops', level: 'error' });
    const checker = new LedgerChecker(ledger, new WalletOwners(connection), chain, clock, logger, 0);
    if (accountId !== undefined) {
      await liftFence(accountId, ledger, checker, clock);
      process.stdout.write(`${accountId} is not fenced\n`);
      return 0;
    }
    const problems = await checkLedger(ledger, checker, clock);
    process.stdout.write([...problems, `${problems.length} problems`].map((line) => `${line}\n`).join(''));
    return problems.length === 0 ? 0 : 1;
  } finally {
    await connection.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(HELP);
  process.exitCode = 1;
}
