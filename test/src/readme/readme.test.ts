import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { environmentTable, withEnvironmentTable } from './environment.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

test('the README lists the environment as the schemas declare it', async () => {
  expect(withEnvironmentTable(readme, await environmentTable())).toBe(readme);
});

test('every npm command that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});
