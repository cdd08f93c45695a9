import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, provideBrowser } from './browser.js';

const OPEN_MS_MAX = 60_000;

/** The browser of a test file, and the tests that need it. */
export interface SharedBrowser {
  /** A test that is skipped where there is no browser. */
  readonly testInBrowser: typeof test | typeof test.skip;
  /** Whether there is one. */
  readonly isHere: boolean;
  /** Returns it, once the tests have begun. */
  readonly opened: () => Browser;
}

/** Opens a browser before the tests of a file and closes it after them; where there is none, says that `what` is skipped. */
export async function shareBrowser(what: string): Promise<SharedBrowser> {
  const installed = await provideBrowser();
  if (installed === undefined)
    process.stderr.write(`skipped: ${what}, as there is no Chromium here (on Debian: the package chromium)\n`);
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (installed !== undefined) browser = await openBrowser(installed);
  }, OPEN_MS_MAX);
  afterAll(() => browser?.close());
  const opened = () => {
    if (browser === undefined) throw new Error('the browser is open while tests run');
    return browser;
  };
  return { testInBrowser: installed === undefined ? test.skip : test, isHere: installed !== undefined, opened };
}
