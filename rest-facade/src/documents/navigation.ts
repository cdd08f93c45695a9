import { ERROR_PAGES_PATH } from '../http/envelope.js';

/** Where the API reference is. */
export const REFERENCE_PATH = '/docs/api';
/** Below it, each guide by its name. */
export const GUIDES_PATH = '/docs/guides';
/** What pages of text load. */
export const TEXT_PATH = '/docs/text';

/** What the navigation of a page shows. */
export interface Navigation {
  /** The path of the page. */
  readonly path?: string;
  /** The titles of the guides, as HTML, by their names; without them one link leads to the list. */
  readonly guides?: ReadonlyMap<string, string>;
}

const PLACES = [
  ['/docs', 'Documentation'],
  [REFERENCE_PATH, 'API reference'],
  [ERROR_PAGES_PATH, 'Errors'],
] as const;

/** What stands beside each page of the documentation: the way past it, the search, every other page, and the console. */
export function navigation({ path, guides }: Navigation): string {
  const places = PLACES.map(([address, label]) => item(address, label, path));
  const list =
    guides === undefined
      ? item('/docs#guides', 'Guides', path)
      : `</ul>
<p class="label">Guides</p>
<ul class="guides">
${[...guides].map(([name, title]) => item(`${GUIDES_PATH}/${name}`, title, path)).join('\n')}`;
  return `<a class="skip" href="#main">Skip to the page</a>
<header class="side">
<div class="brand"><a href="/docs">Trading platform</a>
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button></div>
<div id="navigation" class="menu-content">
<div>
<search class="search"></search>
<nav aria-label="Documentation">
<ul>
${places.join('\n')}
${list}
</ul>
</nav>
</div>
<ul class="secondary">
<li><a href="/">Console</a></li>
<li><button type="button" class="plain theme">Theme</button></li>
</ul>
</div>
</header>`;
}

function item(address: string, label: string, shown: string | undefined): string {
  const current = address === shown ? ' aria-current="page"' : '';
  return `<li><a href="${address}"${current}>${label}</a></li>`;
}

/** Links to the guides (titles as HTML, by name). */
export function guideLinks(guides: ReadonlyMap<string, string>): string {
  const items = [...guides].map(([name, title]) => `<li><a href="${GUIDES_PATH}/${name}">${title}</a></li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
