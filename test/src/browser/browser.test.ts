import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { installedBrowser, openBrowser, watchForFaults } from './browser.js';

const SHOWN_MS_MAX = 60_000;

const installed = installedBrowser();
if (installed === undefined)
  process.stderr.write(
    'skipped: the pages in a browser, as there is no Chromium here (on Debian: the package chromium)\n',
  );
const testInBrowser = installed === undefined ? test.skip : test;

let platform: Platform;
let caller: Caller;
let browser: Browser;
let context: BrowserContext;
let faults: readonly string[];

beforeAll(async () => {
  platform = await Platform.shared();
  if (installed === undefined) return;
  caller = await Caller.register(platform, 'browser@example.com');
  browser = await openBrowser(installed);
  context = await browser.newContext();
  context.setDefaultTimeout(SHOWN_MS_MAX);
  faults = watchForFaults(context, [caller.baseUrl, caller.graphqlUrl].map(originOf));
}, 3 * SHOWN_MS_MAX);

afterAll(async () => {
  await browser?.close();
  await platform[Symbol.asyncDispose]();
});

/** The machine has two names. */
const originOf = (url: string) => new URL(url).origin.replace('//127.0.0.1', '//localhost');

/** Everything that a page keeps beyond itself. */
const stored = (page: Page) =>
  page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

/** Where the links of a page lead. */
async function linksOf(url: string): Promise<string[]> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => new URL(link, url).href);
}

test('every link of the first page and of the guides leads somewhere', async () => {
  const { base_url: baseUrl } = await platform.descriptor();
  const first = await linksOf(baseUrl);
  const guides = first.filter((link) => link.includes('/docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  const all = new Set([...first, ...(await Promise.all(guides.map(linksOf))).flat()]);
  for (const link of all) {
    const { status } = await fetch(link, { headers: { accept: 'text/html' } });
    // Readiness is an answer too.
    expect([link, status]).toEqual([link, link.endsWith('/readyz') ? expect.any(Number) : 200]);
  }
});

testInBrowser(
  'the first page says what this is, and leads to a reference that makes a request by the reader’s key',
  async () => {
    const page = await context.newPage();
    await page.goto(caller.baseUrl);
    expect(await page.textContent('body')).toMatch(/Sandbox/);
    await page.click('text=API reference');
    await page.click('.auth-wrapper .authorize');
    await page.fill('#api_key_value', caller.apiKey);
    await page.click('.modal-ux .authorize >> nth=0');
    await page.click('.btn-done >> nth=0');
    await page.click('.opblock-summary-control:has([data-path="/account"])');
    await page.click('.execute');
    const answer = page.locator('.live-responses-table .response .microlight');
    expect(JSON.parse((await answer.first().textContent()) ?? '')).toMatchObject({
      account: { id: caller.accountId },
    });
    expect(await stored(page)).not.toContain(caller.apiKey);
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);

testInBrowser(
  'each block of code of a guide has a button that copies it',
  async () => {
    const page = await context.newPage();
    await page.goto(`${caller.baseUrl}/docs/guides/first-strategy`);
    await page.locator('.block button').first().click();
    await page.waitForSelector('.block button:text-matches("Copied|Selected")');
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);

testInBrowser(
  'the address of the graph leads a browser to an explorer that asks by the reader’s key',
  async () => {
    const page = await context.newPage();
    await page.goto(caller.graphqlUrl.replace('//127.0.0.1', '//localhost'));
    await page.fill('#credential', caller.apiKey);
    await page.click('text=Use it');
    await page.waitForSelector('.graphiql-query-editor :text("maxLeverage")');
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.graphiql-response :text("symbol")');
    expect(await stored(page)).not.toContain(caller.apiKey);
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);
