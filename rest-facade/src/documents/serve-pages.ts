import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StaticFiles, sendFile, serveFiles, wantsPage } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openConsole, serveConsolePages } from '../console/pages.js';
import { type FrontPage, frontPage } from './front-page.js';
import { htmlPage } from './html-page.js';
import { GUIDES_PATH, REFERENCE_PATH, TEXT_PATH } from './navigation.js';
import { referencePage } from './reference-page.js';

/** Pages for browsers. */
export interface Pages extends FrontPage {
  /** The files of the console. */
  readonly console: StaticFiles;
  /** The files that the page of the API reference loads. */
  readonly reference: StaticFiles;
  /** The files that pages of text load. */
  readonly text: StaticFiles;
  /** Where the inside of each guide's page is. */
  readonly guidesDirectory: string;
}

/** Finds the pages in the folder that the bundler writes. */
export async function openPages(directory: string, about: Omit<FrontPage, 'guides'>): Promise<Pages> {
  const guidesDirectory = join(directory, 'guides');
  const files = (await readdir(guidesDirectory)).toSorted();
  const guides = files.map(async (file) => {
    const title = /<h1>(.*?)<\/h1>/.exec(await readFile(join(guidesDirectory, file), 'utf8'))?.[1];
    const name = file.replace(/\.html$/, '');
    return [name, title ?? name] as const;
  });
  return {
    ...about,
    guides: new Map(await Promise.all(guides)),
    guidesDirectory,
    console: await openConsole(join(directory, 'console')),
    reference: await StaticFiles.open(join(directory, 'reference')),
    text: await StaticFiles.open(join(directory, 'text')),
  };
}

/** The paths that respond to every client; `/` and `/docs` respond only to browsers. */
export const PAGE_PATHS = [
  REFERENCE_PATH,
  `${REFERENCE_PATH}/{file}`,
  `${GUIDES_PATH}/{name}`,
  `${TEXT_PATH}/{file}`,
  '/favicon.ico',
  '/app',
  '/app/assets/{file}',
] as const;

/** Serves the pages for browsers: the console, the first page of the documentation, the API reference and the guides. */
export function servePages(app: FastifyInstance, pages: Pages): void {
  const { reference, text, guides, guidesDirectory } = pages;
  serveConsolePages(app, pages.console);
  app.get('/docs', async ({ headers }, reply) => {
    if (!wantsPage(headers)) throw new PlatformError('not_found');
    return sendPage(reply.header('vary', 'accept, origin'), frontPage(pages));
  });
  app.get(REFERENCE_PATH, async (_request, reply) => sendPage(reply, referencePage(guides)));
  serveFiles(app, REFERENCE_PATH, reference);
  serveFiles(app, TEXT_PATH, text);
  app.get('/favicon.ico', async ({ headers }, reply) => sendFile(reply, await text.find('favicon.svg', headers)));
  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, async ({ params: { name } }, reply) => {
    const title = guides.get(name);
    if (title === undefined) throw new PlatformError('not_found');
    const inside = await readFile(join(guidesDirectory, `${name}.html`), 'utf8');
    return sendPage(reply, htmlPage(title, inside, { path: `${GUIDES_PATH}/${name}`, guides }));
  });
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, { status, headers, body }: ReturnType<typeof htmlPage>): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
