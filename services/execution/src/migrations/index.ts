import type { Migration } from '@platform/store/mongo';

/** The steps of the schema of the service's database, oldest first (docs/how-to/add-a-migration.md). */
export const migrations: readonly Migration[] = [];
