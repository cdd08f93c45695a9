/** Makes the dump of this version's data that later ones are tried with: `node test/dist/upgrades/take-dump.js <file>`. */
import { privateKeyToAddress } from 'viem/accounts';
import { backtestRequest, deploymentRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { until } from '../platform/wait.js';
import { takeDump } from './dump.js';

const SYMBOLS = ['BTC/USDC:USDC', 'ETH/USDC:USDC'];
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file');

await using platform = await Platform.startEmpty('its data is kept for later versions', {
  FEATURE_WITHDRAWAL_OTP: 'true',
});
const owner = await Customer.register(platform, 'owner');
await Customer.fund(platform, [owner], 100);
const destination = privateKeyToAddress(`0x${'1'.repeat(64)}`);
const withdrawal = await owner.withdraw(await owner.authorize('10', destination));
await owner.withdrawal(withdrawal, 'confirmed');
const deployment = await deployed();
for (const symbol of SYMBOLS) await untilFundingIsStored(owner.caller, symbol);
const { body: backtest } = await owner.caller.send(
  'POST',
  '/runtime/backtests',
  backtestRequest({ symbols: SYMBOLS, name: 'kept' }),
);
await owner.caller.untilEnded(backtest.id);
// Ended backtests are removed after a year, and the dump is kept for longer.
await withStore(platform, 'runtime', (store) =>
  store.collection('backtests').updateMany({}, { $set: { finishedAt: new Date('2126-01-01') } }),
);
const paths = [
  ...['/account', '/wallet', '/wallet/deposits', `/wallet/withdrawals/${withdrawal}`],
  ...[`/runtime/backtests/${backtest.id}`, `/runtime/backtests/${backtest.id}/logs`],
  `/runtime/deployments/${deployment}`,
];
await takeDump(platform, owner, paths, file);

/** Deploys the sample strategy on paper, and stops it when it runs. */
async function deployed(): Promise<string> {
  const { caller } = owner;
  const create = () => caller.send('POST', '/runtime/deployments', deploymentRequest('kept'));
  const { body } = await until('a deployment', create, ({ status }) => status === 201);
  for (const [action, status] of [
    ['start', 'running'],
    ['stop', 'stopped'],
  ]) {
    await caller.send('PUT', `/runtime/deployments/${body.id}/status`, { action });
    const read = () => caller.send('GET', `/runtime/deployments/${body.id}`);
    await until(`a deployment that is ${status}`, read, (shown) => shown.body.status === status);
  }
  return body.id;
}
