import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** The pages whose commands readers paste, in the order in which they are read. */
export const PAGES = [
  'README.md',
  ...[
    ...['first-strategy', 'first-nautilus-strategy', 'config', 'paper', 'going-live', 'your-own-data', 'money'],
    ...['polymarket', 'streams', 'credentials', 'calls', 'production', 'kubernetes'],
  ].map((name) => `docs/guides/${name}.md`),
];

/** A fenced block of commands. */
export interface Block {
  readonly page: string;
  /** Its page and line. */
  readonly place: string;
  /** `sh` is run by the test; `console` can't be. */
  readonly language: 'sh' | 'console';
  readonly text: string;
}

/** Returns every block of commands of the pages, in their order. */
export function blocksOfCommands(): Block[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(new URL(page, root), 'utf8');
    return [...text.matchAll(/^```(sh|bash|shell|console)\n([\s\S]*?)^```$/gm)].map(
      ([, language, inside = ''], index) => {
        if (language !== 'sh' && language !== 'console') throw new Error(`${page}: commands stand in sh or console`);
        return { page, place: `${page}, block ${index + 1}`, language, text: inside };
      },
    );
  });
}

/** Stops at the first command that fails; an answer that refuses is a failure too. */
const BEGINNING = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
`;

/** Returns one script of the runnable blocks of a page, as a reader would paste them into a shell; it prints its position. */
export function scriptOf(page: string): string {
  const runnable = blocksOfCommands().filter((block) => block.page === page && block.language === 'sh');
  return BEGINNING + runnable.map(({ place, text }) => `echo; echo '== ${place}'\n${text}`).join('\n');
}
