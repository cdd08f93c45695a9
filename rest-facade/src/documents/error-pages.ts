import { STATUS_CODES } from 'node:http';
import { type CatalogueEntry, catalogue, isErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';
import { ERROR_PAGES_PATH } from '../http/envelope.js';
import type { LocalRoute } from '../http/server.js';
import { text } from '../routes/fields.js';

const entries: readonly (readonly [code: string, entry: CatalogueEntry])[] = Object.entries(catalogue);

const html = {
  mediaType: 'text/html',
  responses: { 200: text('The page', '<!doctype html>…') },
} as const;

/** A page for every error code, and one that lists them; made from the catalogue that the errors come from. */
export function errorPages(): readonly LocalRoute[] {
  const list = page('Errors', listOf(entries));
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
        summary: 'A page that says when an error happens and what to do',
        params: z.strictObject({ code: text('Error code', 'invalid_request') }),
        refusals: ['not_found'],
      },
      answer: async ({ code }) => {
        if (!isErrorCode(code)) throw new PlatformError('not_found');
        return page(code, describe(catalogue[code]));
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
<p><a href="${ERROR_PAGES_PATH}">All errors</a></p>`;
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

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
dt{font-weight:600;margin-top:1rem}dd{margin:0}td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}`;

function page(title: string, body: string): Awaited<ReturnType<LocalRoute['answer']>> {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
