/** `npm run sandbox -- <verb>`: drives the sandbox of a running platform. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Descriptor, readDescriptor } from '@platform/kit/descriptor';
import { isNetwork, networkNames } from '@platform/kit/networks';
import { isAddress, parseUnits } from 'viem';
import { depositUsdc } from './chains/deposit.js';
import { newestMessage } from './mailbox/store.js';

const USAGE = `usage: npm run sandbox -- <verb>
  deposit --to 0x… --amount 100 [--chain ${networkNames.join('|')}]   sends USDC from the faucet
  mail <address>                                             prints the newest message to an address
  fault <venue> <kind> [--count n] [--when before_accept|after_accept] [--scope changes|all] [--address ip]
        kinds: timeout disconnect rate_limit malformed reject err_timeout err_rate_limit err_internal server_error down
  fault <venue> err_late [--count n] [--seconds n]
        the answer reports a failure at once, and the venue executes the call seconds later (2)
  fault ${networkNames.join('|')} <kind> [--method eth_…] [--message text] and the options above
        the same of a chain's node, and stale: it answers as one that lags (docs/sandbox.md)
  fault <venue> late_candles [--seconds n]
        its WebSocket tells candles late, by 30 seconds unless it says otherwise, until the faults are cleared
  fault <venue> odd_row --at 2026-03-02T11:00:00Z|--market name --field name [--value json]
        the rows that stand in a minute, or a listed market, have that value in that field (null), until the faults are cleared
  fault <venue> no_replay
        new subscriptions to an account's events say nothing of former ones, until the faults are cleared
  fault <venue> agent_ended|liquidation --user 0x…
        the venue ends the account's agents, or closes its positions as a liquidation
  fault <venue> restarting [--seconds n]
        its engine is down (90 seconds), and then takes only post-only orders for two minutes
  fault <venue> signer_refused --user 0x…
        refuses the orders of a deposit wallet by its owner's key, until the faults are cleared
  fault <venue> signer_limited --user 0x… [--seconds n], heartbeat_lost --user 0x…
        the allowance of an account is used up for seconds (5); all of its open orders are canceled, once it has some
  fault <venue> redeem_unpaid [--count n]
        the next redemption succeeds and pays nothing
  fault <venue> transaction_rejected [--count n]
        the sequencer rejects the next transaction that the venue has accepted; its nonce is used
  fault <venue> transaction_slow [--count n] [--seconds n]
        the next transaction that the venue has accepted, and all behind it, are pending for seconds (20)
  fault <venue> match_delayed [--count n] [--seconds n], match_failed, settlement_retried, settlement_failed [--count n]
        a match comes seconds later (3), or the order rests; a settlement is refused once, or fails for good
  fault <venue> slow_bridge|bridge_fee|bridge_failure [--seconds n] [--cents n]
        its bridge takes longer (60 s), keeps a fee of each transfer (50 cents) or fails, until the faults are cleared
  clear-faults
It finds the platform by DATA_DIR (.data when unset).`;

/** An error that the user of the command can fix: printed without a stack. */
class UsageError extends Error {}

const FAULTS_TIMEOUT_MS = 5_000;
const OPTIONS = {
  to: { type: 'string' },
  amount: { type: 'string' },
  chain: { type: 'string', default: 'arbitrum' },
  count: { type: 'string' },
  when: { type: 'string' },
  scope: { type: 'string' },
  address: { type: 'string' },
  user: { type: 'string' },
  method: { type: 'string' },
  message: { type: 'string' },
  seconds: { type: 'string' },
  cents: { type: 'string' },
  at: { type: 'string' },
  market: { type: 'string' },
  field: { type: 'string' },
  value: { type: 'string' },
} as const;

type Arguments = ReturnType<typeof parse>;

const VERBS: Record<string, (given: Arguments, platform: Descriptor) => Promise<string>> = {
  deposit,
  mail,
  fault,
  'clear-faults': clearFaults,
};

const [verb = '', ...args] = process.argv.slice(2);
try {
  process.stdout.write(`${await runVerb(verb, args)}\n`);
} catch (error) {
  const text = error instanceof UsageError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

async function runVerb(name: string, rest: string[]): Promise<string> {
  if (['', 'help', '--help'].includes(name)) return USAGE;
  const perform = VERBS[name];
  if (perform === undefined) throw new UsageError(`unknown verb ${name}\n${USAGE}`);
  const given = parse(rest);
  const dataDirectory = resolve(process.env['DATA_DIR'] || '.data');
  const platform = await readDescriptor(dataDirectory).catch((error) => {
    throw new UsageError(`no platform runs on ${dataDirectory} (npm start): ${error.message}`);
  });
  return perform(given, platform);
}

async function deposit({ values }: Arguments, platform: Descriptor): Promise<string> {
  const { to, amount, chain } = values;
  if (to === undefined || !isAddress(to))
    throw new UsageError('--to: must be an address, 0x and 40 hexadecimal digits');
  if (amount === undefined || !/^\d{1,9}(\.\d{1,6})?$/.test(amount))
    throw new UsageError('--amount: must be USDC with at most six decimals');
  if (!isNetwork(chain)) throw new UsageError(`--chain: must be ${networkNames.join(' or ')}`);
  const embedded = platform[chain];
  if (embedded === undefined) throw new UsageError('the running platform is on real chains');
  const { hash, blockNumber } = await depositUsdc({
    rpcUrl: embedded.rpc_url,
    usdcAddress: embedded.usdc_address,
    faucetKey: embedded.faucet_private_key,
    to,
    amountMicroUsdc: parseUnits(amount, 6),
  });
  return `${amount} USDC to ${to} on ${chain}: transaction ${hash} in block ${blockNumber}`;
}

async function mail({ positionals: [address] }: Arguments, platform: Descriptor): Promise<string> {
  if (address === undefined) throw new UsageError('mail: which address?');
  if (platform.mailbox_dir === undefined) throw new UsageError('the running platform sends real messages');
  const message = await newestMessage(platform.mailbox_dir, address);
  if (message === undefined) throw new UsageError(`no message to ${address}`);
  return message;
}

async function fault({ positionals, values }: Arguments, platform: Descriptor): Promise<string> {
  const [venue, kind] = positionals;
  const { count, when, scope, address, user, method, message, seconds, cents, at, market, field, value } = values;
  await callFaults(platform, 'POST', {
    venue,
    kind,
    ...(count !== undefined && { count: Number(count) }),
    ...(seconds !== undefined && { seconds: Number(seconds) }),
    ...(cents !== undefined && { cents: Number(cents) }),
    ...(value !== undefined && { value: jsonOf(value) }),
    ...{ when, scope, address, user, method, message, at, market, field },
  });
  return `${venue} has the fault ${kind}`;
}

/** Reads a value as JSON; what is none is a text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function clearFaults(_given: Arguments, platform: Descriptor): Promise<string> {
  await callFaults(platform, 'DELETE');
  return 'no faults';
}

async function callFaults(platform: Descriptor, method: 'POST' | 'DELETE', body?: object): Promise<void> {
  if (platform.faults_url === undefined) throw new UsageError('the running platform is on real venues');
  const response = await fetch(platform.faults_url, {
    method,
    signal: AbortSignal.timeout(FAULTS_TIMEOUT_MS),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new UsageError(`refused: ${await response.text()}\n${USAGE}`);
}

function parse(rest: string[]) {
  try {
    return parseArgs({ args: rest, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
