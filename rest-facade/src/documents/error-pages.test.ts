import { describe, expect, test } from '@jest/globals';
import { catalogue } from '@platform/errors';
import { ERROR_PAGES_PATH } from '../http/envelope.js';
import { errorPages } from './error-pages.js';

const [list, single] = errorPages();

async function textOf(route: typeof list, parameters = {}): Promise<string> {
  const answer = await route?.answer(parameters);
  expect(answer?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
  return String(answer?.body);
}

describe('the pages of errors', () => {
  test.each(Object.entries(catalogue))(
    '%s says what happened, when, with which status and what to do',
    async (code, entry) => {
      const text = await textOf(single, { code });
      const shown = text.replace(/&#(\d+);/g, (_all, number) => String.fromCharCode(Number(number)));
      for (const part of [code, entry.message, entry.when, entry.remedy, String(entry.http)])
        expect(shown).toContain(part);
    },
  );

  test('the list leads to each of them', async () => {
    const text = await textOf(list);
    const linked = [...text.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    const pages = Object.keys(catalogue).map((code) => `${ERROR_PAGES_PATH}/${code}`);
    expect(linked).toEqual(expect.arrayContaining(['/', '/docs', '/docs/api', '/docs#guides', ...pages]));
  });

  test('a page leads home, and loads files of the platform alone', async () => {
    const text = await textOf(single, { code: 'internal' });
    expect(text).toMatch(/<main[\s\S]*href="\/docs"[\s\S]*href="\/"[\s\S]*<\/main>/);
    const loaded = [...text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded).toEqual(['/favicon.ico', '/docs/text/main.css', '/docs/text/main.js']);
    expect(text).not.toMatch(/https?:|url\(|<style|style=/);
  });

  test.each(['nothing', 'constructor', '<b>'])('%s has no page', async (code) => {
    await expect(single?.answer({ code })).rejects.toMatchObject({ code: 'not_found' });
  });
});
