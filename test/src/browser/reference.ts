import type { Page } from 'playwright-core';
import { z } from 'zod';

const answered = z.object({ id: z.string().optional(), challenge_id: z.string().optional() });

/** A request that the reference sent for its reader. */
export interface Submitted {
  /** The idempotency key that it was sent with. */
  readonly key: string | undefined;
  readonly status: number;
  readonly body: z.output<typeof answered>;
}

/** How long a reader waits before reloading the page: drawing it takes three seconds of a processor. */
const DRAWN_MS_MAX = 45_000;

/** Goes from any page to the API reference, and enters the reader's key. */
export async function openReference(page: Page, apiKey: string): Promise<void> {
  await page.click('text=API reference');
  const drawn = page.locator('.auth-wrapper .authorize');
  const isDrawn = drawn.waitFor({ timeout: DRAWN_MS_MAX }).then(
    () => true,
    () => false,
  );
  if (!(await isDrawn)) await page.reload();
  await drawn.click();
  await page.fill('#api_key_value', apiKey);
  await page.click('.modal-ux .authorize >> nth=0');
  await page.click('.btn-done >> nth=0');
}

/** Makes the reference POST a body, with the key of the document's example. */
export async function submit(page: Page, path: string, body: object): Promise<Submitted> {
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
  const text = operation.locator('textarea.body-param__text');
  if (!(await text.isVisible())) await operation.locator('.opblock-summary-control').click();
  await text.fill(JSON.stringify(body));
  const isAnswer = (url: string) => new URL(url).pathname === path;
  const [response] = await Promise.all([
    page.waitForResponse((answer) => isAnswer(answer.url())),
    operation.locator('.execute').click(),
  ]);
  const status = response.status();
  await operation
    .locator('.live-responses-table .response-col_status', { hasText: `${status}` })
    .first()
    .waitFor();
  return { key: response.request().headers()['idempotency-key'], status, body: answered.parse(await response.json()) };
}
