import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { shareBrowser } from '../browser/share-browser.js';
import { daysAgo, deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { Walk } from './walk.js';

/** What a strategy prints, tags, or is called is text on every page, whatever it says. */

const TEST_MS_MAX = 400_000;
const RUN = 'window.ran=1';
/** Twenty ways to have a browser run something. */
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button autofocus onfocus=${RUN}>x`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `"><img src=x onerror=${RUN}>`,
  `'-${RUN}-'`,
  `{{constructor.constructor('${RUN}')()}}`,
  `javascript:${RUN}//`,
];
const STRATEGY = `import logging

from freqtrade.strategy import IStrategy

PAYLOADS = ${JSON.stringify(PAYLOADS)}


class Hostile(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.001}
    stoploss = -0.9

    def populate_indicators(self, dataframe, metadata):
        for payload in PAYLOADS:
            logging.getLogger(__name__).warning(payload)
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        dataframe["enter_tag"] = [PAYLOADS[index % 20] for index in range(len(dataframe))]
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
`;

const { testInBrowser, opened } = await shareBrowser('hostile texts in the console');

let platform: Platform;

beforeAll(async () => {
  platform = await Platform.shared();
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

/** Names, a log and tags that are payloads; returns the paths of the pages that show them. */
async function plant(caller: Caller): Promise<string[]> {
  for (const name of PAYLOADS) {
    const key = await caller.sendAsSession('POST', '/account/keys', { name });
    expect([201, 400, 409]).toContain(key.status);
    if (key.status !== 201) break;
  }
  const { data } = (
    await caller.query('mutation($input: CreateBacktestInput!) { createBacktest(input: $input) { backtest { id } } }', {
      input: {
        ...{
          framework: 'freqtrade',
          venue: 'hyperliquid',
          symbols: ['BTC/USDC:USDC'],
          code: STRATEGY,
          configJson: '{}',
        },
        ...{ range: { from: daysAgo(20), to: daysAgo(1) }, name: PAYLOADS[0], idempotencyKey: randomUUID() },
      },
    })
  ).body;
  const { id } = data.createBacktest.backtest;
  expect((await caller.untilEnded(id)).status).toBe('finished');
  const deployment = await caller.send(
    'POST',
    '/runtime/deployments',
    deploymentRequest(PAYLOADS[1] ?? '', { code: STRATEGY }),
  );
  expect(deployment.status).toBe(201);
  return [
    ...['', '/backtests', `/backtests/${id}`, `/backtests/new?again=${id}`, `/backtests/compare?ids=${id}`],
    ...['/deployments', `/deployments/${deployment.body.id}`, `/deployments/new?backtest=${id}`],
    ...['/keys', '/mandates', `/markets?query=${encodeURIComponent(PAYLOADS[1] ?? '')}`],
  ];
}

testInBrowser(
  'twenty ways to run a script are shown as they stand, and run nothing',
  async () => {
    const email = 'console-hostile@example.com';
    const caller = await Caller.register(platform, email);
    const paths = await plant(caller);
    const walk = await Walk.begin(opened(), platform);
    const { page } = walk;
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await walk.goTo('/');
    await page.getByRole('tab', { name: 'Login wallet' }).click();
    await page.getByRole('tab', { name: 'API key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(caller.apiKey);
    await walk.press('Sign in');
    await walk.sees('Overview');
    for (const path of paths) {
      await walk.goTo(`/app${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'detached' });
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await page.getByText('Loading…').first().waitFor({ state: 'detached' });
      }
      expect([path, await page.evaluate('window.ran')]).toEqual([path, undefined]);
    }
    const log = page.getByText(PAYLOADS[0] ?? '', { exact: false });
    await walk.goTo(`/app${paths[2]}`);
    await walk.press('Logs', 'tab');
    await log.first().waitFor();
    expect(dialogs).toBe(0);
    expect(walk.faults).toEqual([]);
    await walk.end();
  },
  TEST_MS_MAX,
);
