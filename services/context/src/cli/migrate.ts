/** `npm run ops -- migrate`: the database of the context service. */
import { runMigrateCommand } from '@platform/store/mongo';
import { migrations } from '../migrations/index.js';

await runMigrateCommand('context', migrations);
