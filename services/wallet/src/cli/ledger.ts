import type { Clock } from '@platform/kit/clock';
import type { LedgerChecker } from '../checker/checker.js';
import type { Ledger } from '../ledger/ledger.js';

/** A final transfer is booked within moments: a difference that remains after these rounds is no longer under way. */
const ROUNDS = 5;
const ROUND_INTERVAL_MS = 2_000;

/** Returns the ledger's errors, one per line; only an empty result is good. */
export async function checkLedger(ledger: Ledger, checker: LedgerChecker, clock: Clock): Promise<string[]> {
  const unbalanced = (await ledger.unbalanced()).map((movement) => `movement ${movement} does not sum to zero`);
  const differing = (await settled(() => checker.compare(), clock)).map(
    ({ wallet, what }) => `${wallet._id} of ${wallet.accountId}, ${wallet.address}: ${what}`,
  );
  const fenced = (await ledger.books.fenced()).map(
    ({ _id, fence }) => `${_id} is fenced since ${fence?.at.toISOString()}: ${fence?.reason}`,
  );
  return [...unbalanced, ...(await checker.inconsistencies()), ...differing, ...fenced];
}

/** Allows money to leave a wallet again. Throws while its ledger and its chain still differ. */
export async function liftFence(walletId: string, ledger: Ledger, checker: LedgerChecker, clock: Clock): Promise<void> {
  const differing = await settled(async () => {
    const reading = await checker.read(walletId);
    return reading === undefined || reading.kind !== 'agrees' ? [reading] : [];
  }, clock);
  if (differing.length > 0) throw new Error(`${walletId} stays fenced: its ledger and its chain still differ`);
  await ledger.books.liftFence(walletId);
}

/** Returns the differences that remain. */
async function settled<Found>(compare: () => Promise<Found[]>, clock: Clock): Promise<Found[]> {
  for (let round = 1; ; round += 1) {
    const found = await compare();
    if (found.length === 0 || round === ROUNDS) return found;
    await clock.sleep(ROUND_INTERVAL_MS);
  }
}
