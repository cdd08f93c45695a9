/** `npm run ops`: what an operator does to the money of a running platform. */
import { createIdSource, systemClock, systemRandom } from '@platform/clock';
import { createLogger } from '@platform/logging';
import { connectMongo } from '@platform/mongo';
import { EvmChain } from '../chains/evm-chain.js';
import { EvmNode } from '../chains/evm-node.js';
import { TransferLog } from '../chains/transfers.js';
import { DepositWatcher } from '../deposits/watcher.js';
import { LedgerChecker } from '../ledger/checker.js';
import { Ledger } from '../ledger/ledger.js';
import { SetupReconciliation } from '../setups/reconciliation.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { WalletOwners } from '../wallets/owners.js';
import { Wallets } from '../wallets/wallets.js';
import { rescanDeposits } from './deposits.js';
import { findMasterKey, findPlatform } from './environment.js';
import { checkLedger, liftFence } from './ledger.js';
import { listWaiting } from './setups.js';

const HELP = `Usage: npm run ops -- <subject> <verb> [options]

  ledger check                    compares the ledger with the chain and lists the fenced wallets; exits 1 for anything wrong
  ledger lift-fence <wallet id>   lets money leave a wallet again, once its ledger and its chain agree
  deposits rescan <block>         reads settled blocks of Arbitrum again from one on and books what was missed; safe to repeat
  wallet add <account id>         makes another wallet for an account, which executions name by its address; prints both
  setup list                      lists the venue setups that are reconciliation_required; exits 1 when there are any
  setup resume <setup id>         has the platform look for proof again, for as long as before; the amount stays held
  setup write-off <setup id>      closes a setup whose amount the venue took and will never credit; books it as gone

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI and ARBITRUM_RPC_URL.
`;

class UsageError extends Error {}

/** What a command found or did, a line each, and whether all is well. */
interface Outcome {
  readonly lines: readonly string[];
  readonly isWell: boolean;
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** The commands; those with `takes` need one argument. */
const COMMANDS: Readonly<
  Record<string, { takes?: string; run: (parts: Parts, argument: string) => Promise<Outcome> }>
> = {
  'ledger check': {
    run: async ({ ledger, checker }) => counted(await checkLedger(ledger, checker, systemClock), 'problems'),
  },
  'ledger lift-fence': {
    takes: 'wallet id',
    run: async ({ ledger, checker }, walletId) => {
      await liftFence(walletId, ledger, checker, systemClock);
      return done(`${walletId} is not fenced`);
    },
  },
  'deposits rescan': {
    takes: 'block',
    run: async ({ watcher }, block) => {
      const booked = await rescanDeposits(watcher, block);
      return done(...booked, `${booked.length} deposits were missed`);
    },
  },
  'wallet add': {
    takes: 'account id',
    run: async ({ connection }, accountId) => {
      const vault = new EnvelopeVault(new LocalMasterKey(await findMasterKey(), systemRandom), systemRandom);
      const wallets = new Wallets(connection, vault, createIdSource(systemClock, systemRandom), systemClock);
      const { _id, address } = await wallets.add(accountId);
      return done(`${_id} of ${accountId}: ${address}`);
    },
  },
  'setup list': { run: async ({ reconciliation }) => counted(await listWaiting(reconciliation), 'setups wait') },
  'setup resume': {
    takes: 'setup id',
    run: async ({ reconciliation }, id) => {
      await reconciliation.resume(id);
      return done(`${id} is looked up again`);
    },
  },
  'setup write-off': {
    takes: 'setup id',
    run: async ({ reconciliation }, id) => {
      await reconciliation.writeOff(id);
      return done(`${id} is closed, and its amount booked as gone`);
    },
  },
};

function counted(found: readonly string[], noun: string): Outcome {
  return { lines: [...found, `${found.length} ${noun}`], isWell: found.length === 0 };
}

function done(...lines: readonly string[]): Outcome {
  return { lines, isWell: true };
}

/** Runs one command; gives the exit code. */
async function run([subject, verb, ...rest]: readonly string[]): Promise<number> {
  if (subject === undefined || subject === '--help' || subject === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  const name = [subject, verb].join(' ');
  const command = COMMANDS[name];
  if (command === undefined) throw new UsageError(`there is no ${name}`);
  if (rest.length !== (command.takes === undefined ? 0 : 1))
    throw new UsageError(`${name} takes ${command.takes === undefined ? 'nothing' : `one ${command.takes}`}`);
  const parts = await openParts();
  try {
    const { lines, isWell } = await command.run(parts, rest[0] ?? '');
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return isWell ? 0 : 1;
  } finally {
    await parts.connection.close();
  }
}

/** What the commands work with, on the platform that runs. */
async function openParts() {
  const { mongodbUri, arbitrumRpcUrl, reconciliationMs } = await findPlatform();
  const connection = await connectMongo(mongodbUri, 'wallet');
  const clock = systemClock;
  const ids = createIdSource(clock, systemRandom);
  const ledger = new Ledger(connection, ids, clock);
  const node = new EvmNode('arbitrum', arbitrumRpcUrl);
  const chain = new EvmChain(node);
  const logger = createLogger({ process: 'ops', level: 'error' });
  const owners = new WalletOwners(connection);
  const checker = new LedgerChecker(ledger, owners, chain, clock, logger, 0);
  const watcher = new DepositWatcher(connection, new TransferLog(node), owners, ledger, ids, clock, undefined);
  const reconciliation = new SetupReconciliation({ connection, ledger, clock, reconciliationMs });
  return { connection, ledger, checker, reconciliation, watcher };
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(HELP);
  process.exitCode = 1;
}
