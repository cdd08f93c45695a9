import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../entries.js';
import { buildConsole, type ConsoleFiles } from './console.js';

/** What the first load may weigh: the script that stands before any page, and the heaviest page on top of it. */
const FIRST_LOAD_BYTES_MAX = 150 * 1_024;

/** Words that the editor and the charts have alone. */
const HEAVY = /cm-gutters|attributionLogo/;

let built: ConsoleFiles;

beforeAll(async () => {
  built = await buildConsole(join(ROOT, 'dist/pages/console'));
});

function textOf(name: string): string {
  const file = built.files.find(({ path }) => basename(path) === `${name}.gz`);
  if (file === undefined) throw new Error(`no file is named ${name}`);
  return gunzipSync(file.contents).toString('utf8');
}

test('what a browser loads before any page, and the overview with it, is within the limit', () => {
  const sizes = new Map(built.files.map(({ path, contents }) => [basename(path), contents.length]));
  const first = [...built.firstScripts, ...built.overviewScripts].map((name) => sizes.get(`${name}.gz`) ?? Number.NaN);
  const total = first.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

test('the editor and the charts are loaded when they are needed', () => {
  const first = [...built.firstScripts, ...built.overviewScripts].map(textOf).join('\n');
  expect(first).not.toMatch(HEAVY);
  const others = built.files.map(({ path }) => basename(path, '.gz')).filter((name) => name.endsWith('.js'));
  expect(others.map(textOf).join('\n')).toMatch(HEAVY);
});

test('the page names its files by their content, and holds no script or style itself', async () => {
  const page = textOf('index.html');
  expect(page).toMatch(/<link rel="stylesheet" href="\/app\/assets\/main-[A-Z0-9]{8}\.css">/);
  expect(page).toMatch(/<script type="module" src="\/app\/assets\/main-[A-Z0-9]{8}\.js"><\/script>/);
  expect(page).not.toMatch(/<style|style=|<script>/);
  expect(page.replace(/<(link|script)[^>]*\/app\/assets\/[^>]*>(<\/script>)?\n/g, '')).toBe(
    (await readFile(join(ROOT, 'console/src/index.html'), 'utf8')).replace('<!-- files -->\n', ''),
  );
});
