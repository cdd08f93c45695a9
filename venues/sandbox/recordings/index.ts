import { checkRecordings as checkHyperliquid } from '../../hyperliquid/sandbox/recordings/index.js';
import { readRecordings as readPolymarket } from '../../polymarket/sandbox/recordings/index.js';

/**
 * Reads all that a folder of recordings holds for the venues and keeps none of it. Throws `ConfigurationError` for the first
 * that is wrong. It loads no server of a venue, since it is called by a process that is to stay small.
 */
export async function checkRecordings(directory: string): Promise<void> {
  await checkHyperliquid(directory);
  await readPolymarket(directory);
}
