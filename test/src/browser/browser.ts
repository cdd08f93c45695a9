import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** The names that distributions give to Chromium. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the browser of this machine; undefined where there is none. */
export function installedBrowser(): string | undefined {
  const folders = process.env['PATH']?.split(delimiter) ?? [];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens a headless browser. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // Root can't have Chromium's own sandbox; nothing but our pages is shown.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Records what no page may do: requests to other origins, violations of the policy, and uncaught errors. */
export function watchForFaults(context: BrowserContext, origins: readonly string[]): readonly string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && !origins.includes(url.origin)) faults.push(`asks ${url.href}`);
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return faults;
}
