import { PlatformError } from '@platform/errors';
import type { Closeable } from '@platform/lifecycle';
import { type GrpcTls, requireSafeAddress } from '@platform/rpc/grpc';
import { SubgraphDataSource } from './data-source.js';
import { JsonPeer } from './http-client.js';

/** Longer than a subgraph's own deadline towards its service, shorter than the facade's towards the gateway. */
const TIMEOUT_MS = 20_000;

/** The subgraphs by name; they need not be running. */
export interface Subgraphs extends Closeable {
  /** Returns the data source of a subgraph. Throws `not_found` if its address isn't known. */
  readonly dataSource: (name: string) => SubgraphDataSource;
}

/**
 * Keeps connections to the subgraphs at these addresses. Throws `ConfigurationError` for one without TLS that is on another machine, unless
 * that is allowed.
 */
export function connectSubgraphs(
  urls: Readonly<Record<string, string>>,
  {
    timeoutMs = TIMEOUT_MS,
    tls,
    allowWithoutTls = false,
  }: { readonly timeoutMs?: number; readonly tls?: GrpcTls | undefined; readonly allowWithoutTls?: boolean } = {},
): Subgraphs {
  const peers: JsonPeer[] = [];
  const sources = new Map(
    Object.entries(urls).map(([name, url]) => {
      const { origin, pathname, protocol, host } = new URL(url);
      const used = protocol === 'https:' ? tls : undefined;
      if (protocol === 'http:')
        requireSafeAddress(`${name.toUpperCase()}_SUBGRAPH_URL`, host, { tls: undefined, allowWithoutTls });
      const peer = new JsonPeer(origin, { timeoutMs, tls: used });
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
