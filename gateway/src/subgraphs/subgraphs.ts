import { PlatformError } from '@platform/errors';
import type { Closeable } from '@platform/lifecycle';
import { SubgraphDataSource } from './data-source.js';
import { JsonPeer } from './http-client.js';

/** Longer than a subgraph's own deadline towards its service, shorter than the facade's towards the gateway. */
const TIMEOUT_MS = 20_000;

/** The subgraphs by name; they need not be running. */
export interface Subgraphs extends Closeable {
  /** Returns the data source of a subgraph. Throws `not_found` if its address isn't known. */
  readonly dataSource: (name: string) => SubgraphDataSource;
}

/** Keeps connections to the subgraphs at these addresses. */
export function connectSubgraphs(
  urls: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Subgraphs {
  const peers: JsonPeer[] = [];
  const sources = new Map(
    Object.entries(urls).map(([name, url]) => {
      const { origin, pathname } = new URL(url);
      const peer = new JsonPeer(origin, { timeoutMs });
      peers.push(peer);
      return [name, new SubgraphDataSource(name, peer, pathname)] as const;
    }),
  );
  return {
    dataSource: (name) => {
      const source = sources.get(name);
      if (source === undefined) throw new PlatformError('not_found', { message: `Subgraph ${name} has no address.` });
      return source;
    },
    close: async () => {
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}
