import { ERROR_PAGES_PATH } from '../http/envelope.js';

/** Where the API reference is. */
export const REFERENCE_PATH = '/docs/api';
/** Below it, each guide by its name. */
export const GUIDES_PATH = '/docs/guides';
/** What pages of text load. */
export const TEXT_PATH = '/docs/text';

/** Links from a page of text to the others. */
export const NAVIGATION = `<nav><a href="/">Console</a> · <a href="/docs">Trading platform</a> ·
<a href="${REFERENCE_PATH}">API reference</a> · <a href="/docs#guides">Guides</a> · <a href="${ERROR_PAGES_PATH}">Errors</a></nav>`;

/** Links to the guides (titles as HTML, by name), except the one that is shown. */
export function guideLinks(guides: ReadonlyMap<string, string>, shown?: string): string {
  const items = [...guides].map(([name, title]) =>
    name === shown ? `<li aria-current="page">${title}</li>` : `<li><a href="${GUIDES_PATH}/${name}">${title}</a></li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
