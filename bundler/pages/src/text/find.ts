/** A part of a page that can be found, as the bundler writes it. */
export interface Section {
  /** Where it is. */
  readonly address: string;
  /** The page that it is in. */
  readonly page: string;
  /** Its own heading; the page's where it is the beginning. */
  readonly heading: string;
  readonly text: string;
}

/** A section that was found, with the words around the first that fits. */
export interface Found extends Section {
  readonly excerpt: string;
}

const FOUND_MAX = 12;
const EXCERPT_BEFORE = 30;
const EXCERPT_LENGTH = 110;
/** What a word counts for where it stands. */
const IN_HEADING = 10;
const IN_PAGE = 3;

/** Returns the sections that hold every word, best first: a word in a heading counts for more than one in the text. */
export function find(sections: readonly Section[], query: string): Found[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, FOUND_MAX)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

/** 0 unless every word occurs. */
function scoreOf({ heading, page, text }: Section, words: readonly string[]): number {
  const places = [
    [heading.toLowerCase(), IN_HEADING],
    [page.toLowerCase(), IN_PAGE],
    [text.toLowerCase(), 1],
  ] as const;
  let total = 0;
  for (const word of words) {
    const score = places.reduce((sum, [place, weight]) => sum + (place.includes(word) ? weight : 0), 0);
    if (score === 0) return 0;
    total += score;
  }
  // A heading that is the query itself is what was meant.
  return heading.toLowerCase() === words.join(' ') ? total + IN_HEADING : total;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(Math.min(...(at.length === 0 ? [0] : at)) - EXCERPT_BEFORE, 0);
  const piece = text.slice(from, from + EXCERPT_LENGTH).trim();
  return `${from > 0 ? '…' : ''}${piece}${from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
