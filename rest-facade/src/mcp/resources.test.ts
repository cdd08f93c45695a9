import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listResources, readResource } from './resources.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'documents-'));
  await mkdir(join(directory, 'guides'));
  await writeFile(join(directory, 'guides', 'own-data.md'), '# Your own data\n\nText.\n');
  await writeFile(join(directory, 'security.md'), '# For those who run it\n');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test('every guide that stands in the folder is a resource by its name and heading', async () => {
  const mimeType = 'text/markdown';
  expect(await listResources(directory)).toEqual([
    { uri: 'docs://guides/own-data', name: 'guides/own-data', title: 'Your own data', mimeType },
    { uri: 'docs://errors', name: 'errors', title: 'Errors', mimeType },
    {
      uri: 'docs://withdrawal-authorization',
      name: 'withdrawal-authorization',
      title: 'How a login wallet signs a withdrawal (EIP-712)',
      mimeType: 'application/json',
    },
  ]);
  expect(await readResource('docs://guides/own-data', directory)).toEqual({
    contents: [{ uri: 'docs://guides/own-data', mimeType, text: '# Your own data\n\nText.\n' }],
  });
});

test('the interface and the error codes are resources', async () => {
  const textOf = async (uri: string) => (await readResource(uri))?.contents[0]?.text;
  expect(await textOf('docs://interface')).toContain('# Trading Platform Service Interface');
  expect(await textOf('docs://errors')).toContain('- `invalid_code` (400): ');
  expect(await textOf('docs://errors/invalid_code')).toMatch(
    /^# invalid_code\n\n.+\n\n- Status: 400\n- When: .+\n- What to do: .+\n$/,
  );
});

test('what a login wallet signs is a resource, as JSON', async () => {
  const [content] = (await readResource('docs://withdrawal-authorization'))?.contents ?? [];
  expect(content?.mimeType).toBe('application/json');
  expect(JSON.parse(content?.text ?? '')).toMatchObject({ primaryType: 'WithdrawalAuthorization' });
});

test.each([
  'docs://security',
  'docs://guides',
  'docs://guides/../security',
  'docs://errors/nope',
  'docs://errors/toString',
  'file:///etc/passwd',
  '',
])('%j is no resource', async (uri) => {
  expect(await readResource(uri, directory)).toBeUndefined();
});
