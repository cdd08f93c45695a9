import { expect, test } from '@jest/globals';
import { guideHtml } from './guide.js';

const NAMES = new Set(['money.md', 'first.md']);
const GUIDE = `# First
## What \`config\` takes & costs
### In short
## In short
[deposits](money.md#deposits), [below](#in-short), [all](../../README.md#using-it), [out](https://example.com/a#b)
`;

test('headings can be linked to as on GitHub, and are listed at the beginning', () => {
  const html = guideHtml(GUIDE, NAMES);
  expect(html).toContain('<h1>First</h1>\n<details><summary>On this page</summary>');
  expect(html).toContain('<h2 id="what-config-takes--costs">What <code>config</code> takes &amp; costs</h2>');
  expect([...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'what-config-takes--costs',
    'in-short',
    'in-short-1',
  ]);
  expect([...html.matchAll(/<li class="depth\d"><a href="#([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'what-config-takes--costs',
    'in-short',
    'in-short-1',
  ]);
});

test('links lead to the place in another guide, in this one or elsewhere; of the repository the words are shown', () => {
  const html = guideHtml(GUIDE, NAMES);
  expect(html).toContain(
    '<p><a href="/docs/guides/money#deposits">deposits</a>, <a href="#in-short">below</a>, all, ' +
      '<a href="https://example.com/a#b">out</a></p>',
  );
});

test('a guide that is seen at a glance has no list of its headings', () => {
  expect(guideHtml('# Short\n## One\n', NAMES)).toBe('<h1>Short</h1>\n<h2 id="one">One</h2>\n');
});

const block = (language: string) => `\`\`\`${language}\ncall\n\`\`\`\n`;

test('the same call in several languages is one example', () => {
  const html = guideHtml(`# Calls\n${block('sh')}\nThen\n${block('sh')}${block('python')}\nSo much.\n`, NAMES);
  expect(
    [...html.matchAll(/data-language="(\w+)"><p class="variant-label">(\w+)</g)].map(([, ...found]) => found),
  ).toEqual([
    ['sh', 'curl'],
    ['python', 'Python'],
  ]);
  expect(html.match(/class="variants"/g)).toHaveLength(1);
});

test('blocks of one language that follow each other are steps, not variants', () => {
  expect(guideHtml(`# Calls\n${block('sh')}\n${block('sh')}`, NAMES)).not.toContain('variant');
});
