import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './repository.js';

const inputs = async () => (await readFile(join(root, 'dist', 'inputs.txt'), 'utf8')).split('\n');

test('what Apollo would report the machine with is in no process', async () => {
  const found = (await inputs()).filter((line) => line.startsWith('node_modules/'));
  expect(found).toContainEqual(expect.stringContaining('/@apollo/gateway/'));
  expect(found.filter((line) => /opentelemetry\/(resource-detector|sdk-metrics|exporter-metrics)/.test(line))).toEqual(
    [],
  );
});

test('nothing of tests or development is in a process', async () => {
  const found = (await inputs()).filter((line) => /\.(test|fixture)\.js|\/testing[./]|^(test|bench)\//.test(line));
  expect(found).toEqual([]);
});
