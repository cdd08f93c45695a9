/** `npm run ops -- migrate`: the database of the identity service. */
import { runMigrateCommand } from '@platform/store/mongo';
import { migrations } from '../migrations/index.js';

await runMigrateCommand('identity', migrations);
