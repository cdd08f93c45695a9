// Why: docs/decisions/edge/console.md
import { pageHeaders, StaticFiles, sendFile, wantsPage } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance } from 'fastify';

/** Below it, the console's own script decides what is shown. */
const APP_PATH = '/app';
/** Where the page loads its files from. */
const ASSETS_PATH = `${APP_PATH}/assets`;
const PAGE = 'index.html';

/** Everything of its own origin, and forms that are sent there. */
const HEADERS = pageHeaders({ fonts: "'self'", workers: "'none'", forms: "'self'" });

/** Finds the console in the folder that the bundler writes. Throws where its page is missing. */
export async function openConsole(directory: string): Promise<StaticFiles> {
  const files = await StaticFiles.open(directory, HEADERS);
  if (!files.has(PAGE)) throw new Error(`${directory} has no page of the console`);
  return files;
}

/** Serves the console: its page at `/` for browsers, and at `/app` and everything below it; its files at `/app/assets`. */
export function serveConsolePages(app: FastifyInstance, files: StaticFiles): void {
  app.get('/', async ({ headers }, reply) => {
    if (!wantsPage(headers)) throw new PlatformError('not_found');
    return sendFile(reply, await files.find(PAGE, headers), { vary: 'accept, accept-encoding, origin' });
  });
  for (const path of [APP_PATH, `${APP_PATH}/*`])
    app.get(path, async ({ headers }, reply) => sendFile(reply, await files.find(PAGE, headers)));
  app.get<{ Params: { '*': string } }>(`${ASSETS_PATH}/*`, async ({ params: { '*': name }, headers }, reply) => {
    if (name === PAGE) throw new PlatformError('not_found');
    return sendFile(reply, await files.find(name, headers));
  });
}
