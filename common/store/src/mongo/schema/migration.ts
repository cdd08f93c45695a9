// Why: docs/decisions/platform/schema-versions.md
import type { Connection } from 'mongoose';

/** The schema version of a database before the first migration. Data of an earlier one is not read. */
export const FIRST_VERSION = 3;

/** One step of a database's schema, forward alone, in a file of its own that never changes once it is released. */
export interface Migration {
  /** The schema version that it leads to: one more than the step before. */
  readonly version: number;
  /** What is true of the data afterwards. */
  readonly name: string;
  /** The oldest schema version whose processes can use the data afterwards; absent: all that could before. */
  readonly readableFrom?: number;
  /** Does the step. It may end at any line and is begun again; meanwhile processes of the version before read and write. */
  apply(connection: Connection): Promise<void>;
}

/** Returns the schema version that the last migration leads to. Throws where one is missing before it. */
export function newestVersion(migrations: readonly Migration[]): number {
  for (const [index, { version, name }] of migrations.entries())
    if (version !== FIRST_VERSION + 1 + index)
      throw new Error(`the migration ${version}, ${name}, is out of its order`);
  return FIRST_VERSION + migrations.length;
}

/** Returns the oldest schema version whose processes can use data on which all of these were done. */
export function oldestReader(migrations: readonly Migration[]): number {
  return Math.max(FIRST_VERSION, ...migrations.map(({ readableFrom = FIRST_VERSION }) => readableFrom));
}
