import { readFileSync } from 'node:fs';

/** The guide that shows each call in several languages. */
const GUIDE = 'docs/guides/calls.md';

/** Languages of programs beside the shell, as fenced blocks name them. */
export type Language = 'ts' | 'python' | 'graphql';

/** Returns what the guide holds in a language: its blocks, in their order. */
export function blocksIn(language: Language): string[] {
  const text = readFileSync(new URL(`../../../${GUIDE}`, import.meta.url), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map(([, inside = '']) => inside);
}
