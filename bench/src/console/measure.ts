import { randomUUID } from 'node:crypto';
import { openBrowser, provideBrowser } from '@platform/test/browser';
import { Caller, type Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import { median, type Report } from '../report.js';
import { backtestOften } from './history.js';
import { openOverview, type Shown, signIn, TradesPage } from './pages.js';
import type { Traced } from './trace.js';

const DAYS = 350;
const LOADS = 7;
const SCROLL_PX = 40_000;
const WINDOW = { width: 1280, height: 900 };
const SHOWN_MS_MAX = 60_000;
/** The project's limit of a frame. */
const FRAME_MS_MAX = 50;

/** Measures how soon the console's overview is there, and whether its tables and charts scroll without a pause. */
export function measureConsole({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform({}, (platform) => measure(platform, amount(DAYS, 10), amount(LOADS, 1)));
}

async function measure(platform: Platform, days: number, loads: number): Promise<Report> {
  const installed = await provideBrowser();
  if (installed === undefined) throw new Error('there is no Chromium here (on Debian: the package chromium)');
  const caller = await Caller.register(platform, `bench-${randomUUID()}@example.com`);
  const often = await backtestOften(platform, caller, days);
  const browser = await openBrowser(installed);
  try {
    const context = await browser.newContext({ viewport: WINDOW });
    context.setDefaultTimeout(SHOWN_MS_MAX);
    await signIn(context, caller.baseUrl, caller.apiKey);
    const shown: Shown[] = [];
    for (let load = 0; load < loads; load += 1) shown.push(await openOverview(context, caller.baseUrl));
    const page = await TradesPage.open(context, `${caller.baseUrl}/app/backtests/${often.backtestId}`, often.trades);
    const rows = [
      ...shownRows(shown),
      tracedRow(`scrolling down ${often.trades} trades`, await page.scroll(SCROLL_PX)),
      tracedRow('scrolling up again', await page.scroll(-SCROLL_PX)),
      tracedRow(`reading ${often.candles} candles, page by page`, {
        ...(await page.readAll(often.candles)),
        framesMs: [],
      }),
      tracedRow('dragging the chart with all in sight', await page.drag('all')),
      tracedRow('dragging it, closer', await page.drag('closer')),
    ];
    return reportOf(rows, loads);
  } finally {
    await browser.close();
  }
}

function shownRows(shown: readonly Shown[]): (string | number)[][] {
  const row = (name: string, value: (each: Shown) => number) => {
    const values = shown.map(value);
    return [name, shown.length, median(values).toFixed(0), Math.max(...values).toFixed(0), '', ''];
  };
  return [
    row('the overview: first paint', ({ paintedMs }) => paintedMs),
    row('the overview: everything shown', ({ shownMs }) => shownMs),
    row('a press in the navigation: the other page', ({ pressedMs }) => pressedMs),
  ];
}

function tracedRow(name: string, { framesMs, tasksMs }: Traced): (string | number)[] {
  const long = (values: readonly number[]) => values.filter((value) => value > FRAME_MS_MAX).length;
  const typical = framesMs.length === 0 ? '' : median(framesMs).toFixed(0);
  const longest = framesMs.length === 0 ? '' : Math.max(...framesMs).toFixed(0);
  return [name, framesMs.length, typical, longest, long(framesMs), Math.max(...tasksMs).toFixed(0)];
}

function reportOf(rows: Report['rows'], loads: number): Report {
  return {
    title: 'The console in a headless Chromium without a graphics processor, in ms',
    columns: ['what', 'count', 'median', 'longest', `over ${FRAME_MS_MAX} ms`, 'longest task'],
    rows,
    notes: [
      `The overview is opened ${loads} times by a signed-in reader whose browser has its files. A frame lasts from one that is drawn to the next,`,
      "by the browser's own trace; a task is one of the page's main thread. While candles are read, the reader pauses between presses: frames are",
      'then as far apart as presses, and only tasks count.',
      'Goals of the project: painted within 1 s, shown and ready to be pressed within 2 s, no frame longer than 50 ms.',
    ],
  };
}
