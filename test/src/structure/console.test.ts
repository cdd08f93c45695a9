import { expect, test } from '@jest/globals';
import { sourceFiles } from './repository.js';

/** Ways by which a text becomes HTML, a script or a style. */
const AS_CODE =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|document\.write|\beval\(|new Function\(|srcdoc|DOMParser|javascript:/i;

test('no text becomes HTML in the console: what strategies, names and logs say is text', () => {
  const found = sourceFiles('ts', 'tsx', 'html')
    .filter(({ path, text }) => path.startsWith('console/') && AS_CODE.test(text))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

test('the page of the console has no script or style of its own: the policy takes those from files alone', () => {
  const [page] = sourceFiles('html').filter(({ path }) => path === 'console/src/index.html');
  expect(page?.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
});
