import type { RuntimeServiceDefinition } from './generated/runtime.js';
import { loadService } from './load.js';

export type * from './generated/runtime.js';

/** The service of `trading.runtime.v1`. */
export const runtimeService = loadService<RuntimeServiceDefinition>('runtime', 'RuntimeService');
