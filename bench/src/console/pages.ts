import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { type Traced, traced } from './trace.js';

const SCROLL_PX_A_SECOND = 4_000;
const DRAGS = 4;
const DRAG_STEPS = 60;
const DRAG_STEP_MS = 8;
const DRAG_PX = 600;
const OLDER_PRESSES_MAX = 1_000;
const PRESS_INTERVAL_MS = 100;
const CLOSER_PRESSES = 6;
/** By then what a press has led to is drawn, and no frame waits for the reader. */
const SETTLED_MS = 1_000;

/** When a page of the overview showed what, in milliseconds after it was asked for. */
export interface Shown {
  readonly paintedMs: number;
  /** Balances, bots and runs are there, and can be pressed. */
  readonly shownMs: number;
  /** From a press in the navigation to the other page. */
  readonly pressedMs: number;
}

/** Signs in by a key. */
export async function signIn(context: BrowserContext, baseUrl: string, apiKey: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/app`);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.close();
}

/** Opens the overview as a signed-in reader does, and leaves it. */
export async function openOverview(context: BrowserContext, baseUrl: string): Promise<Shown> {
  const page = await context.newPage();
  const startedMs = performance.now();
  await page.goto(`${baseUrl}/app`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Recent runs' }).waitFor();
  const shownMs = performance.now() - startedMs;
  const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
  const paintedMs = Number(await page.evaluate(paint));
  const pressedAtMs = performance.now();
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  const pressedMs = performance.now() - pressedAtMs;
  await page.close();
  return { paintedMs, shownMs, pressedMs };
}

/** The trades of a backtest: their table, and their candles. */
export class TradesPage {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** Opens it, and waits until every trade is there. */
  static async open(context: BrowserContext, address: string, trades: number): Promise<TradesPage> {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('tab', { name: /^Trades/ }).click();
    await page.locator(`table[aria-rowcount="${trades + 1}"]`).waitFor();
    await page.locator('.chart canvas').first().waitFor();
    return new TradesPage(page, await context.newCDPSession(page));
  }

  /** Scrolls through the table of trades, down or up. */
  async scroll(px: number): Promise<Traced> {
    const { x, y } = await middleOf(this.page.locator('.table-box.long').last());
    const gesture = { x, y, yDistance: -px, speed: SCROLL_PX_A_SECOND, preventFling: true } as const;
    return await traced(this.session, async () => {
      await this.session.send('Input.synthesizeScrollGesture', { ...gesture, gestureSourceType: 'mouse' });
    });
  }

  /** Goes to the left until every candle was read. The reader pauses between presses: only tasks count. */
  async readAll(candles: number): Promise<Traced> {
    const chart = this.page.locator('.chart').first();
    return await traced(this.session, async () => {
      for (let press = 0; press < OLDER_PRESSES_MAX; press += 1) {
        if ((await chart.getAttribute('aria-label'))?.includes(`on ${candles} candles`) === true) return;
        await this.press('Earlier');
        await this.page.waitForTimeout(PRESS_INTERVAL_MS);
      }
      throw new Error(`the chart has not read ${candles} candles`);
    });
  }

  /** Drags the chart to and fro, with everything in sight that has room or closer. */
  async drag(look: 'all' | 'closer'): Promise<Traced> {
    await this.press('All');
    for (let press = 0; look === 'closer' && press < CLOSER_PRESSES; press += 1) await this.press('Closer');
    await this.page.waitForTimeout(SETTLED_MS);
    const { x, y } = await middleOf(this.page.locator('.chart').first());
    return await traced(this.session, async () => {
      for (let round = 0; round < DRAGS; round += 1) {
        await this.dragTo(x - DRAG_PX / 2, x + DRAG_PX / 2, y);
        await this.dragTo(x + DRAG_PX / 2, x - DRAG_PX / 2, y);
      }
    });
  }

  private async dragTo(from: number, to: number, y: number): Promise<void> {
    await this.page.mouse.move(from, y);
    await this.page.mouse.down();
    for (let step = 1; step <= DRAG_STEPS; step += 1) {
      await this.page.mouse.move(from + ((to - from) * step) / DRAG_STEPS, y);
      await this.page.waitForTimeout(DRAG_STEP_MS);
    }
    await this.page.mouse.up();
  }

  private async press(name: string): Promise<void> {
    await this.page
      .getByRole('button', { name: new RegExp(`^${name}: `) })
      .first()
      .click();
  }
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('what is measured is not seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
