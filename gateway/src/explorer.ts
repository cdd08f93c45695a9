import { PlatformError } from '@platform/errors';
import { type ShownFile, type ShownFiles, wantsPage } from '@platform/http';
import type { FastifyInstance, FastifyReply } from 'fastify';

const EXPLORER_PATH = '/explorer';

/** Serves the graph explorer at `/explorer`, and sends a browser there that is pointed at the port or at the graph itself. */
export function serveExplorer(app: FastifyInstance, files: ShownFiles): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (method === 'GET' && (url === '/' || url === '/graphql') && wantsPage(headers))
      return reply.header('vary', 'accept, origin').redirect(EXPLORER_PATH, 303);
  });
  app.get(EXPLORER_PATH, async ({ headers }, reply) => send(reply, await files.find('index.html', headers)));
  app.get<{ Params: { file: string } }>(`${EXPLORER_PATH}/:file`, async ({ params, headers }, reply) =>
    send(reply, await files.find(params.file, headers)),
  );
  app.get('/favicon.ico', async ({ headers }, reply) => send(reply, await files.find('favicon.svg', headers)));
}

function send(reply: FastifyReply, file: ShownFile | undefined): FastifyReply {
  if (file === undefined) throw new PlatformError('not_found');
  return reply.code(file.status).headers(file.headers).send(file.body);
}
