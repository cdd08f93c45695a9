import { STATUS_CODES } from 'node:http';
import { type CatalogueEntry, catalogue, isErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';
import { ERROR_PAGES_PATH } from '../http/envelope.js';
import type { LocalRoute } from '../http/server.js';
import { text } from '../routes/fields.js';
import { escapeHtml, htmlPage } from './html-page.js';

const entries: readonly (readonly [code: string, entry: CatalogueEntry])[] = Object.entries(catalogue);

const html = {
  mediaType: 'text/html',
  responses: { 200: text('The page', '<!doctype html>…') },
} as const;

/** A page for every error code, and one that lists them; made from the catalogue that the errors come from. */
export function errorPages(): readonly LocalRoute[] {
  const list = page('Errors', ERROR_PAGES_PATH, listOf(entries));
  return [
    {
      path: ERROR_PAGES_PATH,
      documented: { ...html, id: 'listErrorPages', summary: 'A page that lists every error code' },
      answer: async () => list,
    },
    {
      path: `${ERROR_PAGES_PATH}/{code}`,
      documented: {
        ...html,
        id: 'getErrorPage',
        summary: 'A page that explains when an error happens and what to do',
        params: z.strictObject({ code: text('Error code', 'invalid_request') }),
        refusals: ['not_found'],
      },
      answer: async ({ code }) => {
        if (!isErrorCode(code)) throw new PlatformError('not_found');
        return page(code, `${ERROR_PAGES_PATH}/${code}`, describe(catalogue[code]));
      },
    },
  ];
}

function describe({ http, message, when, remedy }: CatalogueEntry): string {
  return `<p>${escapeHtml(message)}</p>
<dl>
<dt>Status</dt><dd>${statusOf(http)}</dd>
<dt>When</dt><dd>${escapeHtml(when)}</dd>
<dt>What to do</dt><dd>${escapeHtml(remedy)}</dd>
</dl>
<p><a href="${ERROR_PAGES_PATH}">All errors</a> · <a href="/docs">Documentation</a> · <a href="/">Console</a></p>`;
}

function listOf(all: typeof entries): string {
  const rows = all
    .toSorted(([code, { http }], [other, { http: otherHttp }]) => http - otherHttp || (code < other ? -1 : 1))
    .map(
      ([code, { http, when }]) =>
        `<tr><td>${statusOf(http)}</td><td><a href="${ERROR_PAGES_PATH}/${code}"><code>${code}</code></a></td><td>${escapeHtml(when)}</td></tr>`,
    );
  return `<table>\n<tr><th>Status</th><th>Code</th><th>When</th></tr>\n${rows.join('\n')}\n</table>`;
}

function statusOf(http: number): string {
  return `${http} ${STATUS_CODES[http] ?? ''}`;
}

const page = (title: string, path: string, body: string) => htmlPage(title, `<h1>${title}</h1>\n${body}`, { path });
