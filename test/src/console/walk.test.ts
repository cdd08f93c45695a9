import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, provideBrowser } from '../browser/browser.js';
import { Platform } from '../platform/platform.js';
import { ConsolePage } from './console-page.js';

/** What people do in the console, in a real browser. */

const WALK_MS_MAX = 400_000;
const installed = await provideBrowser();
const testInBrowser = installed === undefined ? test.skip : test;
if (installed === undefined) process.stderr.write('skipped: the console in a browser, as there is no Chromium here\n');

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  platform = await Platform.shared();
  if (installed !== undefined) browser = await openBrowser(installed);
}, WALK_MS_MAX);

afterAll(async () => {
  await browser?.close();
  await platform[Symbol.asyncDispose]();
});

testInBrowser(
  'a new address signs in by a code, and sees an overview of an empty account',
  async () => {
    const opened = await ConsolePage.open(platform, browser);
    await opened.signInByCode('console-walk@example.com');
    await opened.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await opened.barriers()).toEqual([]);
    await opened.keepLooks('overview-empty');
    expect(opened.faults).toEqual([]);
    await opened.close();
  },
  WALK_MS_MAX,
);
