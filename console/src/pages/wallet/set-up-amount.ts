import { usd } from '../../parts/format.js';
import { amountFault } from './withdraw/intent.js';

/** What is wrong with an amount to move to a venue; undefined where nothing is. `freeUsd` is undefined while nobody knows it. */
export function setUpFault(
  amountUsd: string,
  { minimumUsd, freeUsd }: { readonly minimumUsd: string; readonly freeUsd: string | undefined },
): string | undefined {
  const fault = amountFault(amountUsd, freeUsd);
  if (fault !== undefined) return fault;
  return Number(amountUsd) < Number(minimumUsd) ? `The venue takes at least ${usd(minimumUsd)} USD.` : undefined;
}

/** That less is free than the smallest amount, in words; undefined where it is not so, or while nobody knows. */
export function shortageOf(minimumUsd: string, freeUsd: string | undefined): string | undefined {
  return firstAmount(minimumUsd, freeUsd) === ''
    ? `The venue takes at least ${usd(minimumUsd)} USD, and ${usd(freeUsd)} USD are free.`
    : undefined;
}

/** What the form begins with: the smallest amount, where that much is free. */
export function firstAmount(minimumUsd: string, freeUsd: string | undefined): string {
  return freeUsd === undefined || Number(freeUsd) >= Number(minimumUsd) ? minimumUsd : '';
}
