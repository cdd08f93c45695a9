import type { Clock } from '@platform/clock';
import { formatUsd } from '@platform/money';
import type { Disagreement, LedgerChecker } from '../ledger/checker.js';
import type { Ledger } from '../ledger/ledger.js';

/** A final transfer is booked within moments: what still differs after these rounds is no longer under way. */
const ROUNDS = 5;
const ROUND_INTERVAL_MS = 2_000;

/** What is wrong with the ledger, a line each; none is the only good answer. */
export async function checkLedger(ledger: Ledger, checker: LedgerChecker, clock: Clock): Promise<string[]> {
  const unbalanced = (await ledger.unbalanced()).map((movement) => `movement ${movement} does not sum to zero`);
  const differing = (await settled(checker, clock)).map(
    ({ accountId, walletId, address, ledgerMicroUsdc, chainMicroUsdc }) =>
      `${walletId} of ${accountId}, ${address}: ledger ${formatUsd(ledgerMicroUsdc)}, chain ${formatUsd(chainMicroUsdc)}`,
  );
  const fenced = (await ledger.books.fenced()).map(
    ({ _id, fence }) => `${_id} is fenced since ${fence?.at.toISOString()}: ${fence?.reason}`,
  );
  return [...unbalanced, ...differing, ...fenced];
}

/** Lets money leave a wallet again. Throws while its ledger and its chain still differ. */
export async function liftFence(walletId: string, ledger: Ledger, checker: LedgerChecker, clock: Clock): Promise<void> {
  if ((await settled(checker, clock)).some((each) => each.walletId === walletId))
    throw new Error(`${walletId} stays fenced: its ledger and its chain still differ`);
  await ledger.books.liftFence(walletId);
}

/** The differences that stay. */
async function settled(checker: LedgerChecker, clock: Clock): Promise<Disagreement[]> {
  for (let round = 1; ; round += 1) {
    const found = await checker.compare();
    if (found.length === 0 || round === ROUNDS) return found;
    await clock.sleep(ROUND_INTERVAL_MS);
  }
}
