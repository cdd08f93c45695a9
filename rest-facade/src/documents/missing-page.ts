import type { IncomingHttpHeaders } from 'node:http';
import { wantsPage } from '@platform/edge/http';
import { htmlPage } from './html-page.js';

/** A page that is not there, as browsers are shown it: with a way to those that are. */
export const missingPage = {
  ...htmlPage(
    'There is no such page',
    `<h1>There is no such page</h1>
<p>The address may have changed, or be spelled wrong. <a href="/">The console</a> and <a href="/docs">the documentation</a>
lead to every page.</p>`,
  ),
  status: 404,
};

/** What serves programs, which read JSON: a browser that opens one of their addresses reads it too. */
const FOR_PROGRAMS = /^\/(v[123]|auth|console)(?=[/?]|$)/;
/** Where all addresses are pages. */
const FOR_PEOPLE = /^\/(docs|app)(?=[/?]|$)/;

/** Returns whether a browser that asked for a page is to be shown that there is none. */
export function isMissingPage(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether no route has the address. */
  readonly is404: boolean;
}): boolean {
  const { method, url, headers, is404 } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !wantsPage(headers)) return false;
  return FOR_PEOPLE.test(url) || (is404 && !FOR_PROGRAMS.test(url));
}
