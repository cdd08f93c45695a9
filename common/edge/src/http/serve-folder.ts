import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StaticFile, StaticFiles } from './static-files.js';

/** Serves a folder below a path, its `index.html` at the path itself and its `favicon.svg` as the icon of the origin. */
export function serveFolder(app: FastifyInstance, path: string, files: StaticFiles): void {
  app.get(path, async ({ headers }, reply) => sendFile(reply, await files.find('index.html', headers)));
  serveFiles(app, path, files);
  app.get('/favicon.ico', async ({ headers }, reply) => sendFile(reply, await files.find('favicon.svg', headers)));
}

/** Serves the files of a folder below a path, each by its name. */
export function serveFiles(app: FastifyInstance, path: string, files: StaticFiles): void {
  app.get<{ Params: { file: string } }>(`${path}/:file`, async ({ params, headers }, reply) =>
    sendFile(reply, await files.find(params.file, headers)),
  );
}

/** Sends a file, with further headers if there are any. Throws `not_found` where there is no file. */
export function sendFile(
  reply: FastifyReply,
  file: StaticFile | undefined,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  if (file === undefined) throw new PlatformError('not_found');
  return reply
    .code(file.status)
    .headers({ ...file.headers, ...headers })
    .send(file.body);
}
