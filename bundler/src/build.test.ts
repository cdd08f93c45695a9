import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readCompiler } from './compiler-output.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILD = fileURLToPath(new URL('build.ts', import.meta.url));
const SILENCE_MS_MAX = 5_000;
const STARTS_MAX = 3;
/** A compiler that works for longer than anybody should wait without a word, and finds something. */
const SLOW_COMPILER = `#!/bin/sh
echo '1:02:03 AM - Projects in this build: '
echo '    * common/clock/tsconfig.json'
echo "1:02:03 AM - Project 'common/clock/tsconfig.json' is out of date because output 'x' does not exist"
echo "1:02:03 AM - Building project '/somewhere/common/clock/tsconfig.json'..."
sleep 7
echo 'common/clock/src/clock.ts(1,2): error TS2304: Cannot find name'
exit 2
`;

test('a build that compiles for longer than five seconds says so before, and what is wrong at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  await writeFile(join(folder, 'tsc'), SLOW_COMPILER, { mode: 0o755 });
  const bareStartMs = await timeOfBareStart();
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['--conditions=source', BUILD], {
    cwd: ROOT,
    env: { PATH: `${folder}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const times = [startedAtMs];
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      times.push(performance.now());
      output += piece;
    });
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true });
  expect(code).toBe(2);
  expect(output).toMatch(/^… building: compiling common\/clock, package 1 of 1/);
  expect(output).toMatch(/, \d s\n\ncommon\/clock\/src\/clock.ts\(1,2\): error TS2304: Cannot find name\n$/);
  const silences = times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs));
  expect(Math.max(...silences)).toBeLessThan(SILENCE_MS_MAX + STARTS_MAX * bareStartMs);
});

/** How long the machine takes for a program that does nothing: seconds where it is busy, and then nobody is quicker. */
async function timeOfBareStart(): Promise<number> {
  const startedAtMs = performance.now();
  await once(spawn(process.execPath, ['--eval', '0']), 'close');
  return performance.now() - startedAtMs;
}

/** What the compiler says in a build of three packages, of which one is compiled and another is not in order. */
const SAID = [
  'Projects in this build: \n    * common/a/tsconfig.json\n    * common/b/tsconfig.json\n    * tsconfig.json\n',
  "Project 'common/a/tsconfig.json' is up to date because newest input 'x' is older than output 'y'\n",
  "Project 'common/b/tsconfig.json' is out of date because output 'x' is older than input 'y'\n",
  "Building project '/repository/common/b/tsconfig.json'...\n",
];
const WRONG = [
  "common/b/12:59:59/b.ts(1,2): error TS2322: Type 'a - b' is not assignable to type 'c'.",
  "  Type '12:59:59 - b' is not assignable to type 'c'.",
  "error TS6053: File '12:59:59 - b.ts' not found.",
];
// Of each kind of clock that locales have: by twelve and by twenty-four hours, with words, other separators and other digits.
const LOCALES = ['en-US', 'en-US-u-va-posix', 'en-GB', 'de-DE', 'fi-FI', 'fr-CA', 'da-DK', 'bg-BG', 'ko-KR', 'zh-TW'];
const MORE_LOCALES = [
  'ja-JP',
  'ar-EG',
  'fa-IR',
  'mr-IN',
  'bn-BD',
  'ne-NP',
  'my-MM',
  'th-TH',
  'vi-VN',
  'am-ET',
  'brx-IN',
];

test.each(
  [...LOCALES, ...MORE_LOCALES].flatMap((locale) => ['00:05:09', '13:02:03'].map((time) => [locale, time] as const)),
)('in the locale %s, at %s, only what is compiled is named, and only what is wrong is found', (locale, time) => {
  const shown = new Date(`2026-09-01T${time}`).toLocaleTimeString(locale);
  const reported: string[] = [];
  const found: string[] = [];
  const read = readCompiler({ report: (line) => reported.push(line), found: (line) => found.push(line) });
  const lines = SAID.flatMap((text) => `${shown} - ${text}`.split('\n'));
  for (const line of [...lines, ...WRONG]) read(line);
  expect([reported, found]).toEqual([['compiling common/b, package 2 of 3'], WRONG]);
});
