import { PlatformError } from '@platform/errors';
import { LegacyFindMarketOutcomesDocument } from '../../generated/operations.js';
import type { Ask } from '../../routes/route.js';

/** The venue whose markets have slugs. */
export const SLUG_VENUE = 'polymarket';

/**
 * Returns the framework aliases of the outcomes of markets that slugs name: those whose history can serve a backtest, or all where none can.
 * Throws `market_not_found`, naming the first unknown slug.
 */
export async function symbolsOf(ask: Ask, slugs: readonly string[]): Promise<string[]> {
  const symbols: string[] = [];
  for (const slug of slugs) {
    const { markets } = await ask(LegacyFindMarketOutcomesDocument, { slug, venue: SLUG_VENUE });
    const outcomes = markets.edges.filter(({ node }) => node.prediction?.slug === slug);
    const ready = outcomes.filter(({ node }) => node.backtestReady);
    const named = (ready.length > 0 ? ready : outcomes).flatMap(({ node }) => node.frameworkSymbols.nautilus ?? []);
    if (named.length === 0) throw new PlatformError('market_not_found', { details: { venue: SLUG_VENUE, slug } });
    symbols.push(...named);
  }
  return [...new Set(symbols)];
}
