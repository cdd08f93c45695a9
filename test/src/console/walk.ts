/** A person at the console, in a browser: what they press, and what nobody may see on the way. */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampled } from '@platform/kit/sampling';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchForFaults } from '../browser/browser.js';
import { readCode } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';

const RESULTS = fileURLToPath(new URL('../../results/console/', import.meta.url));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SHOWN_MS_MAX = 60_000;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
/** Of what axe finds, what keeps people out. */
const GRAVE: ReadonlySet<string | null | undefined> = new Set(['serious', 'critical']);

/** How pages are looked at: in a sample, in one of these ways. */
const LOOKS = sampled({
  name: 'looks of the console',
  cases: [
    { name: 'light', colorScheme: 'light', viewport: WIDE },
    { name: 'dark', colorScheme: 'dark', viewport: WIDE },
    { name: 'narrow', colorScheme: 'light', viewport: NARROW },
  ] as const,
  nameOf: ({ name }) => name,
  count: 1,
});

/** A browser on the console, what went wrong in it, and how often something was pressed. */
export class Walk {
  private clicks = 0;

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly platform: Platform,
    private readonly origin: string,
    /** Requests to other origins, and errors of the browser's console: of the policy, of the page, of the platform. */
    readonly faults: readonly string[],
  ) {}

  /** Opens a page of the console in a context of its own. */
  static async begin(browser: Browser, platform: Platform): Promise<Walk> {
    const origin = new URL((await platform.descriptor()).base_url).origin;
    const context = await browser.newContext({ viewport: WIDE, colorScheme: 'light' });
    context.setDefaultTimeout(SHOWN_MS_MAX);
    const faults = watchForFaults(context, [origin], { countsRefusals: true });
    return new Walk(await context.newPage(), context, platform, origin, faults);
  }

  /** Goes to an address of the console. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** Signs in, or registers, by a code that is mailed; `look` sees the page before the last step. */
  async signIn(email: string, look: () => Promise<void> = async () => undefined): Promise<void> {
    await this.goTo('/');
    await this.page.getByLabel('E-mail address').fill(email);
    await this.press('Send the code');
    await this.page.getByLabel('Code').fill(await this.mailedCode(email));
    await look();
    await this.press('Sign in');
    await this.sees('Overview');
  }

  /** Returns the newest code that was mailed. */
  async mailedCode(email: string): Promise<string> {
    await this.page.getByLabel('Code').waitFor();
    return readCode((await this.platform.descriptor()).mailbox_dir, email);
  }

  /** Presses a button or a link with a name. */
  async press(name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button'): Promise<void> {
    this.clicks += 1;
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
  }

  /** Presses a button of the dialog that is open. */
  async confirm(name: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
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

  /** Keeps how the page looks. Returns what is wrong with it: looks in which it is wider than its window, and what keeps people out. */
  async keep(name: string): Promise<string[]> {
    await mkdir(RESULTS, { recursive: true });
    const wrong: string[] = [];
    for (const { name: look, colorScheme, viewport } of LOOKS) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.setViewportSize(viewport);
      await this.page.screenshot({ path: join(RESULTS, `${name}-${look}.png`), fullPage: true });
      const overflow = await this.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) wrong.push(`${name}, ${look}: wider than its window`);
      wrong.push(...(await this.#barriers()).map((barrier) => `${name}, ${look}: ${barrier}`));
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize(WIDE);
    return wrong;
  }

  /** Closes it; what it showed last is kept. */
  async end(): Promise<void> {
    await mkdir(RESULTS, { recursive: true });
    await this.page.screenshot({ path: join(RESULTS, 'last.png') });
    await this.context.close();
  }

  async #barriers(): Promise<string[]> {
    await this.page.evaluate(await readFile(AXE, 'utf8'));
    const found = (await this.page.evaluate('axe.run()')) as AxeResults;
    return found.violations
      .filter(({ impact }) => GRAVE.has(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }
}
