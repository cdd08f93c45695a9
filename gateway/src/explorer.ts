import { type ShownFiles, serveFolder, wantsPage } from '@platform/http';
import type { FastifyInstance } from 'fastify';

const EXPLORER_PATH = '/explorer';

/** Serves the graph explorer at `/explorer`, and sends a browser there that is pointed at the port or at the graph itself. */
export function serveExplorer(app: FastifyInstance, files: ShownFiles): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (method === 'GET' && (url === '/' || url === '/graphql') && wantsPage(headers))
      return reply.header('vary', 'accept, origin').redirect(EXPLORER_PATH, 303);
  });
  serveFolder(app, EXPLORER_PATH, files);
}
