import { expect, test } from '@jest/globals';
import { catalogue } from '@platform/errors';
import { guideHtml } from './guide.js';
import { errorSections, sectionsOf } from './search-index.js';

const GUIDE = `# Money & more
Before it begins.
## Deposit \`USDC\`
It is <b>not</b> "\`lost\`".
### How
Send.
## Order
`;

test('each heading of a guide can be found, with its text and its place', () => {
  const html = guideHtml(GUIDE, new Set());
  expect(sectionsOf(html, '/docs/guides/money')).toEqual([
    { address: '/docs/guides/money', page: 'Money & more', heading: 'Money & more', text: 'Before it begins.' },
    {
      address: '/docs/guides/money#deposit-usdc',
      page: 'Money & more',
      heading: 'Deposit USDC',
      text: 'It is not "lost".',
    },
    { address: '/docs/guides/money#how', page: 'Money & more', heading: 'How', text: 'Send.' },
    { address: '/docs/guides/money#order', page: 'Money & more', heading: 'Order', text: '' },
  ]);
});

test('every error can be found', () => {
  expect(errorSections().map(({ heading }) => heading)).toEqual(Object.keys(catalogue));
});
