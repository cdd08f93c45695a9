import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { formatUsd } from '@platform/kit/money';
import { type Network, networks, networkVariable } from '@platform/kit/networks';
import { createProgress, type ProgressStream } from '@platform/kit/provisioning';
import type { DepositRecord } from '../deposits/model.js';
import type { DepositWatcher, Rescanned } from '../deposits/watcher.js';
import type { Outcome } from './outcome.js';

/** How often, and after what delay, blocks are requested again that a node doesn't show. */
const TRIES = 10;
const TRY_INTERVAL_MS = 3_000;

/** Where booked deposits are printed, one per line, and where the progress is printed. */
export interface Printed {
  readonly print: (line: string) => void;
  readonly progress: ProgressStream;
}

/**
 * Books what the settled blocks from one on hold and the ledger misses. It prints each deposit once it is booked, so that an operator who
 * stops the command has seen it. When the chain can't be read it reports the last block that was read, and how to continue. Throws for text
 * that is not a block number.
 */
export async function rescanDeposits(
  watcher: Pick<DepositWatcher, 'rescan'>,
  { network, block }: { readonly network: Network; readonly block: string },
  clock: Clock,
  { print, progress: stream }: Printed,
): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(block)) throw new Error(`${block} is not a block number`);
  const show = () => createProgress(stream, 'reading settled blocks again');
  let progress = show();
  let booked = 0;
  const missed = () => `${booked} deposits were missed`;
  try {
    for (let from = BigInt(block); ; ) {
      progress.report(`from block ${from} on`);
      const read = await readPatiently(watcher, from, clock);
      if (typeof read === 'string') return { lines: [missed(), unread(network, from, read, block)], isWell: false };
      if (read === undefined) return { lines: [missed()], isWell: true };
      if (read.missed.length > 0) {
        progress.finish();
        for (const deposit of read.missed) print(describe(deposit));
        progress = show();
      }
      booked += read.missed.length;
      from = read.to + 1n;
    }
  } finally {
    progress.finish();
  }
}

/** Returns the next blocks, undefined when none is left, or the reason why the chain can't be read. */
async function readPatiently(
  watcher: Pick<DepositWatcher, 'rescan'>,
  from: bigint,
  clock: Clock,
): Promise<Rescanned | undefined | string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await watcher.rescan(from);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'wallet_upstream_unavailable') throw error;
      if (attempt === TRIES) return error.cause instanceof Error ? error.cause.message : error.message;
      await clock.sleep(TRY_INTERVAL_MS);
    }
  }
}

function describe({ _id, accountId, walletId, amountMicroUsdc, txHash, blockNumber }: DepositRecord): string {
  return `${_id}: ${formatUsd(amountMicroUsdc)} USDC to ${walletId} of ${accountId}, ${txHash} in block ${blockNumber}`;
}

function unread(network: Network, from: bigint, reason: string, block: string): string {
  const before = from > BigInt(block) ? `Blocks ${block} to ${from - 1n} are read and booked. ` : '';
  return (
    `${networks[network].name} can not be read from block ${from} on, in ${TRIES} attempts: ${reason}. ${before}` +
    `See that the node at ${networkVariable(network, 'RPC_URL')} answers and has that block, then go on with: ` +
    `npm run ops -- deposits rescan ${from} --network ${network}`
  );
}
