import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import { DIRECTORY, ENTRIES, ROOT } from './entries.js';
import { graphqlNames } from './graphql-names.js';
import { leftOut } from './left-out.js';
import { besideTheirFiles, HEAD } from './original-places.js';

/**
 * Bundles every process and gives the files that went in. What several processes use stands in files of its own: one large
 * file would be parsed as a whole, in memory that the process then keeps.
 */
export async function bundle(): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([out, entry]) => ({ in: entry, out })),
    outdir: DIRECTORY,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node.split('.')[0]}`,
    banner: { js: HEAD },
    // Node's own is deprecated, and says so to whoever asks for it from outside of node_modules.
    alias: { punycode: 'punycode/punycode.js' },
    plugins: [leftOut, graphqlNames, besideTheirFiles(DIRECTORY)],
    // V8 keeps the text of what it runs: comments and blanks cost memory. Names are not shortened. `keepNames` would
    // name each function whenever it is made, which is 7 % of a read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  await replace(outputFiles);
  return Object.keys(metafile.inputs);
}

/** Puts the files in the place of those that are there: each at once, since a platform may be starting from them. */
async function replace(files: readonly OutputFile[]): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true });
  for (const { path, contents } of files) {
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
  const current = new Set(files.map(({ path }) => basename(path)));
  const isOld = (name: string) => /\.(js|map)$/.test(name) && !current.has(name);
  const found = await readdir(DIRECTORY);
  await Promise.all(found.filter(isOld).map((name) => rm(join(DIRECTORY, name), { force: true })));
}
