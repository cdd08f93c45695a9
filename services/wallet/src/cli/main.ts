/** `npm run ops`: an operator's commands for the money of a running platform. */
import { parseArgs } from 'node:util';
import type { DecidedBy } from '@platform/flows';
import { Seals } from '@platform/keys/seals';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { formatUsd, parseUsd } from '@platform/kit/money';
import { byNetwork, isNetwork, type Network, networkNames } from '@platform/kit/networks';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { type Report, withProgress } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import { openObjectStore } from '@platform/store/objects';
import { getAddress, isHash } from 'viem';
import { adjust } from '../checker/adjustments.js';
import { LedgerChecker } from '../checker/checker.js';
import { Ledger } from '../ledger/ledger.js';
import { inWallet, type WalletLocation, walletAt } from '../ledger/locations.js';
import { migrations } from '../migrations/index.js';
import { openNetwork } from '../networks/open-network.js';
import { RelayerKeys } from '../relayer/keys.js';
import { SetupReconciliation } from '../setups/reconciliation.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { openServiceKey } from '../vault/service-keys.js';
import { WalletOwners } from '../wallets/owners.js';
import { checkCopies, restoreWallets } from '../wallets/restoration.js';
import { countByMasterKey, rewrapAll } from '../wallets/rewrap.js';
import { WalletCopies } from '../wallets/wallet-copies.js';
import { walletSeals } from '../wallets/wallet-seals.js';
import { Wallets } from '../wallets/wallets.js';
import { PayoutReconciliation } from '../withdrawals/departures/reconciliation.js';
import { orderPayOut } from '../withdrawals/pay-outs/orders.js';
import { rescanDeposits } from './deposits.js';
import { findKeyring, findPlatform } from './environment.js';
import { checkLedger, liftFence } from './ledger.js';
import type { Outcome } from './outcome.js';
import { listRelayers, retireRelayer } from './relayer.js';
import { listWaiting } from './setups.js';
import { listUnpaid } from './withdrawals.js';

const HELP = `Usage: npm run ops -- <subject> <verb> [options]

  ledger check                    compares the ledger with the chains and lists what is fenced; exits 1 when anything is wrong
  ledger adjust <location>        books a real difference, such as --amount=-0.01, at wallet:<wallet id>:arbitrum:USDC *
  ledger lift-fence <location>    allows money to leave a location again, once ledger and chain agree there
  deposits rescan <block>         reads settled blocks of --network (arbitrum) again from one on and books missed deposits; safe to
                                  repeat
  wallet add <account id>         creates another wallet for an account, which executions name by its address; prints both
  wallet pay-out-polygon <account id>  pays what the account's wallet holds on Polygon to its login wallet there *
  keys list                       counts the sealed keys per master key, by its id; exits 1 while a former one is needed
  keys rewrap                     wraps the data keys of former master keys with the current one (WALLET_MASTER_KEY)
  keys check                      compares the wallets with their copies in the object store, and opens each; exits 1 when one is wrong
  keys restore                    writes the wallets that have a copy into the database, over rows that are missing or differ
  setup list                      lists the venue setups that are reconciliation_required; exits 1 when there are any
  setup resume <setup id>         has the platform look for proof again, for as long as before; the amount stays held *
  setup accept-credit <setup id>  goes on with a credit whose amount differs, as the venue shows it; books the difference as gone *
  setup write-off <setup id>      closes a setup whose amount the venue took and will never credit; books it as gone *
  withdrawal list                 lists the withdrawals that have left their venue and not arrived in time, with the transfers that may be
                                  their payouts; exits 1 when there are any
  withdrawal resume <withdrawal id>  has the payout waited for again, for as long as before *
  withdrawal accept-payout <withdrawal id>  goes on with a payout that is less than was promised: the --transaction <hash> that has paid
                                  it to the wallet, which is no deposit then; books the rest as kept *
  withdrawal write-off <withdrawal id>  closes a withdrawal whose payout will never come; books its amount as gone *
  relayer list                    lists the relayer's keys by their addresses, with what each has under way
  relayer retire <address>        ends a key that was replaced, lost or leaked: it signs nothing more, and what it signed and no
                                  block has is signed again by the key in use (RELAYER_PRIVATE_KEY)
  executions --help               what is done with executions whose outcome is not known
  backtests --help                how backtests of the older platform are imported
  deployments --help              how all deployments of an account are stopped, or kept from opening positions
  environments --help             what the frameworks' environments take on the disk, and how unused ones are removed
  legacy --help                   who still uses the older surface
  backup --help                   how all that is stored is copied, and restored as it was at any instant
  migrate --help                  how data is brought to the schema of this version, ahead of its processes

* with --evidence <text> --by <operator>: the evidence, and the operator who decides; both are stored with the decision.

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI and the RPC_URL of each network.
Wallets are proved and opened with WALLET_MASTER_KEY and OBJECT_STORE_URL; the sandbox's are found in $DATA_DIR.
`;

const OPTIONS = {
  amount: { type: 'string' },
  network: { type: 'string' },
  transaction: { type: 'string' },
  evidence: { type: 'string' },
  by: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The options that a command may take besides its argument. */
interface Given {
  /** In USD; negative for a deduction. */
  readonly amount: string;
  readonly network: Network;
  /** The hash of a transaction on a chain, as it was given. */
  readonly transaction: string;
  readonly by: DecidedBy;
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** The commands; those with `takes` need one argument. */
const COMMANDS: Readonly<
  Record<string, { takes?: string; run: (parts: Parts, argument: string, given: Given) => Promise<Outcome> }>
> = {
  'ledger check': {
    run: async (parts) => {
      const comparisons = Object.values((await openWallets(parts)).networks).map(({ comparison }) => comparison);
      const check = (report: Report) => checkLedger(parts.ledger, parts.checker, comparisons, systemClock, report);
      return counted(await withProgress(process.stderr, 'comparing with the chains', check), 'problems');
    },
  },
  'ledger adjust': {
    takes: 'location',
    run: async (parts, text, { amount, by }) => {
      const amountMicroUsdc = amount.startsWith('-') ? -parseUsd(amount.slice(1)) : parseUsd(amount);
      const { location, comparison } = await placeOf(parts, text);
      const id = await adjust({ location, amountMicroUsdc, ...by }, { ...parts, comparison });
      return done(`${id}: ${location} has ${formatUsd(amountMicroUsdc)} more in the ledger, says ${by.operator}`);
    },
  },
  'ledger lift-fence': {
    takes: 'location',
    run: async (parts, text) => {
      const { location, comparison } = await placeOf(parts, text);
      await liftFence(location, parts.ledger, comparison, systemClock);
      return done(`${location} is not fenced`);
    },
  },
  'deposits rescan': {
    takes: 'block',
    run: async (parts, block, { network }) => {
      const { watcher } = (await openWallets(parts)).networks[network];
      return rescanDeposits(watcher, { network, block }, systemClock, { print: say, progress: process.stderr });
    },
  },
  'wallet add': {
    takes: 'account id',
    run: async (parts, accountId) => {
      const { wallets } = await openWallets(parts);
      const { _id, address } = await wallets.add(accountId);
      return done(`${_id} of ${accountId}: ${address}`);
    },
  },
  'wallet pay-out-polygon': {
    takes: 'account id',
    run: async ({ connection, ids }, accountId, { by }) => {
      const { _id, withdrawalId, refusal } = await orderPayOut(accountId, by, { connection, ids, clock: systemClock });
      if (withdrawalId !== undefined) return done(`${_id}: ${withdrawalId} pays it, as a withdrawal of the account`);
      return { lines: [`${_id} is refused: ${refusal}`], isWell: false };
    },
  },
  'keys list': {
    run: async ({ connection }) => {
      const { current } = await findKeyring();
      const counts = [...(await countByMasterKey(connection))];
      const lines = counts.map(([id, keys]) => `${id}${id === current.id ? ' (current)' : ''}: ${keys} keys`);
      return { lines, isWell: counts.every(([id]) => id === current.id) };
    },
  },
  'keys rewrap': {
    run: async ({ connection, objects }) => {
      const keyring = await findKeyring();
      const rewrap = (report: Report) => rewrapAll(connection, objects, keyring, report);
      const rewrapped = await withProgress(process.stderr, 'rewrapping', rewrap);
      return done(`${rewrapped} keys are wrapped by the current master key`);
    },
  },
  'keys check': {
    run: async (parts) => {
      const wallets = await openWallets(parts);
      const check = (report: Report) => checkCopies(wallets, report);
      return counted(await withProgress(process.stderr, 'checking keys', check), 'keys are wrong');
    },
  },
  'keys restore': {
    run: async (parts) => {
      const wallets = await openWallets(parts);
      const restore = (report: Report) => restoreWallets(wallets, report);
      return done(`${await withProgress(process.stderr, 'restoring wallets', restore)} wallets are restored`);
    },
  },
  'setup list': { run: async ({ reconciliation }) => counted(await listWaiting(reconciliation), 'setups wait') },
  'setup resume': {
    takes: 'setup id',
    run: async ({ reconciliation }, id, { by }) => {
      await reconciliation.resume(id, by);
      return done(`${id} is looked up again`);
    },
  },
  'setup accept-credit': {
    takes: 'setup id',
    run: async ({ reconciliation }, id, { by }) => {
      await reconciliation.acceptCredit(id, by);
      return done(`${id} goes on with the amount that the venue has credited`);
    },
  },
  'setup write-off': {
    takes: 'setup id',
    run: async ({ reconciliation }, id, { by }) => {
      await reconciliation.writeOff(id, by);
      return done(`${id} is closed, and its amount booked as lost`);
    },
  },
  'withdrawal list': { run: async ({ payouts }) => counted(await listUnpaid(payouts), 'withdrawals wait') },
  'withdrawal resume': {
    takes: 'withdrawal id',
    run: async ({ payouts }, id, { by }) => {
      await payouts.resume(id, by);
      return done(`${id} waits for its payout again`);
    },
  },
  'withdrawal accept-payout': {
    takes: 'withdrawal id',
    run: async (parts, id, { transaction, by }) => {
      if (!isHash(transaction))
        throw new UsageError('--transaction must be the hash of the transaction that has paid it');
      const accepted = await parts.payouts.acceptPayout(id, transaction, by, await openWallets(parts));
      return done(`${id} goes on with the ${formatUsd(accepted)} that has arrived`);
    },
  },
  'withdrawal write-off': {
    takes: 'withdrawal id',
    run: async ({ payouts }, id, { by }) => {
      await payouts.writeOff(id, by);
      return done(`${id} is closed, and its amount booked as lost`);
    },
  },
  'relayer list': { run: async ({ relayerKeys }) => ({ lines: await listRelayers(relayerKeys), isWell: true }) },
  'relayer retire': {
    takes: 'address',
    run: async ({ relayerKeys }, address) => {
      await retireRelayer(relayerKeys, getAddress(address));
      return done(`${address} signs nothing any more`);
    },
  },
};

function counted(found: readonly string[], noun: string): Outcome {
  return { lines: [...found, `${found.length} ${noun}`], isWell: found.length === 0 };
}

function done(...lines: readonly string[]): Outcome {
  return { lines, isWell: true };
}

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [subject, verb, ...rest] = positionals;
  if (subject === undefined || values.help === true) {
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
    const { lines, isWell } = await command.run(parts, rest[0] ?? '', {
      amount: values.amount ?? '',
      network: networkOf(values.network ?? 'arbitrum'),
      transaction: values.transaction ?? '',
      by: { evidence: values.evidence ?? '', operator: values.by ?? '' },
    });
    for (const line of lines) say(line);
    return isWell ? 0 : 1;
  } finally {
    await parts.connection.close();
  }
}

function networkOf(text: string): Network {
  if (!isNetwork(text)) throw new UsageError(`--network: must be one of ${networkNames.join(', ')}`);
  return text;
}

/** Returns a wallet's location, and what compares it with its chain. */
async function placeOf(parts: Parts, text: string) {
  const place = walletAt(text);
  if (place === undefined) throw new UsageError(`${text} is no location, such as wallet:<wallet id>:arbitrum:USDC`);
  const { comparison } = (await openWallets(parts)).networks[place.token.network];
  const location: WalletLocation = inWallet(place.walletId, place.token);
  return { location, comparison };
}

/** Opens the parts that the commands work with, on the running platform. */
async function openParts() {
  const { mongodbUri, rpcUrls, objectStore, reconciliationMs } = await findPlatform();
  const connection = await connectMongo(mongodbUri, 'wallet', { migrations });
  const clock = systemClock;
  const ids = createIdSource(clock, systemRandom);
  const ledger = new Ledger(connection, ids, clock);
  const objects = await openObjectStore(objectStore);
  const reconciliation = new SetupReconciliation({ connection, ledger, clock, reconciliationMs });
  const payouts = new PayoutReconciliation({ connection, ledger, clock });
  const relayerKeys = byNetwork((network) => new RelayerKeys(connection, network, clock));
  const checker = new LedgerChecker(connection, ledger, createLogger({ process: 'ops', level: 'error' }));
  return { connection, objects, rpcUrls, ledger, checker, ids, reconciliation, payouts, relayerKeys };
}

/** Opens what needs the master key: the wallets, and what reads their addresses. */
async function openWallets({ connection, objects, rpcUrls, ledger, ids }: Parts) {
  const clock = systemClock;
  const keyring = await findKeyring();
  const vault = new EnvelopeVault(keyring.current, systemRandom, keyring.former);
  const sealKey = await openServiceKey({ connection, objects }, 'seals', keyring, systemRandom);
  const logger = createLogger({ process: 'ops', level: 'error' });
  const seals = walletSeals(new Seals(sealKey, logger));
  const copies = new WalletCopies(objects, keyring.ids);
  const wallets = new Wallets({ connection, vault, seals, copies, ids, clock });
  const owners = new WalletOwners(connection, seals);
  const networks = byNetwork((network) => {
    const reached = { rpcUrl: rpcUrls[network], depositsFromBlock: undefined };
    return openNetwork(network, reached, { connection, ledger, owners, ids, clock, logger });
  });
  return { connection, vault, seals, copies, wallets, networks };
}

await runOperatorCommand({ help: HELP, run });
