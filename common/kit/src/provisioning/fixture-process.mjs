// A separate process that provisions `tool` into argv[2] and prints the directory; argv[3] selects what its install does. The sources run
// uncompiled: Node strips the types, this hook finds `x.ts` where `x.js` is imported.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith('./') ? specifier.replace(/\.js$/, '.ts') : specifier, context),
});
const { provision } = await import('./provision.ts');
const [, , cacheDir, behaviour] = process.argv;

/** Writes file after file into a directory for as long as it is there. */
const WRITE_ON = `
let count = 0;
const timer = setInterval(() => require('node:fs').writeFileSync(process.argv[1] + '/' + (count += 1), ''), 1);
setTimeout(() => clearInterval(timer), 10_000);
`;

const directory = await provision({
  cacheDir,
  name: 'tool',
  digest: '0123456789abcdef',
  report: (line) => process.stderr.write(`${line}\n`),
  install: async (partial) => {
    appendFileSync(`${cacheDir}/installs`, 'x');
    writeFileSync(`${partial}/half`, '');
    // As pip does, which outlives its parent.
    if (behaviour === 'spawn') spawn(process.execPath, ['-e', WRITE_ON, partial], { stdio: 'ignore' });
    if (behaviour === 'hang' || behaviour === 'spawn') {
      process.stdout.write('installing\n');
      await sleep(60_000);
    }
    await sleep(300);
    writeFileSync(`${partial}/whole`, '');
  },
});
process.stdout.write(`${directory}\n`);
