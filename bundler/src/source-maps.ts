import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';

/** A line and a column of a file of the bundles, as a stack names it. */
const PLACE = /(?:file:\/\/)?[^\s()"']*\/([\w-]+\.m?js):(\d+):(\d+)/g;

/** A text, such as a log with stacks in it, whose places in bundles become places in the sources, from `root`. */
export function symbolicated(text: string, bundles: string, root: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return text.replaceAll(PLACE, (place, name: string, line: string, column: string) => {
    if (!maps.has(name)) maps.set(name, mapOf(join(bundles, name)));
    const entry = maps.get(name)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = relative(root, resolve(bundles, entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Returns the source map beside a bundle; `undefined` for a file that isn't a bundle. */
function mapOf(bundle: string): SourceMap | undefined {
  let text: string;
  try {
    text = readFileSync(`${bundle}.map`, 'utf8');
  } catch {
    return undefined;
  }
  return new SourceMap(JSON.parse(text));
}
