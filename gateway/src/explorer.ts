// Why: docs/decisions/edge/browser-pages.md
import { type StaticFiles, serveFolder, wantsPage } from '@platform/edge/http';
import type { FastifyInstance } from 'fastify';

const EXPLORER_PATH = '/explorer';
/** The pages that the explorer leads to: the facade's. */
const OTHER_PAGES = ['/docs', '/docs/api', '/docs/errors'];

/** What the explorer consists of. */
export interface Explorer {
  readonly files: StaticFiles;
  /** Where the facade's pages are; undefined where nobody knows. */
  readonly publicUrl: string | undefined;
}

/**
 * Serves the graph explorer at `/explorer`, and sends a browser there that is pointed at the port or at the graph itself; from there it
 * is sent to the facade's pages.
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
