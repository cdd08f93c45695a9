import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { type Caller, readCode } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { watchForFaults } from './browser.js';
import { openReference, submit } from './reference.js';
import { shareBrowser } from './share-browser.js';

const SHOWN_MS_MAX = 60_000;

const { testInBrowser, isHere, opened } = await shareBrowser('the pages in a browser');

let platform: Platform;
let customer: Customer;
let caller: Caller;
let context: BrowserContext;
let faults: readonly string[];

beforeAll(async () => {
  platform = await Platform.shared();
  if (!isHere) return;
  customer = await Customer.register(platform, 'browser');
  caller = customer.caller;
  context = await opened().newContext();
  context.setDefaultTimeout(SHOWN_MS_MAX);
  faults = watchForFaults(context, [caller.baseUrl, caller.graphqlUrl].map(originOf));
}, 3 * SHOWN_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

/** The machine has two names. */
const originOf = (url: string) => new URL(url).origin.replace('//127.0.0.1', '//localhost');

/** Everything that a page stores in the browser. */
const stored = (page: Page) =>
  page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

/** The targets of a page's links. */
async function linksOf(url: string): Promise<string[]> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => new URL(link, url).href);
}

test('every link of the first page and of the guides leads somewhere', async () => {
  const { base_url: baseUrl } = await platform.descriptor();
  const first = await linksOf(`${baseUrl}/docs`);
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
  'the first page of the documentation says what this is, and leads to a reference that makes a request by the reader’s key',
  async () => {
    const page = await context.newPage();
    await page.goto(`${caller.baseUrl}/docs`);
    expect(await page.textContent('body')).toMatch(/Sandbox/);
    await openReference(page, caller.apiKey);
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
  'the reference sends the steps of a withdrawal by one key, and the next withdrawal by another',
  async () => {
    await Customer.fund(platform, [customer], 40);
    const { arbitrum, mailbox_dir: mailbox } = await platform.descriptor();
    const page = await context.newPage();
    await page.goto(`${caller.baseUrl}/docs`);
    await openReference(page, caller.apiKey);
    const intent = {
      ...{ amount_usd: '10.00', destination_wallet: privateKeyToAddress(generatePrivateKey()) },
      ...{ chain: 'arbitrum', asset_address: arbitrum.usdc_address },
    };
    const asked = await submit(page, '/wallet/withdraw/otp', intent);
    const code = await readCode(mailbox, caller.email);
    const authorization = { type: 'email_otp', challenge_id: asked.body.challenge_id, code };
    const withdrawal = { source: 'arbitrum', ...intent, authorization };
    const accepted = await submit(page, '/wallet/withdraw', withdrawal);
    expect([asked.status, accepted.status]).toEqual([200, 202]);
    expect(accepted.key).toBe(asked.key);
    const again = await submit(page, '/wallet/withdraw', withdrawal);
    expect([again.key, again.body.id]).toEqual([asked.key, accepted.body.id]);
    const another = await submit(page, '/wallet/withdraw', { ...withdrawal, amount_usd: '11.00' });
    expect(another.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(another.key).not.toBe(asked.key);
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);

testInBrowser(
  'each block of code of a guide has a button that copies it, and scrolls by itself on a narrow screen',
  async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: originOf(caller.baseUrl) });
    const page = await context.newPage();
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto(`${caller.baseUrl.replace('//127.0.0.1', '//localhost')}/docs/guides/first-strategy`);
    const block = page.locator('.block').first();
    await block.locator('button').click();
    await block.locator('button:text("Copied")').waitFor();
    const text = await block.locator('pre').textContent();
    expect(text).toMatch(/^BASE=/);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
    const scroll = "const [block] = document.querySelectorAll('.block pre'); block.scrollLeft = 50; block.scrollLeft";
    expect(await page.evaluate(scroll)).toBe(50);
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);

testInBrowser(
  'where a page may not write the clipboard, the button selects the block',
  async () => {
    const page = await context.newPage();
    // As on a page that comes without TLS from another machine.
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${caller.baseUrl}/docs/guides/first-strategy`);
    const block = page.locator('.block').nth(1);
    await block.locator('button').click();
    await block.locator('button:text("Selected")').waitFor();
    const text = await block.locator('pre').textContent();
    expect(text).toMatch(/^mkdir/);
    expect(await page.evaluate('getSelection().toString().trim()')).toBe(text?.trim());
    expect(faults).toEqual([]);
  },
  3 * SHOWN_MS_MAX,
);

testInBrowser(
  'the explorer shows the schema without a key, and leads to the other pages',
  async () => {
    const page = await context.newPage();
    await page.goto(caller.graphqlUrl.replace('//127.0.0.1', '//localhost'));
    await page.click('[aria-label="Show Documentation Explorer"]');
    await page.waitForSelector('.graphiql-doc-explorer :text("query")');
    for (const [link, path] of Object.entries({ 'Trading platform': '/docs', 'API reference': '/docs/api' })) {
      await page.goto(caller.graphqlUrl.replace('//127.0.0.1', '//localhost'));
      await page.click(`nav >> text=${link}`);
      await page.waitForURL(`${originOf(caller.baseUrl)}${path}`);
    }
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
