import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StaticFile, StaticFiles } from './static-files.js';

/** Serves a folder below a path, its `index.html` at the path itself and its `favicon.svg` as the icon of the origin. */
export function serveFolder(app: FastifyInstance, path: string, files: StaticFiles): void {
  app.get(path, async ({ headers }, reply) => send(reply, await files.find('index.html', headers)));
  serveFiles(app, path, files);
  app.get('/favicon.ico', async ({ headers }, reply) => send(reply, await files.find('favicon.svg', headers)));
}

/** Serves the files of a folder below a path, each by its name. */
export function serveFiles(app: FastifyInstance, path: string, files: StaticFiles): void {
  app.get<{ Params: { file: string } }>(`${path}/:file`, async ({ params, headers }, reply) =>
    send(reply, await files.find(params.file, headers)),
  );
}

function send(reply: FastifyReply, file: StaticFile | undefined): FastifyReply {
  if (file === undefined) throw new PlatformError('not_found');
  return reply.code(file.status).headers(file.headers).send(file.body);
}
