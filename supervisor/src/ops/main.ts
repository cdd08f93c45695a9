/** `npm run ops -- <subject> <verb>`: hands a command to the service whose subject it is. */

const ROOT = new URL('../../../', import.meta.url);
const WALLET = 'services/wallet/dist/cli/main.js';
/** Subjects that are not the wallet's. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['executions', 'services/execution/dist/cli/main.js'],
  ['backtests', 'services/runtime/dist/cli/main.js'],
  ['environments', 'services/runtime/dist/cli/environments.js'],
]);

await import(new URL(OTHERS.get(process.argv[2] ?? '') ?? WALLET, ROOT).href);
