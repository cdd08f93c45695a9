import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { PAGES, ROOT } from '../entries.js';
import { replace } from '../replace.js';
import { BROWSER_OPTIONS } from './options.js';

const SOURCES = 'console/src';
const ENTRY = `${SOURCES}/main.tsx`;
const OVERVIEW = `${SOURCES}/pages/overview/page.tsx`;
const TEMPLATE = `${SOURCES}/index.html`;
const ICON = 'bundler/pages/src/favicon.svg';
const COMPRESSED = '.gz';
/** Where the facade serves the files. */
const ADDRESS = '/app/assets';

/** Files as they are served, compressed, by their paths, and the input files. */
export interface ConsoleFiles {
  readonly files: readonly { readonly path: string; readonly contents: Uint8Array }[];
  /** The names of the scripts that are loaded before any page of the console, the entry first. */
  readonly firstScripts: readonly string[];
  /** The names of those that its first page needs beside them. */
  readonly overviewScripts: readonly string[];
  readonly inputs: readonly string[];
}

/** Writes the console, and returns the input files. */
export async function bundleConsole(): Promise<string[]> {
  const outdir = join(PAGES, 'console');
  const { files, inputs } = await buildConsole(outdir);
  await replace(outdir, () => true, files);
  return [...inputs];
}

/**
 * Builds the console: a page that names its files by their content, so that a browser keeps each for good, and those files. What a page
 * of the console needs alone is a file of its own, loaded with it.
 */
export async function buildConsole(outdir: string): Promise<ConsoleFiles> {
  const { outputFiles, metafile } = await build({
    ...BROWSER_OPTIONS,
    outdir,
    entryPoints: { main: ENTRY },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Sample strategies are shown as they are.
    loader: { '.py': 'text' },
  });
  const firstScripts = scriptsOf(metafile, ENTRY);
  const overviewScripts = scriptsOf(metafile, OVERVIEW).filter((name) => !firstScripts.includes(name));
  const page = firstPage(await readFile(join(ROOT, TEMPLATE), 'utf8'), firstScripts, stylesOf(metafile));
  const others = [
    { path: join(outdir, 'index.html'), contents: Buffer.from(page) },
    { path: join(outdir, 'favicon.svg'), contents: await readFile(join(ROOT, ICON)) },
  ];
  // Compressed once, here: what is sent is a third, and so is what passes through memory.
  const files = [...outputFiles, ...others].map(({ path, contents }) => ({
    path: `${path}${COMPRESSED}`,
    contents: gzipSync(contents, { level: 9 }),
  }));
  return { files, firstScripts, overviewScripts, inputs: [...Object.keys(metafile.inputs), TEMPLATE, ICON] };
}

/** The script that a module begins, and all that it imports at once; itself first. */
function scriptsOf({ outputs }: Metafile, module: string): string[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === module);
  if (entry === undefined) throw new Error(`the console has no script of ${module}`);
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') found.add(imported);
  return [...found].map((path) => basename(path));
}

function stylesOf({ outputs }: Metafile): string[] {
  return Object.keys(outputs)
    .filter((path) => path.endsWith('.css'))
    .map((path) => basename(path));
}

/** The template with the addresses of its files; what the entry imports is asked for before the entry has been read. */
function firstPage(template: string, [entry = '', ...imported]: readonly string[], styles: readonly string[]): string {
  const lines = [
    ...styles.map((name) => `<link rel="stylesheet" href="${ADDRESS}/${name}">`),
    ...imported.map((name) => `<link rel="modulepreload" href="${ADDRESS}/${name}">`),
    `<script type="module" src="${ADDRESS}/${entry}"></script>`,
  ];
  return template.replace('<!-- files -->', lines.join('\n'));
}
