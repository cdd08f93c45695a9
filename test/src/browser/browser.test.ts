import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
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
let context: BrowserContext;
let faults: readonly string[];

beforeAll(async () => {
  if (installed === undefined) return;
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'browser@example.com');
  context = await openBrowser(installed);
  context.setDefaultTimeout(SHOWN_MS_MAX);
  faults = watchForFaults(context, [caller.baseUrl, caller.graphqlUrl].map(originOf));
}, 3 * SHOWN_MS_MAX);

afterAll(async () => {
  await context?.close();
  await platform?.[Symbol.asyncDispose]();
});

/** The machine has two names. */
const originOf = (url: string) => new URL(url).origin.replace('//127.0.0.1', '//localhost');

/** Everything that a page keeps beyond itself. */
const stored = (page: Page) =>
  page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

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
