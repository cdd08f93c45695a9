import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { shareBrowser } from '../browser/share-browser.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { Walk } from './walk.js';

/** What people do with money and bots in the console, and every page that has no walk of its own. */

const WALK_MS_MAX = 400_000;
const PAID_IN_MICRO_USDC = 200_000_000n;
const { testInBrowser, opened } = await shareBrowser('the console in a browser');

let platform: Platform;
let walk: Walk;

beforeAll(async () => {
  platform = await Platform.shared();
}, WALK_MS_MAX);

afterEach(() => walk?.end());

afterAll(() => platform[Symbol.asyncDispose]());

testInBrowser(
  'money is deposited, moved to a venue, and withdrawn by a code',
  async () => {
    walk = await Walk.begin(opened(), platform);
    const { page } = walk;
    const email = 'console-money@example.com';
    await walk.signIn(email);
    await walk.press('Wallet', 'link');
    const address = getAddress(
      await page
        .getByText(/^0x[0-9a-fA-F]{40}$/)
        .first()
        .innerText(),
    );
    await payIn((await platform.descriptor()).arbitrum, [address], PAID_IN_MICRO_USDC);
    const venue = page.locator('.venue-row', { has: page.getByRole('heading', { name: 'hyperliquid' }) });
    await page.getByText('confirmed', { exact: true }).first().waitFor();
    await venue.getByRole('button', { name: /^Move money/ }).click();
    await walk.confirm('Move it');
    await venue.getByText('completed').waitFor();
    expect(await walk.keep('wallet')).toEqual([]);

    await walk.goTo('/app/wallet/withdraw');
    await page.getByLabel('Amount, USD').fill('20');
    await page.getByLabel(/an address on Arbitrum One/).fill(privateKeyToAddress(generatePrivateKey()));
    await walk.press('On to the code');
    await walk.press('Send the code');
    await page.getByLabel('Code').fill(await walk.mailedCode(email));
    await walk.press('Withdraw');
    await page.getByText('confirmed').first().waitFor();
    expect(await walk.keep('withdrawals')).toEqual([]);
    await walk.goTo('/app/wallet/statement');
    await page.getByRole('row').nth(2).waitFor();
    expect(await walk.keep('statement')).toEqual([]);
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a paper deployment runs, tells its log as it comes, and is stopped',
  async () => {
    walk = await Walk.begin(opened(), platform);
    const { page } = walk;
    await walk.signIn('console-bots@example.com');
    await walk.goTo('/app/backtests/new?sample=dip');
    await walk.press('Run');
    await walk.press('Deploy', 'link');
    await page.getByLabel('Name').fill('walker');
    expect(await walk.keep('deployment-new')).toEqual([]);
    await walk.press('Create and start');
    await walk.sees('walker');
    await page.getByText('running', { exact: true }).first().waitFor();
    expect(await walk.keep('deployment')).toEqual([]);
    await walk.press('Logs', 'tab');
    const lines = page.getByText(/Bot heartbeat|state='RUNNING'|Strategy/);
    await lines.first().waitFor();
    expect(await walk.keep('deployment-logs')).toEqual([]);
    await walk.press('Stop');
    await walk.confirm('Stop');
    await page.getByText('stopped', { exact: true }).first().waitFor();
    await walk.goTo('/app/deployments');
    await walk.sees('Deployments');
    expect(await walk.keep('deployments')).toEqual([]);
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a new key stays until it is kept, and the keyboard goes where the page does',
  async () => {
    walk = await Walk.begin(opened(), platform);
    const { page } = walk;
    await walk.signIn('console-keys@example.com');
    await page.getByText('No bot runs.').waitFor();
    expect(await page.getByRole('button', { name: 'Halt all bots' }).isDisabled()).toBe(true);
    await walk.press('Keys', 'link');
    await page.locator('h1:focus', { hasText: 'Keys' }).waitFor();
    await walk.press('Create a key');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('my program');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('my program');
    expect(await walk.keep('key-new')).toEqual([]);
    await walk.confirm('Create the key');
    await walk.sees('Your new key');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await dialog.getByLabel('I have kept it').check();
    await walk.confirm('Done');
    await page.locator('button:focus', { hasText: 'Create a key' }).waitFor();
    await walk.press(/^Revoke my program/);
    await walk.confirm('Revoke it');
    await page.getByText(/^my program is revoked/).waitFor();
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'every other page keeps nobody out',
  async () => {
    walk = await Walk.begin(opened(), platform);
    await walk.signIn('console-pages@example.com');
    for (const path of ['markets', 'markets/hyperliquid/ETH%2FUSDC%3AUSDC', 'keys', 'mandates', 'usage', 'account']) {
      await walk.goTo(`/app/${path}`);
      await walk.page.getByRole('heading', { level: 1 }).waitFor();
      await walk.page.getByText('Loading…').first().waitFor({ state: 'detached' });
      expect(await walk.keep(path.split('/').slice(0, 2).join('-'))).toEqual([]);
    }
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);
