import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { PAGES, ROOT } from '../entries.js';
import { replace } from '../replace.js';
import { bundleConsole } from './console.js';
import { guideHtml } from './guide.js';
import { BROWSER_OPTIONS } from './options.js';

/** What a page consists of, by the name that each file gets: its document, its program, and the workers that this starts. */
const CONTENTS = {
  reference: {
    documents: documentsOf('reference'),
    modules: { main: 'bundler/pages/src/reference/main.ts' },
    workers: {},
  },
  // Their documents are written below, and by the facade.
  text: { documents: {}, modules: { main: 'bundler/pages/src/text/main.ts' }, workers: {} },
  explorer: {
    documents: documentsOf('explorer'),
    modules: { main: 'bundler/pages/src/explorer/main.tsx' },
    workers: {
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    },
  },
} as const;

/** The documents that are also pages. */
const GUIDES = ['docs/guides/*.md', 'docs/interface.md'];

function documentsOf(name: string) {
  return { index: `bundler/pages/src/${name}/index.html`, favicon: 'bundler/pages/src/favicon.svg' };
}

/** Writes what browsers are shown, as files to be served as they are, and returns the input files. */
export async function bundlePages(): Promise<string[]> {
  const pages = Object.entries(CONTENTS).map(([name, contents]) => bundlePage(name, contents));
  return (await Promise.all([...pages, bundleConsole(), writeGuides()])).flat();
}

interface Contents {
  readonly documents: Readonly<Record<string, string>>;
  readonly modules: Readonly<Record<string, string>>;
  readonly workers: Readonly<Record<string, string>>;
}

async function bundlePage(name: string, { documents, modules, workers }: Contents): Promise<string[]> {
  const outdir = join(PAGES, name);
  const options = { ...BROWSER_OPTIONS, outdir };
  const built = await Promise.all([
    build({
      ...options,
      entryPoints: { ...documents, ...modules },
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      loader: { '.html': 'copy', '.svg': 'copy', '.ttf': 'file' },
    }),
    build({ ...options, entryPoints: { ...workers }, format: 'iife' }),
  ]);
  // Compressed once, here: what is sent is a third, and so is what passes through memory.
  const files = built
    .flatMap(({ outputFiles }) => outputFiles)
    .map(({ path, contents }) => ({ path: `${path}.gz`, contents: gzipSync(contents, { level: 9 }) }));
  await replace(outdir, () => true, files);
  return built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** Each guide as the inside of a page. */
async function writeGuides(): Promise<string[]> {
  const directory = join(PAGES, 'guides');
  const sources = globSync(GUIDES, { cwd: ROOT });
  const names = new Set(sources.map((source) => basename(source)));
  const files = sources.map(async (source) => {
    const html = guideHtml(await readFile(join(ROOT, source), 'utf8'), names);
    return { path: join(directory, `${basename(source, '.md')}.html`), contents: Buffer.from(html) };
  });
  await replace(directory, () => true, await Promise.all(files));
  return ['docs/guides', ...sources];
}
