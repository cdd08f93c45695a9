import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/** How a module says where it stands; what it reads from there (contracts, schemas, programs) is not moved into a bundle. */
const PLACE = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/g;

/** Stands at the head of each bundle: what its modules, of either kind, find in Node and no bundler brings. */
export const HEAD = `
import { createRequire as $createRequire } from 'node:module';
import { join as $join } from 'node:path';
const require = $createRequire(import.meta.url);
const $urlOf = (file) => new URL(file, import.meta.url).href;
const $pathOf = (file) => $join(import.meta.dirname, file);
`;

/** Modules find what stands beside their own files, and not beside the bundles, which all stand in one folder. */
export function originalImportMeta(bundles: string): Plugin {
  return {
    name: 'beside-their-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = withOriginalImportMeta(text, path, bundles);
        return contents === text ? undefined : { contents, loader: 'js' };
      });
    },
  };
}

function withOriginalImportMeta(text: string, path: string, bundles: string): string {
  const fromBundle = (place: string) => JSON.stringify(relative(bundles, place).replaceAll(sep, '/'));
  const file = fromBundle(path);
  const directory = fromBundle(dirname(path));
  return text.replaceAll(PLACE, (written) => {
    if (written.endsWith('url')) return `$urlOf(${file})`;
    return `$pathOf(${written.endsWith('dirname') ? directory : file})`;
  });
}
