import { formatUsd } from '@platform/kit/money';
import type { PayoutReconciliation } from '../withdrawals/departures/reconciliation.js';
import { transitOf } from '../withdrawals/model.js';

/** Returns the withdrawals that wait for an operator, one per line, with what has arrived since and may be their payout. */
export async function listUnpaid(payouts: PayoutReconciliation): Promise<string[]> {
  return (await payouts.waiting()).map(({ withdrawal, arrived }) => {
    const { _id, accountId, source, updatedAt } = withdrawal;
    const amount = formatUsd(transitOf(withdrawal).amountMicroUsdc);
    const found = arrived.map(({ amountMicroUsdc, txHash }) => `${formatUsd(amountMicroUsdc)} in ${txHash}`);
    const since = found.length === 0 ? 'nothing has' : found.join(', ');
    return `${_id} of ${accountId}: ${amount} USD from ${source}, unpaid since ${updatedAt.toISOString()}; arrived: ${since}`;
  });
}
