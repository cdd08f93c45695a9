import { numberOf } from '../format.js';
import { byVenue, type VenueName } from '../venues.js';
import { STEPS, stepsDone } from './setup-steps.js';

/** What moves an account's money now, as the graph tells it. */
export interface Movements {
  /** Deposits that are not final yet. */
  readonly deposits: readonly { readonly id: string; readonly amountUsd: string }[];
  readonly withdrawals: readonly { readonly id: string; readonly status: string; readonly amountUsd: string }[];
  readonly venues: Readonly<
    Record<
      VenueName,
      { readonly operation: { readonly id: string; readonly status: string; readonly step: string } | null }
    >
  > | null;
}

/** Money that is under way, in words; its amount where that is told. */
interface Movement {
  readonly id: string;
  readonly text: string;
  readonly amountUsd: string | undefined;
}

const LEAVING: ReadonlySet<string> = new Set(['processing', 'broadcast']);
const MICRO = 1_000_000;

/** Returns what is under way. */
export function movementsOf({ deposits, withdrawals, venues }: Movements): Movement[] {
  return [
    ...deposits.map(({ id, amountUsd }) => ({ id, text: 'Deposit, waiting to be final', amountUsd })),
    ...withdrawals
      .filter(({ status }) => LEAVING.has(status))
      .map(({ id, amountUsd }) => ({ id, text: 'Withdrawal', amountUsd })),
    ...byVenue(venues).flatMap(([venue, { operation }]) =>
      operation?.status === 'processing'
        ? [{ id: operation.id, text: `Setup of ${venue}: ${underWay(operation.step)}`, amountUsd: undefined }]
        : [],
    ),
  ];
}

/** What a setup is doing, within a line. */
function underWay(step: string): string {
  return (STEPS[stepsDone(step)] ?? 'done').toLowerCase();
}

/** Returns what has arrived and can not be used yet, in USD. */
export function waitingUsd(deposits: Movements['deposits']): number {
  const micro = deposits.reduce((sum, { amountUsd }) => sum + Math.round((numberOf(amountUsd) ?? 0) * MICRO), 0);
  return micro / MICRO;
}
