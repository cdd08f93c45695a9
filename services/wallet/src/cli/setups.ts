import { formatUsd } from '@platform/kit/money';
import type { SetupReconciliation } from '../setups/reconciliation.js';

/** The setups that wait for an operator, a line each. */
export async function listWaiting(reconciliation: SetupReconciliation): Promise<string[]> {
  return (await reconciliation.waiting()).map(
    ({ _id, accountId, venue, amountMicroUsdc, step, error, updatedAt }) =>
      `${_id} of ${accountId}: ${formatUsd(amountMicroUsdc)} USD to ${venue}, ${error ?? 'unproven'} at ${step} since ${updatedAt.toISOString()}`,
  );
}
