import type { Clock } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import type { ChainComparison } from '../checker/chain-comparison.js';
import type { LedgerChecker } from '../checker/checker.js';
import type { Ledger } from '../ledger/ledger.js';
import { type WalletLocation, walletAt } from '../ledger/locations.js';

/** A final transfer is booked within moments: a difference that remains after these rounds is no longer under way. */
const ROUNDS = 5;
const ROUND_INTERVAL_MS = 2_000;

/** Returns the ledger's errors, one per line; only an empty result is good. */
export async function checkLedger(
  ledger: Ledger,
  checker: LedgerChecker,
  comparisons: readonly ChainComparison[],
  clock: Clock,
  report: Report = () => {},
): Promise<string[]> {
  const unbalanced = (await ledger.unbalanced()).map((movement) => `movement ${movement} does not sum to zero`);
  const compare = async () => (await Promise.all(comparisons.map((each) => each.compare()))).flat();
  const differing = (await settled(compare, clock, report)).map(
    ({ wallet, location, what }) => `${location} of ${wallet.accountId}, ${wallet.address}: ${what}`,
  );
  const fenced = (await ledger.books.fenced()).map(
    ({ _id, fence }) => `${_id} is fenced since ${fence?.at.toISOString()}: ${fence?.reason}`,
  );
  return [...unbalanced, ...(await checker.inconsistencies()), ...differing, ...fenced];
}

/** Allows money to leave a location again. Throws while ledger and chain still differ there. */
export async function liftFence(
  location: WalletLocation,
  ledger: Ledger,
  comparison: ChainComparison,
  clock: Clock,
): Promise<void> {
  const { walletId = '' } = walletAt(location) ?? {};
  const differing = await settled(async () => {
    const reading = await comparison.read(walletId);
    return reading === undefined || reading.kind !== 'agrees' ? [reading] : [];
  }, clock);
  if (differing.length > 0) throw new Error(`${location} stays fenced: ledger and chain still differ`);
  await ledger.books.liftFence(location);
}

/** Returns the differences that remain. */
async function settled<Found>(
  compare: () => Promise<Found[]>,
  clock: Clock,
  report: Report = () => {},
): Promise<Found[]> {
  for (let round = 1; ; round += 1) {
    report(`round ${round} of ${ROUNDS} at most`);
    const found = await compare();
    if (found.length === 0 || round === ROUNDS) return found;
    await clock.sleep(ROUND_INTERVAL_MS);
  }
}
