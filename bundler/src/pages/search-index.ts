import { catalogue } from '@platform/errors';

/** A part of a page that readers can find; `bundler/pages/src/text/find.ts` searches them. */
export interface Section {
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The parts of a guide, as `guideHtml` writes it: what stands before its first heading, and under each. */
export function sectionsOf(html: string, address: string): Section[] {
  const [first = '', ...others] = html.replace(/<details>[\s\S]*?<\/details>/, '').split(/(?=<h[2-6] id=")/);
  const page = textOf(/<h1>(.*?)<\/h1>/.exec(first)?.[1] ?? '');
  const beginning = { address, page, heading: page, text: textOf(first.replace(/<h1>.*?<\/h1>/, '')) };
  return [
    beginning,
    ...others.map((part) => {
      const [head = '', id = '', heading = ''] = /^<h\d id="([^"]+)">(.*?)<\/h\d>/.exec(part) ?? [];
      return { address: `${address}#${id}`, page, heading: textOf(heading), text: textOf(part.slice(head.length)) };
    }),
  ];
}

/** Each error of the catalogue. */
export function errorSections(): Section[] {
  return Object.entries(catalogue).map(([code, { http, message, when, remedy }]) => ({
    address: `/docs/errors/${code}`,
    page: 'Errors',
    heading: code,
    text: `${http} ${message} ${when} ${remedy}`,
  }));
}

function textOf(html: string): string {
  return html
    .replace(/<\/?(a|b|code|em|i|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
