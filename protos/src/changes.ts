import type { ChangesServiceDefinition } from './generated/changes.js';
import { loadService } from './load.js';

export type * from './generated/changes.js';

/** The service of `trading.changes.v1`, which several services serve beside their own. */
export const changesService = loadService<ChangesServiceDefinition>('changes', 'ChangesService');
