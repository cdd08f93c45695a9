import { findProgram, run } from '@platform/kit/provisioning';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** The names that distributions give to Chromium. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** One package and the fonts that it draws with. */
const PACKAGES = ['chromium', 'fonts-dejavu-core'];
const INSTALL_MS_MAX = 5 * 60_000;
/** Several test files may begin at once. */
const LOCK_SECONDS_MAX = 240;

/**
 * Returns the browser of this machine. Where there is none, Debian's is installed if that may be done: by root, as in a container of CI.
 * Undefined where there is none then.
 */
export async function provideBrowser(): Promise<string | undefined> {
  return installedBrowser() ?? (await installBrowser());
}

async function installBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const options = { env: { PATH: process.env['PATH'], DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_MS_MAX };
  const lock = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS_MAX}`];
  const install = ['install', '--yes', '--no-install-recommends', ...PACKAGES];
  try {
    for (const args of [['update'], install])
      await run('apt-get', [...lock, ...args], { ...options, onLine: () => undefined });
  } catch (error) {
    process.stderr.write(`no browser could be installed: ${String(error).split('\n')[0]}\n`);
  }
  return installedBrowser();
}

function installedBrowser(): string | undefined {
  return findProgram(process.env['PATH'], NAMES);
}

/** It asks nobody by itself. */
const QUIET_FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Opens a headless browser. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // Root can't have Chromium's own sandbox; nothing but our pages is shown.
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', ...QUIET_FLAGS],
  });
}

/** What a page was answered with is an error to the browser too. */
const ANSWERED = 'Failed to load resource';

/**
 * Records what no page may do: requests to other origins, errors of the browser's console, as of the policy, and uncaught ones. Refusals by
 * the platform count only where a page asks nothing that is refused.
 */
export function watchForFaults(
  context: BrowserContext,
  origins: readonly string[],
  { countsRefusals = false }: { readonly countsRefusals?: boolean } = {},
): readonly string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && !origins.includes(url.origin)) faults.push(`asks ${url.href}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || (!countsRefusals && text.startsWith(ANSWERED))) return;
    faults.push(`${text} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return faults;
}
