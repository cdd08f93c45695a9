// Why: docs/decisions/contracts/words-and-values.md
export { mongoSettings, safeMongodbUri } from './address.js';
export { canonicalHash } from './canonical.js';
export {
  type ClientSession,
  type Connection,
  connectMongo,
  inTransaction,
  isDuplicateKey,
  isStoreUnavailable,
  pingMongo,
  storeUnavailableAs,
} from './connection.js';
export { IdempotencyRecords, type IdempotentRequest } from './idempotency.js';
export { requireIdempotencyKey } from './idempotency-key.js';
export { runMigrateCommand } from './migrate-command.js';
export { changeAll } from './schema/batches.js';
export type { Migration } from './schema/migration.js';
export { type Upgrade, upgradeBy } from './schema/upgrade.js';
export { countByStatus, type StatusCount } from './status-counts.js';
export { Turns } from './turns.js';
