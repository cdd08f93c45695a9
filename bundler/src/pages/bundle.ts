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
import { errorSections, sectionsOf } from './search-index.js';

const ICON = 'bundler/pages/src/favicon.svg';
/** What a page consists of, by the name that each file gets: its document, its program, and the workers that this starts. */
const CONTENTS = {
  // The documents of these are written by the facade, and those of the guides below.
  reference: { documents: {}, modules: { main: 'bundler/pages/src/reference/main.ts' }, workers: {} },
  text: { documents: { favicon: ICON }, modules: { main: 'bundler/pages/src/text/main.ts' }, workers: {} },
  explorer: {
    documents: { index: 'bundler/pages/src/explorer/index.html', favicon: ICON },
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

/** Writes what browsers are shown, as files to be served as they are, and returns the input files. */
export async function bundlePages(): Promise<string[]> {
  const guides = await renderedGuides();
  const { text, ...others } = CONTENTS;
  const pages = Object.entries(others).map(([name, contents]) => bundlePage(name, contents));
  const written = [...pages, bundlePage('text', text, searchIndex(guides)), bundleConsole(), writeGuides(guides)];
  return (await Promise.all(written)).flat();
}

interface Contents {
  readonly documents: Readonly<Record<string, string>>;
  readonly modules: Readonly<Record<string, string>>;
  readonly workers: Readonly<Record<string, string>>;
}

interface File {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** Bundles a page into its folder, with other files beside what is bundled. */
async function bundlePage(
  name: string,
  { documents, modules, workers }: Contents,
  others: readonly File[] = [],
): Promise<string[]> {
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
  const files = [...built.flatMap(({ outputFiles }) => outputFiles), ...others].map(({ path, contents }) => ({
    path: `${path}.gz`,
    contents: gzipSync(contents, { level: 9 }),
  }));
  await replace(outdir, () => true, files);
  return built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

interface Guide {
  readonly source: string;
  readonly name: string;
  /** The inside of its page. */
  readonly html: string;
}

async function renderedGuides(): Promise<Guide[]> {
  const sources = globSync(GUIDES, { cwd: ROOT }).toSorted();
  const names = new Set(sources.map((source) => basename(source)));
  return Promise.all(
    sources.map(async (source) => ({
      source,
      name: basename(source, '.md'),
      html: guideHtml(await readFile(join(ROOT, source), 'utf8'), names),
    })),
  );
}

async function writeGuides(guides: readonly Guide[]): Promise<string[]> {
  const directory = join(PAGES, 'guides');
  const files = guides.map(({ name, html }) => ({
    path: join(directory, `${name}.html`),
    contents: Buffer.from(html),
  }));
  await replace(directory, () => true, files);
  return ['docs/guides', ...guides.map(({ source }) => source)];
}

/** What readers of the documentation can find, as a file that their browsers search. */
function searchIndex(guides: readonly Guide[]): File[] {
  const sections = [
    ...guides.flatMap(({ name, html }) => sectionsOf(html, `/docs/guides/${name}`)),
    ...errorSections(),
  ];
  return [{ path: join(PAGES, 'text', 'search.json'), contents: Buffer.from(JSON.stringify(sections)) }];
}
