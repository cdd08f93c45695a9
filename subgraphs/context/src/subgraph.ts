import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { ContextContext, MarketKey } from './context.js';
import { CatalogueResolver } from './resolvers/catalogue.js';
import { HistoryResolver } from './resolvers/history.js';
import { MarketResolver } from './resolvers/market.js';
import { MarketRequestResolver } from './resolvers/market-request.js';
import { SnapshotResolver } from './resolvers/snapshot.js';

export { createContext } from './context.js';

/** The market context's part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<ContextContext>({
    resolvers: [MarketResolver, HistoryResolver, CatalogueResolver, SnapshotResolver, MarketRequestResolver],
    references: { Market: (key: MarketKey, { markets }) => markets.load(key) },
  });
}
