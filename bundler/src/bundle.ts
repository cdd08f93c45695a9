import { build } from 'esbuild';
import { DIRECTORY, ENTRIES, ROOT } from './entries.js';
import { excludedModules } from './plugins/excluded-modules.js';
import { graphqlExports } from './plugins/graphql-exports.js';
import { HEAD, originalImportMeta } from './plugins/import-meta.js';
import { replace } from './replace.js';

/**
 * Bundles every process and returns the input files. What several processes use stands in files of its own: one large
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
    // Node's own is deprecated, and says so to code outside of node_modules that imports it.
    alias: { punycode: 'punycode/punycode.js' },
    plugins: [excludedModules, graphqlExports, originalImportMeta(DIRECTORY)],
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
  await replace(DIRECTORY, (name) => /\.(js|map)$/.test(name), outputFiles);
  return Object.keys(metafile.inputs);
}
