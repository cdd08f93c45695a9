import { formatUsd } from '@platform/kit/money';
import type { SetupReconciliation } from '../setups/reconciliation.js';

/** Returns the setups that wait for an operator, one per line. */
export async function listWaiting(reconciliation: SetupReconciliation): Promise<string[]> {
  return (await reconciliation.waiting()).map(
    ({ _id, accountId, venue, amountMicroUsdc, step, error, updatedAt }) =>
      `${_id} of ${accountId}: ${formatUsd(amountMicroUsdc)} USD to ${venue}, ${error ?? 'unproven'} at ${step} since ${updatedAt.toISOString()}`,
  );
}
