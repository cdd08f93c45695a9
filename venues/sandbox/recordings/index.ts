import { checkRecordings as checkHyperliquid } from '../../hyperliquid/sandbox/recordings/index.js';
import { readRecordings as readPolymarket } from '../../polymarket/sandbox/recordings/index.js';

/**
 * Reads a whole folder of recordings for the venues without keeping it. Throws `ConfigurationError` for the first invalid one. It loads no
 * venue's server, since the calling process has to stay small.
 */
export async function checkRecordings(directory: string): Promise<void> {
  await checkHyperliquid(directory);
  await readPolymarket(directory);
}
