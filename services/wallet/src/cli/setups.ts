import { formatUsd } from '@platform/kit/money';
import type { SetupReconciliation } from '../setups/reconciliation.js';

/** Returns the setups that wait for an operator, one per line. */
export async function listWaiting(reconciliation: SetupReconciliation): Promise<string[]> {
  return (await reconciliation.waiting()).map(
    ({ _id, accountId, venue, amountMicroUsdc, creditedMicroUsdc, step, error, updatedAt }) => {
      const credited = creditedMicroUsdc === undefined ? '' : ` (${formatUsd(creditedMicroUsdc)} credited)`;
      const what = `${formatUsd(amountMicroUsdc)} USD to ${venue}${credited}`;
      return `${_id} of ${accountId}: ${what}, ${error ?? 'unproven'} at ${step} since ${updatedAt.toISOString()}`;
    },
  );
}
