import { join, resolve } from 'node:path';
import type { Environment } from '../config/index.js';

/**
 * Returns the absolute folder of provisioned parts: `PLATFORM_CACHE_DIR`, else `trading-platform` under `XDG_CACHE_HOME`, else under
 * `.cache` of `HOME`. Throws when none of the three is set.
 */
export function defaultCacheDirectory(environment: Environment): string {
  const { PLATFORM_CACHE_DIR: own, XDG_CACHE_HOME: shared, HOME: home } = environment;
  if (own) return resolve(own);
  if (shared) return resolve(shared, 'trading-platform');
  if (home) return join(home, '.cache', 'trading-platform');
  throw new Error('PLATFORM_CACHE_DIR: must be set where neither XDG_CACHE_HOME nor HOME is');
}
