import type { Answer } from '../../graph/use-query.js';
import { words } from '../../parts/format.js';
import type { FreeQuery } from './generated/documents.js';

/** What can be moved out of the wallet now. */
export interface Free {
  /** On Arbitrum One, from where venues and withdrawals are paid; undefined while nobody knows. */
  readonly usd: string | undefined;
  /** Shown in place of an amount. */
  readonly unknown: string;
  /** Why nothing can be moved although it is there. */
  readonly obstacle: string | undefined;
}

/** Reads it from the source of withdrawals that the wallet itself is: setups spend the same money. */
export function freeOf({ data, isLoading }: Pick<Answer<FreeQuery>, 'data' | 'isLoading'>): Free {
  const own = data?.wallet?.withdrawalSources?.find(({ source }) => source === 'arbitrum');
  return {
    usd: own?.availableUsd ?? undefined,
    unknown: own === undefined && isLoading ? '…' : 'unknown',
    obstacle: own?.reason == null ? undefined : words(own.reason),
  };
}
