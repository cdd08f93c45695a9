import { expect, test } from '@jest/globals';
import { TRADES } from '../domain.fixture.js';
import { OutputLimitExceeded } from '../frameworks/framework.js';
import { storedTradeBytes } from '../records/output.js';
import { TradeChunks } from './trade-chunks.js';

const MEBIBYTE = 1024 ** 2;

/** How many of these trades are taken one by one. */
async function taken(limit: { trades: number; bytes: number }, offered: number): Promise<number> {
  const chunks = new TradeChunks(async () => {}, limit);
  for (let number = 0; number < offered; number += 1) {
    try {
      await chunks.add(TRADES);
    } catch (error) {
      expect(error).toBeInstanceOf(OutputLimitExceeded);
      return number;
    }
  }
  return offered;
}

test('a run may close as many trades as are kept, and not one more', async () => {
  expect(await taken({ trades: 2_500, bytes: MEBIBYTE }, 2_500)).toBe(2_500);
  expect(await taken({ trades: 2_500, bytes: MEBIBYTE }, 2_501)).toBe(2_500);
});

test('its trades may take as many bytes as are kept, and not one more', async () => {
  const bytes = 7 * storedTradeBytes(TRADES);
  expect(await taken({ trades: 2_500, bytes }, 8)).toBe(7);
  expect(await taken({ trades: 2_500, bytes: bytes - 1 }, 8)).toBe(6);
});
