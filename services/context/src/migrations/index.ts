import type { Migration } from '@platform/store/mongo';
import { quarantinedRowsAreDue } from './0004-quarantined-rows-are-due.js';

/** The steps of the schema of the service's database, oldest first (docs/how-to/add-a-migration.md). */
export const migrations: readonly Migration[] = [quarantinedRowsAreDue];
