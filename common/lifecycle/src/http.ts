import type { Server } from 'node:http';
import type { Closeable } from './closeable.js';

const GRACE_MS = 5_000;

/**
 * Stops an HTTP server: requests in flight may finish within 5 s, then every connection is cut. Without the cut a stop
 * could wait for ever, since Node counts a connection that never carried a request as busy.
 */
export function httpCloseable(app: { readonly server: Server; close(): Promise<unknown> }): Closeable {
  return {
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
      await app.close();
      clearTimeout(cut);
    },
  };
}
