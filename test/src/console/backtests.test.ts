import { afterAll, beforeAll, expect } from '@jest/globals';
import { shareBrowser } from '../browser/share-browser.js';
import { backtestRequest, busyStrategy } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { Walk } from './walk.js';

const WALK_MS_MAX = 300_000;
const EMAIL = 'console-walk@example.com';
const SHARED = 'query ($id: ID!) { backtest(id: $id) { result { trades } resultLink { token } } }';
/** What a strategy, a name or a tag may say; none of it may ever run. */
const HOSTILE = '<img src=x onerror="window.ran = 1"><script>window.ran = 1</script>';

const { testInBrowser, isHere, opened } = await shareBrowser('backtests in the console');

let platform: Platform;
let walk: Walk;

beforeAll(async () => {
  platform = await Platform.shared();
  if (isHere) walk = await Walk.begin(opened(), platform);
}, WALK_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

testInBrowser(
  'a stranger signs in by a code, and has a plotted result after three clicks',
  async () => {
    const { page } = walk;
    await walk.signIn(EMAIL, async () => expect(await walk.keep('sign-in')).toEqual([]));
    await walk.sees('Your first result');
    expect(await walk.keep('overview-empty')).toEqual([]);
    walk.pressed();
    await walk.press('Open the sample strategy', 'link');
    await page.locator('.markets input:checked').first().waitFor();
    expect(await walk.keep('backtest-new')).toEqual([]);
    await walk.press('Run');
    await walk.sees('Equity and drawdown');
    await walk.seesChart();
    expect(walk.pressed()).toBeLessThanOrEqual(3);
    expect(await walk.keep('backtest-result')).toEqual([]);
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'the trades stand on the candles, and the parameters are those that were sent',
  async () => {
    const { page } = walk;
    await walk.press(/^Trades/, 'tab');
    await walk.sees('Trades on the candles');
    await walk.seesChart();
    await page.getByRole('cell', { name: 'dip' }).first().waitFor();
    expect(await walk.keep('backtest-trades')).toEqual([]);
    await walk.press('Parameters', 'tab');
    await page.getByText('class SampleStrategy').first().waitFor();
    expect(await walk.keep('backtest-parameters')).toEqual([]);
    await walk.press('Logs', 'tab');
    await page.getByText('SampleStrategy').first().waitFor();
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a strategy that is not valid has its findings, and one with hostile names runs as text',
  async () => {
    const { page } = walk;
    await walk.press('Run again', 'link');
    const editor = page.getByRole('textbox', { name: 'Strategy', exact: true });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.getByText('nothing was found').waitFor();
    await page.keyboard.type('import pandas_ta\n');
    // The platform's findings, before anything is run.
    await page.getByRole('status').getByText('Line 1').waitFor();
    await page.locator('.cm-lint-marker-error').first().waitFor();
    expect(await walk.keep('backtest-checked')).toEqual([]);
    await walk.press('Run');
    await page.getByRole('alert').getByText('Line 1').waitFor();
    expect(await walk.keep('backtest-findings')).toEqual([]);
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByText('nothing was found').waitFor();
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(0);
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByLabel('Open trades at most').fill('1');
    await walk.press('Run');
    await walk.sees('Equity and drawdown');
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    // The refusal of the first strategy is an answer of the platform, which browsers call an error.
    expect(walk.faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'any of the runs are compared',
  async () => {
    const { page } = walk;
    await walk.press('Backtests', 'link');
    const boxes = page.getByRole('checkbox', { name: /^Compare/ });
    await boxes.nth(1).waitFor();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    expect(await walk.keep('backtests')).toEqual([]);
    await walk.press('Compare');
    await walk.sees('Compare 2 backtests');
    await walk.seesChart();
    await page.getByRole('rowheader', { name: 'config.max_open_trades' }).waitFor();
    expect(await walk.keep('backtests-compared')).toEqual([]);
    await walk.press('Overview', 'link');
    await walk.sees('Recent runs');
    expect(await walk.keep('overview')).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a shared result is read without an account, and signing out leads to the way in',
  async () => {
    const { page } = walk;
    await walk.press('Backtests', 'link');
    await page.getByRole('link', { name: 'Sample: dip' }).first().click();
    await walk.press('Share');
    await walk.confirm('Make a link');
    const address = String(await page.locator('dialog .copyable code').first().textContent());
    await page.keyboard.press('Escape');
    await walk.press('Sign out');
    await page.getByLabel('E-mail address').waitFor();
    await page.goto(address);
    await page.getByText('as it was shared').waitFor();
    await walk.seesChart();
    expect(await walk.keep('shared')).toEqual([]);
  },
  WALK_MS_MAX,
);

testInBrowser(
  'a shared result lists every trade of a long run',
  async () => {
    const { page } = walk;
    const owner = await Caller.register(platform, 'console-long-run@example.com');
    const request = backtestRequest({ code: busyStrategy, strategy_class: 'Busy' });
    const { id } = (await owner.send('POST', '/runtime/backtests', request)).body;
    expect(await owner.untilEnded(id)).toMatchObject({ status: 'finished' });
    const { body } = await owner.query(SHARED, { id });
    const { result, resultLink } = body.data.backtest;
    // More than two pages of them.
    expect(result.trades).toBeGreaterThan(1_000);
    // Another address of the page that is shown would not be loaded.
    await page.goto('about:blank');
    await walk.goTo(`/app/shared#${resultLink.token}`);
    // The head is a row too.
    await page.locator(`table[aria-rowcount="${result.trades + 1}"]`).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await walk.keep('shared-long')).toEqual([]);
  },
  WALK_MS_MAX,
);
