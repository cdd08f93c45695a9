import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openBrowser, provideBrowser } from '../browser/browser.js';
import { readCode } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { ConsolePage } from './console-page.js';

/** What people do in the console, in a real browser. */

const WALK_MS_MAX = 500_000;
const installed = await provideBrowser();
const testInBrowser = installed === undefined ? test.skip : test;
if (installed === undefined) process.stderr.write('skipped: the console in a browser, as there is no Chromium here\n');

let platform: Platform;
let browser: Browser;
let opened: ConsolePage;

beforeAll(async () => {
  platform = await Platform.shared();
  if (installed !== undefined) browser = await openBrowser(installed);
}, WALK_MS_MAX);

afterEach(() => opened?.close());

afterAll(async () => {
  await browser?.close();
  await platform[Symbol.asyncDispose]();
});

/** Nobody is kept out of the page that is shown, and it is kept as it looks. */
async function inspect(name: string): Promise<void> {
  expect([name, await opened.barriers()]).toEqual([name, []]);
  await opened.keepLooks(name);
}

testInBrowser(
  'an empty account plots its first result in three clicks, and compares it with another run',
  async () => {
    opened = await ConsolePage.open(platform, browser);
    const { page } = opened;
    await inspect('sign-in');
    await opened.signInByCode('console-backtests@example.com');
    await page.getByRole('link', { name: 'Open the sample strategy' }).waitFor();
    await inspect('overview-empty');
    await page.getByRole('link', { name: 'Open the sample strategy' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('tab', { name: /^Trades/ }).waitFor();
    await page.locator('canvas').first().waitFor();
    await inspect('backtest-result');
    await page.getByRole('tab', { name: /^Trades/ }).click();
    await inspect('backtest-trades');
    await page.getByRole('tab', { name: 'Logs' }).click();
    await inspect('backtest-logs');

    await page.getByRole('link', { name: 'Run again' }).click();
    await page.getByRole('heading', { name: 'Run again' }).waitFor();
    await inspect('backtest-new');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('tab', { name: /^Trades/ }).waitFor();
    await page.getByRole('link', { name: 'Backtests' }).click();
    const choices = page.getByRole('checkbox', { name: /^Compare/ });
    await choices.nth(1).check();
    await choices.nth(0).check();
    await inspect('backtests');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('canvas').first().waitFor();
    await inspect('backtests-compared');
    expect(opened.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'money is deposited, moved to a venue, and withdrawn by a code',
  async () => {
    opened = await ConsolePage.open(platform, browser);
    const { page } = opened;
    const email = 'console-money@example.com';
    await opened.signInByCode(email);
    await page.getByRole('link', { name: 'Wallet' }).click();
    const address = /0x[0-9a-fA-F]{40}/.exec(await page.locator('main code').first().innerText())?.[0];
    const { arbitrum, mailbox_dir: mailbox } = await platform.descriptor();
    await payIn(arbitrum, [address as `0x${string}`], 200_000_000n);
    const hyperliquid = page.locator('.venue-row', { has: page.getByRole('heading', { name: 'hyperliquid' }) });
    await page.getByText('200.00').first().waitFor();
    await hyperliquid.getByRole('button', { name: 'Move money there' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move it' }).click();
    await hyperliquid.getByText('completed').waitFor();
    await inspect('wallet');

    await opened.goTo('/wallet/withdraw');
    await page.getByLabel('Amount, USD').fill('20');
    await page.getByLabel(/an address on Arbitrum One/).fill(privateKeyToAddress(generatePrivateKey()));
    await page.getByRole('button', { name: 'On to the code' }).click();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByLabel('Code').waitFor();
    await page.getByLabel('Code').fill(await readCode(mailbox, email));
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('confirmed').first().waitFor();
    await inspect('withdrawals');
    await opened.goTo('/wallet/statement');
    await page.getByRole('row').nth(2).waitFor();
    await inspect('statement');
    expect(opened.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a paper deployment runs, tells its log as it comes, and is stopped',
  async () => {
    opened = await ConsolePage.open(platform, browser);
    const { page } = opened;
    await opened.signInByCode('console-bots@example.com');
    await opened.goTo('/backtests/new?sample=dip');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Deploy', exact: true }).click();
    await page.getByLabel('Name').fill('walker');
    await inspect('deployment-new');
    await page.getByRole('button', { name: 'Create and start' }).click();
    await page.getByRole('heading', { name: 'walker' }).waitFor();
    await page.getByText('running').first().waitFor();
    await inspect('deployment');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('stopped').first().waitFor();
    await opened.goTo('/deployments');
    await inspect('deployments');
    await opened.goTo('');
    await inspect('overview');
    expect(opened.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser.each(['markets', 'keys', 'mandates', 'usage', 'account'])(
  'the page of %s keeps nobody out',
  async (name) => {
    opened = await ConsolePage.open(platform, browser);
    await opened.signInByCode(`console-${name}@example.com`);
    await opened.goTo(`/${name}`);
    await opened.page.getByText('Loading…').waitFor({ state: 'detached' });
    await inspect(name);
    expect(opened.faults).toEqual([]);
  },
  WALK_MS_MAX,
);
