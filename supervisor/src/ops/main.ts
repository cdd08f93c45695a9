/** `npm run ops -- <subject> <verb>`: hands a command to the service whose subject it is. */
import { type BundleName, bundleOf } from '@platform/bundler';

/** Subjects that are not the wallet's. */
const OTHERS: ReadonlyMap<string, BundleName> = new Map([
  ['executions', 'ops-executions'],
  ['backtests', 'ops-backtests'],
  ['deployments', 'ops-deployments'],
  ['environments', 'ops-environments'],
  ['legacy', 'ops-legacy'],
  ['backup', 'ops-backup'],
  ['restore', 'ops-backup'],
]);

await import(bundleOf(OTHERS.get(process.argv[2] ?? '') ?? 'ops-wallet'));
