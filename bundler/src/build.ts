/**
 * `npm run build`: generates the types of protos, compiles what changed and bundles what each process runs, and shows its progress.
 * Run as it stands here, since it is there before the first build; in the repository's root, with the tools of `node_modules` on the
 * path, as npm and `node --run` do.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Report, withProgress } from '@platform/kit/provisioning/progress';
import { readCompiler } from './compiler-output.ts';
import { buildProtos } from './protos.ts';

process.exitCode =
  (await buildProtos(process.cwd(), () => withProgress(process.stderr, 'generating the types of protos', generate))) ||
  (await withProgress(process.stderr, 'building', compile)) ||
  (await withProgress(process.stderr, 'bundling what each process runs', bundle));

function generate(): Promise<number> {
  return ended(spawn(process.execPath, ['--run', 'generate'], { cwd: 'protos', stdio: 'inherit' }));
}

/** What the compiler finds wrong is shown at the end, beneath one another. */
async function compile(report: Report): Promise<number> {
  const compiler = spawn('tsc', ['-b', '--verbose'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const found: string[] = [];
  const read = readCompiler({ report, found: (line) => found.push(line) });
  createInterface({ input: compiler.stdout }).on('line', read);
  const code = await ended(compiler);
  if (found.length > 0) process.stdout.write(`\n${found.join('\n')}\n`);
  return code;
}

function bundle(): Promise<number> {
  return ended(spawn(process.execPath, ['bundler/dist/main.js'], { stdio: 'inherit' }));
}

async function ended(child: ReturnType<typeof spawn>): Promise<number> {
  const [code]: (number | null)[] = await once(child, 'close');
  return code ?? 1;
}
