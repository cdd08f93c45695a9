/** A person at the console, in a browser: what they press, and what nobody may see on the way. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchForFaults } from '../browser/browser.js';

const RESULTS = fileURLToPath(new URL('../../results/console/', import.meta.url));
const SHOWN_MS_MAX = 60_000;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

/** How pages are looked at. */
const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: WIDE },
  { name: 'dark', colorScheme: 'dark', viewport: WIDE },
  { name: 'narrow', colorScheme: 'light', viewport: NARROW },
] as const;

/** A browser on the console, what went wrong in it, and how often something was pressed. */
export class Walk {
  /** Requests to other origins, violations of the policy, and errors that a page showed or threw. */
  readonly faults: readonly string[];
  private readonly errors: string[] = [];
  private clicks = 0;

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly baseUrl: string,
  ) {
    this.faults = watchForFaults(context, [baseUrl]);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  /** Opens a page of the console in a context of its own. */
  static async begin(browser: Browser, baseUrl: string): Promise<Walk> {
    const context = await browser.newContext({ viewport: WIDE, colorScheme: 'light' });
    context.setDefaultTimeout(SHOWN_MS_MAX);
    return new Walk(await context.newPage(), context, new URL(baseUrl).origin);
  }

  /** Goes to an address of the console. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.baseUrl + path);
  }

  /** Presses a button or a link with a name. */
  async press(name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button'): Promise<void> {
    this.clicks += 1;
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
  }

  /** Waits for a heading. */
  async sees(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name: heading }).first().waitFor();
  }

  /** Waits until a chart is drawn. */
  async seesChart(): Promise<void> {
    await this.page.locator('.chart canvas').first().waitFor();
  }

  /** How often something was pressed since this was asked last. */
  pressed(): number {
    const { clicks } = this;
    this.clicks = 0;
    return clicks;
  }

  /** Keeps how the page looks: light, dark and narrow. Returns the looks in which it is wider than its window. */
  async keep(name: string): Promise<string[]> {
    await mkdir(RESULTS, { recursive: true });
    const tooWide: string[] = [];
    for (const { name: look, colorScheme, viewport } of LOOKS) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.setViewportSize(viewport);
      await this.page.screenshot({ path: join(RESULTS, `${name}-${look}.png`), fullPage: true });
      const overflow = await this.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) tooWide.push(`${name}, ${look}`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize(WIDE);
    return tooWide;
  }

  /** What went wrong so far. */
  wrong(): string[] {
    return [...this.faults, ...this.errors];
  }

  /** Closes the browser's context. */
  async end(): Promise<void> {
    await this.context.close();
  }
}
