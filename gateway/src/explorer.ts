// Why: docs/decisions/edge/browser-pages.md
import { type StaticFiles, serveFolder, wantsPage } from '@platform/edge/http';
import type { FastifyInstance } from 'fastify';

const EXPLORER_PATH = '/explorer';
/** The facade's pages, which the explorer links to. */
const OTHER_PAGES = ['/app', '/docs', '/docs/api', '/docs/errors'];

/** Options of the explorer. */
export interface Explorer {
  readonly files: StaticFiles;
  /** Address of the facade's pages; undefined if unknown. */
  readonly publicUrl: string | undefined;
}

/**
 * Serves the graph explorer at `/explorer`. A browser that opens the port or the graph itself is redirected to it; the explorer links
 * to the facade's pages.
 */
export function serveExplorer(app: FastifyInstance, { files, publicUrl }: Explorer): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (method === 'GET' && (url === '/' || url === '/graphql') && wantsPage(headers))
      return reply.header('vary', 'accept, origin').redirect(EXPLORER_PATH, 303);
  });
  serveFolder(app, EXPLORER_PATH, files);
  if (publicUrl === undefined) return;
  for (const path of OTHER_PAGES)
    app.get(path, async (_request, reply) => reply.redirect(new URL(path, publicUrl).href, 303));
}
