import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { routes } from '@platform/rest-facade/routes';
import { environmentTable, withEnvironmentTable } from './environment.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

test('the README lists the environment as the schemas declare it', async () => {
  expect(withEnvironmentTable(readme, await environmentTable())).toBe(readme);
});

test('every npm command that the README names exists', () => {
  const named = [...readme.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('no variable is required whose meaning says what happens without it', async () => {
  const rows = (await environmentTable()).split('\n').map((row) => row.split(' | '));
  const contradictions = rows.filter(
    ([, , preset = '', meaning = '']) => /^required/.test(preset) && /unset:/.test(meaning),
  );
  expect(contradictions).toEqual([]);
});

test('the interface says which routes answer today', () => {
  const text = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## What answers today\n([\s\S]*?)^## /m.exec(text) ?? [];
  const listed = [...section.matchAll(/`((?:GET|POST|DELETE|PUT|PATCH) [^`]+)`/g)].map(([, route]) => route);
  expect(listed.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});
