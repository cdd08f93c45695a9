import { expect, test } from '@jest/globals';
import { readText, sourceFiles } from './repository.js';

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

test("the console's statement has the columns of the platform's", () => {
  const columnsOf = (path: string) => {
    const columns = /columns = \{([\s\S]*?)\n\}/i.exec(readText(path))?.[1] ?? '';
    return [...columns.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name]) => name);
  };
  const expected = columnsOf('rest-facade/src/routes/wallet/statement/ledger-csv.ts');
  expect(expected).toContain('held_change_usd');
  expect(columnsOf('console/src/pages/wallet/statement/csv.ts')).toEqual(expected);
});

test('the console says of the platform what the platform does', () => {
  const numberIn = (path: string, pattern: RegExp) => Number(pattern.exec(readText(path))?.[1]);
  const days = numberIn('services/runtime/src/backtests/result-links.ts', /VALIDITY_MS = (\d+) \* 86_400_000;/);
  expect(numberIn('console/src/pages/backtests/result/share.tsx', /LINK_DAYS = (\d+);/)).toBe(days);
  const defaults = readText('frameworks/freqtrade/harness/freqtrade_harness/config.py');
  const shown = /FREQTRADE_DEFAULTS[^{]*\{([^}]*)\}/.exec(
    readText('console/src/pages/backtests/editor/request.ts'),
  )?.[1];
  const pairs = [...(shown ?? '').matchAll(/(\w+): ([\d_]+)/g)];
  expect(pairs).toHaveLength(2);
  for (const [, key, value] of pairs) expect(defaults).toContain(`"${key}": ${value?.replaceAll('_', '')},`);
});

test('the console has login wallets sign each field of the published document, and its asset', () => {
  const { types, vectors } = JSON.parse(readText('docs/withdrawal-authorization.json'));
  const code = readText('console/src/pages/wallet/withdraw/intent.ts');
  const signed = /interface SignedMessage \{([^}]*)\}/.exec(code)?.[1] ?? '';
  const fields = [...signed.matchAll(/readonly (\w+): string;/g)].map(([, name]) => name);
  expect(fields).toEqual(types.WithdrawalAuthorization.map(({ name }: { readonly name: string }) => name));
  expect(code).toContain(`USDC_ON_ARBITRUM = '${vectors[0].message.assetAddress}'`);
});
