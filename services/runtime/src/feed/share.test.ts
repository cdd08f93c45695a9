import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { FeedShares, followShare } from './share.js';

const logger = createLogger({ process: 'test', level: 'silent' });
const WAIT_MS_MAX = 10_000;
let folder: string;
let divided: number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-'));
  divided = [];
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'feeds', 'hyperliquid.share.json');
const follow = () => followShare(file(), { divide: (feeds) => void divided.push(feeds), clock: systemClock, logger });

/** Waits until the feed has divided by a number last. */
async function untilDividedBy(feeds: number): Promise<void> {
  for (let waitedMs = 0; divided.at(-1) !== feeds; waitedMs += 50) {
    if (waitedMs > WAIT_MS_MAX) throw new Error(`divided by ${divided}`);
    await systemClock.sleep(50);
  }
}

test('a feed spends nothing before it is told its share, and follows it from then on', async () => {
  const shares = new FeedShares(folder, ['hyperliquid', 'lighter']);
  let hasBegun = false;
  const following = follow().finally(() => {
    hasBegun = true;
  });
  await systemClock.sleep(100);
  expect([hasBegun, divided]).toEqual([false, []]);
  await shares.tell(1);
  const work = await following;
  expect(divided.at(-1)).toBe(1);
  await shares.tell(2);
  await untilDividedBy(2);
  await work.close();
});

test('a share that can not be read leaves the former one', async () => {
  await new FeedShares(folder, ['hyperliquid']).tell(2);
  const work = await follow();
  await writeFile(file(), '{"feeds": 0}');
  await systemClock.sleep(1_500);
  expect(new Set(divided)).toEqual(new Set([2]));
  await work.close();
});
