import { expect, test } from '@jest/globals';
import { current, documentOf } from './surfaces.js';

test('the older surface is read on a page of its own', () => {
  expect(['', '?older', '?x=1'].map(documentOf)).toEqual(['/openapi.json', '/legacy/openapi.json', '/openapi.json']);
});

test('operations that are deprecated are left out, unless all are', () => {
  const paths = { '/a': { get: {}, post: { deprecated: true } }, '/b': { get: { deprecated: true } } };
  expect(current({ openapi: '3.1.0', paths })).toEqual({ openapi: '3.1.0', paths: { '/a': { get: {} } } });
  const older = { paths: { '/b': paths['/b'] } };
  expect(current(older)).toBe(older);
});
