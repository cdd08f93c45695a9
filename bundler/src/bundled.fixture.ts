import { execFile } from 'node:child_process';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';

const run = promisify(execFile);

/** What a program prints that is bundled into a folder, in the format that processes have. */
export async function outputOfBundled(entry: string, bundles: string, options: BuildOptions): Promise<string> {
  await build({
    entryPoints: [entry],
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    ...options,
  });
  const { stdout } = await run(process.execPath, [join(bundles, `${basename(entry, extname(entry))}.mjs`)]);
  return stdout;
}
