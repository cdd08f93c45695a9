import { hasRole, type VenueOf, venuesOf } from '@platform/venues/registry';

/** What a withdrawal spends: the balance that is held on Arbitrum, or the one at a venue. Balances are never combined. */
export type SourceName = 'arbitrum' | VenueOf<'wallet'>;

/** The names of all sources, in the order in which they are shown. */
export const sourceNames: readonly SourceName[] = ['arbitrum', ...venuesOf('wallet')];

/** Returns whether a text names a source, were it a planned one. */
export function isSource(text: string): text is SourceName {
  return text === 'arbitrum' || hasRole(text, 'wallet');
}
