/** `npm run ops -- <subject> <verb>`: hands a command to the service whose subject it is. */
import { type BundleName, bundleOf } from '@platform/bundler';
import { SERVICES } from '../ports.js';

/** Subjects that are not the wallet's. */
const OTHERS: ReadonlyMap<string, BundleName> = new Map([
  ['executions', 'ops-executions'],
  ['backtests', 'ops-backtests'],
  ['deployments', 'ops-deployments'],
  ['environments', 'ops-environments'],
  ['legacy', 'ops-legacy'],
  ['backup', 'ops-backup'],
  ['backup-oplog', 'ops-backup'],
  ['restore', 'ops-backup'],
]);

const [subject = '', ...args] = process.argv.slice(2);
if (subject === 'migrate') await migrate();
else await import(bundleOf(OTHERS.get(subject) ?? 'ops-wallet'));

/** Each service's own, of those named or of all, until one fails. */
async function migrate(): Promise<void> {
  const named = args.filter((argument) => !argument.startsWith('-'));
  const unknown = named.find((name) => !SERVICES.some((service) => service === name));
  if (unknown !== undefined) {
    process.stderr.write(`there is no service ${unknown}: name one of ${SERVICES.join(', ')}\n`);
    process.exitCode = 1;
    return;
  }
  // Asked for help, one answers for all.
  const asked = args.some((argument) => ['-h', '--help'].includes(argument)) ? SERVICES.slice(0, 1) : SERVICES;
  for (const service of asked) {
    if (named.length > 0 && !named.includes(service)) continue;
    await import(bundleOf(`migrate-${service}`));
    if (process.exitCode !== undefined && process.exitCode !== 0) return;
  }
}
