import type { RuntimeServiceDefinition } from './gen/runtime.js';
import { loadService } from './load.js';

export type * from './gen/runtime.js';

/** The service of `trading.runtime.v1`. */
export const runtimeService = loadService<RuntimeServiceDefinition>('runtime', 'RuntimeService');
