import { PlatformError } from '@platform/errors';
import type { MicroUsdc } from '@platform/kit/money';
import { byVenue, venuesOf } from '@platform/venues/registry';
import type { WalletRecord } from '../../wallets/model.js';
import { type SourceName, sourceNames } from './names.js';
import type { SourceState, WithdrawalSource, WithdrawalSources } from './source.js';

/** Returns the sources with those of venues that have one. */
export function withdrawalSources(
  arbitrum: WithdrawalSource,
  atVenues: Readonly<Partial<Record<SourceName, WithdrawalSource | undefined>>> = {},
): WithdrawalSources {
  return { ...byVenue(venuesOf('wallet'), (venue) => atVenues[venue]), arbitrum };
}

/** Returns the source of a name. Throws `feature_not_available` for a planned one. */
export function sourceOf(sources: WithdrawalSources, name: SourceName): WithdrawalSource {
  const source = sources[name];
  if (source === undefined) throw new PlatformError('feature_not_available');
  return source;
}

/** What a source shows: only an available one can be spent. */
export type SourceStatus = 'available' | 'unavailable' | 'coming_soon';

/** A source with what it has for a wallet now. */
export interface DescribedSource extends SourceState {
  readonly name: SourceName;
  readonly status: SourceStatus;
  /** Undefined for a planned source. */
  readonly feeMicroUsdc: MicroUsdc | undefined;
}

/** Returns every source as it is for a wallet now. */
export async function describeSources(sources: WithdrawalSources, wallet: WalletRecord): Promise<DescribedSource[]> {
  return Promise.all(
    sourceNames.map(async (name): Promise<DescribedSource> => {
      const source = sources[name];
      if (source === undefined)
        return { name, status: 'coming_soon', availableMicroUsdc: undefined, feeMicroUsdc: undefined };
      const state = await source.describe(wallet);
      const status = state.obstacle === undefined ? 'available' : 'unavailable';
      return { name, status, feeMicroUsdc: source.feeMicroUsdc, ...state };
    }),
  );
}
