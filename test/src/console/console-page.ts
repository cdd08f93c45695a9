import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchForFaults } from '../browser/browser.js';
import { readCode } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SCREENSHOTS = fileURLToPath(new URL('../../results/console/', import.meta.url));
/** A page may wait for a backtest of a busy machine. */
const SHOWN_MS_MAX = 60_000;
const GRAVE = new Set(['serious', 'critical']);
const NARROW = { width: 390, height: 844 };

/** The console in a browser of its own: what it does wrong is recorded. */
export class ConsolePage {
  private constructor(
    private readonly platform: Platform,
    private readonly context: BrowserContext,
    readonly page: Page,
    readonly baseUrl: string,
    /** Requests to other origins, violations of the policy, uncaught errors, and errors of the browser's console. */
    readonly faults: readonly string[],
  ) {}

  /** Opens the console, signed out. */
  static async open(platform: Platform, browser: Browser, options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const { base_url: address } = await platform.descriptor();
    const baseUrl = address.replace('//127.0.0.1', '//localhost');
    const context = await browser.newContext(options);
    context.setDefaultTimeout(SHOWN_MS_MAX);
    const faults = watchForFaults(context, [new URL(baseUrl).origin]);
    const page = await context.newPage();
    await page.goto(baseUrl);
    return new ConsolePage(platform, context, page, baseUrl, faults);
  }

  /** Signs in, or registers, by a code that is mailed. */
  async signInByCode(email: string): Promise<void> {
    const { mailbox_dir: mailbox } = await this.platform.descriptor();
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByRole('button', { name: 'Send the code' }).click();
    await this.page.getByLabel('Code').waitFor();
    await this.page.getByLabel('Code').fill(await readCode(mailbox, email));
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('navigation').first().waitFor();
  }

  /** Goes to a page of the console by its address below `/app`. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/app${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** What keeps people from using the page, by axe: none that is serious or worse is let pass. */
  async barriers(): Promise<string[]> {
    await this.page.evaluate(await readFile(AXE, 'utf8'));
    const found = (await this.page.evaluate('axe.run()')) as AxeResults;
    return found.violations
      .filter(({ impact }) => GRAVE.has(impact ?? ''))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }

  /** Keeps what the page looks like in light, dark and narrow (`test/results/console`). */
  async keepLooks(name: string): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    const wide = this.page.viewportSize();
    const keep = (look: string) =>
      this.page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`), fullPage: true });
    await keep('light');
    await this.page.emulateMedia({ colorScheme: 'dark' });
    await keep('dark');
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize(NARROW);
    await keep('narrow');
    if (wide !== null) await this.page.setViewportSize(wide);
  }

  /** Closes it; what it showed last is kept. */
  async close(): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, 'last.png') });
    await this.context.close();
  }
}
