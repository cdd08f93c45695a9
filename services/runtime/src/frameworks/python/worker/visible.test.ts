import { expect, test } from '@jest/globals';
import { visible } from './visible.js';

test.each([
  ['a line\twith a tab, ä and 🙂', 'a line\twith a tab, ä and 🙂'],
  ['\u001b[2Jgone', '\\x1b[2Jgone'],
  ['a\rb\r', 'a\\x0db'],
  ['\u0000\u007f\u009b', '\\x00\\x7f\\x9b'],
  ['abc\u202ecba\u2028', 'abc\\u202ecba\\u2028'],
])('%j is shown as %j', (line, shown) => {
  expect(visible(line)).toBe(shown);
});
