/** Runs a strategy on paper, follows it until it runs, stops it and deletes it. */
import { readFile } from 'node:fs/promises';
import { TradingPlatform } from 'trading-platform-sdk';
import { given, print } from './given.js';

const platform = new TradingPlatform({ baseUrl: given('BASE_URL'), apiKey: given('API_KEY') });
const { id } = await platform.createDeployment({
  body: {
    name: given('NAME'),
    framework: 'freqtrade',
    venue: 'hyperliquid',
    mode: 'paper',
    code: await readFile(given('STRATEGY'), 'utf8'),
    config: { stake_amount: 100, exchange: { pair_whitelist: ['BTC/USDC:USDC'] } },
  },
});

const seen: string[] = [];
for await (const { kind, record } of platform.follow<{ status: string }>('deployment', { id, select: 'status' })) {
  if (kind === 'current') await platform.setDeploymentStatus({ path: { id }, body: { action: 'start' } });
  if (record !== null && record.status !== seen.at(-1)) seen.push(record.status);
  if (record?.status === 'running' || record?.status === 'error') break;
}

const { name } = await platform.wait.deployment(id, 'running');
await platform.setDeploymentStatus({ path: { id }, body: { action: 'stop' } });
const { status } = await platform.wait.deployment(id, 'stopped');
const deleted = await platform.deleteDeployment({
  path: { id },
  body: { force: true, acknowledge_positions_open: true },
});
print({ name, began: seen[0], ran: seen.includes('running'), status, deleted: deleted.status });
