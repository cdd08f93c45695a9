import './process.js';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { unwatchEventLoop, watchEventLoop } from './event-loop.js';
import { readQueues } from './queues.js';
import { registry } from './registry.js';

/** A running metrics server. */
export interface MetricsServer {
  /** The address of the metrics. */
  readonly url: string;
  /** Stops it at once. */
  close(): Promise<void>;
}

/** Serves the metrics of this process at `/metrics`, and at any other path: the port has no other purpose. Port 0 picks a free one. */
export async function serveMetrics(listen: { readonly host: string; readonly port: number }): Promise<MetricsServer> {
  let answering: Promise<string> | undefined;
  // Concurrent requests share one reading, so that many of them cost no more than one.
  const scrape = () => {
    answering ??= readMetrics().finally(() => {
      answering = undefined;
    });
    return answering;
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else
      scrape().then(
        (text) => answer(response, text),
        () => response.writeHead(500).end(),
      );
  });
  watchEventLoop();
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : listen.port;
  return {
    url: `http://${listen.host}:${port}/metrics`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      unwatchEventLoop();
    },
  };
}

async function readMetrics(): Promise<string> {
  await readQueues();
  return registry.metrics();
}

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': registry.contentType }).end(text);
}
