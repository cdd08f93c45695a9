import { basename } from 'node:path';
import { Marked } from 'marked';

/** Fewer headings than these are seen at a glance. */
const CONTENTS_FROM = 3;

/** The languages of examples, as their tabs name them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  graphql: 'GraphQL',
};

interface Heading {
  readonly id: string;
  readonly depth: number;
  /** As HTML. */
  readonly text: string;
}

/**
 * A guide as the inside of a page: its headings can be linked to and are listed at its beginning, its links lead to the pages of
 * other guides (`names`, the files), and of what else stands in the repository the words alone are shown.
 */
export function guideHtml(markdown: string, names: ReadonlySet<string>): string {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const [file = '', anchor] = href.split('#');
        const page = names.has(basename(file)) ? `/docs/guides/${basename(file, '.md')}` : file;
        const address = anchor === undefined ? page : `${page}#${anchor}`;
        return /^(\/|#|https:)/.test(address) ? `<a href="${address}">${inside}</a>` : inside;
      },
      heading({ depth, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${text}</h1>\n`;
        const id = unused(slugOf(this.parser.parseInline(tokens, this.parser.textRenderer)), headings);
        headings.push({ id, depth, text });
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return withVariants(html).replace('</h1>\n', `</h1>\n${contentsOf(headings)}`);
}

const BLOCK = /<pre><code class="language-(\w+)">(?:(?!<\/code>)[\s\S])*<\/code><\/pre>\n?/;
const BLOCKS = new RegExp(`(?:${BLOCK.source}){2,}`, 'g');

/** Blocks that follow each other at once, each in another language, are one example: pages show them behind tabs. */
function withVariants(html: string): string {
  return html.replace(BLOCKS, (run) => {
    const blocks = [...run.matchAll(new RegExp(BLOCK.source, 'g'))];
    const languages = blocks.map(([, language = '']) => language);
    if (new Set(languages).size < languages.length || languages.some((each) => LANGUAGES[each] === undefined))
      return run;
    const variants = blocks.map(
      ([block], index) =>
        `<div class="variant" data-language="${languages[index]}"><p class="variant-label">${LANGUAGES[languages[index] ?? '']}</p>\n${block}</div>\n`,
    );
    return `<div class="variants">\n${variants.join('')}</div>\n`;
  });
}

/** Returns the anchor that GitHub makes of a heading, so that a link works in both places. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/&[a-z#0-9]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function unused(slug: string, headings: readonly Heading[]): string {
  const same = headings.filter(({ id }) => id === slug || id.replace(/-\d+$/, '') === slug).length;
  return same === 0 ? slug : `${slug}-${same}`;
}

function contentsOf(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => depth <= 3);
  if (listed.length < CONTENTS_FROM) return '';
  const lines = listed.map(({ id, depth, text }) => {
    // A heading may hold a link, and a link holds no other.
    const words = text.replace(/<\/?a\b[^>]*>/g, '');
    return `<li class="depth${depth}"><a href="#${id}">${words}</a></li>`;
  });
  return `<details><summary>On this page</summary>\n<ul>\n${lines.join('\n')}\n</ul>\n</details>\n`;
}
