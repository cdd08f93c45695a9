import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { traders } from './strategies.js';

/** The figures of deployments beside those of their frameworks: what freqtrade's own tool reads, and what nautilus's fills come to. */

const TEST_MS_MAX = 480_000;
const CENT = 2;
const run = promisify(execFile);
let platform: Platform;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.start('its bots’ own files are read');
  deployments = await Deployments.of(await Caller.register(platform, 'figures@example.com'));
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** A deployment that has closed a trade and stopped. */
async function traded(request: object, name: string): Promise<string> {
  const id = await deployments.started({ ...request, name });
  await until(
    'a closed trade and an open one',
    () => deployments.metrics(id),
    ({ trades }) => trades.total - trades.open >= 1 && trades.open === 1,
    { timeoutMs: TEST_MS_MAX },
  );
  await deployments.act(id, { action: 'stop' });
  await deployments.untilStatus(id, 'stopped');
  return id;
}

test(
  'a freqtrade deployment shows the trades, the profit and the positions that freqtrade itself reports',
  async () => {
    const id = await traded(traders.freqtrade, 'freqtrade figures');
    const shown = await deployments.metrics(id);
    const trades = await tradesByFreqtrade(id);
    const closed = trades.filter(({ is_open: isOpen }) => !isOpen);
    const realized = closed.reduce((total, { profit_abs: profit }) => total + profit, 0);
    expect(shown.trades).toMatchObject({ total: trades.length, open: trades.length - closed.length });
    expect(shown.trades.wins).toBe(closed.filter(({ profit_abs: profit }) => profit > 0).length);
    expect(shown.pnl.realized_usd).toBeCloseTo(realized, CENT);
    const [open] = trades.filter(({ is_open: isOpen }) => isOpen);
    const [position] = shown.exposure.positions;
    expect(position).toMatchObject({ symbol: open?.pair, side: open?.is_short ? 'short' : 'long' });
    // At the price of the moment, which is near that of the entry.
    expect(position.size_usd / ((open?.amount ?? 0) * (open?.open_rate ?? 0))).toBeCloseTo(1, 1);
  },
  TEST_MS_MAX,
);

interface FreqtradeTrade {
  readonly pair: string;
  readonly is_open: boolean;
  readonly is_short: boolean;
  readonly profit_abs: number;
  readonly amount: number;
  readonly open_rate: number;
}

/** What freqtrade's own command reads from the bot's database. */
async function tradesByFreqtrade(id: string): Promise<readonly FreqtradeTrade[]> {
  const folder = join(platform.dataDirectory, 'bots');
  const names = await readdir(folder, { recursive: true });
  const database = names.find((name) => name.endsWith(join(id, 'trades.sqlite')));
  const cacheDirectory = defaultCacheDirectory(process.env);
  const { python } = await provisionFreqtrade({ cacheDirectory, environment: process.env, report: () => {} });
  const store = ['--userdir', folder, '--db-url', `sqlite:///${folder}/${database}`];
  const command = ['-m', 'freqtrade', 'show-trades', '--print-json', ...store];
  const { stdout } = await run(python, command, { maxBuffer: 16 * 1024 ** 2 });
  return JSON.parse(stdout.slice(stdout.indexOf('[')));
}

test(
  'a nautilus deployment shows what its fills come to',
  async () => {
    const id = await traded(traders.nautilus, 'nautilus figures');
    const shown = await deployments.metrics(id);
    const fills = (await deployments.logs(id)).flatMap((line) => fillOf(line) ?? []);
    const { realized, held, closed } = booked(fills);
    expect(shown.trades).toMatchObject({ total: closed + 1, open: 1 });
    expect(shown.pnl.realized_usd).toBeCloseTo(realized, CENT);
    const [position] = shown.exposure.positions;
    expect(position).toMatchObject({ symbol: 'BTC-PERP.HYPERLIQUID', side: 'long' });
    expect(position.size_usd / held).toBeCloseTo(1, 1);
  },
  TEST_MS_MAX,
);

interface Fill {
  readonly isBuy: boolean;
  readonly quantity: number;
  readonly price: number;
  readonly fee: number;
}

const FILL = /OrderFilled\(.*order_side=(\w+),.*last_qty=([\d._]+), last_px=([\d._]+) USDC, commission=([\d._]+) USDC/;

function fillOf(line: string): Fill | undefined {
  const [, side, quantity, price, fee] = FILL.exec(line) ?? [];
  // nautilus writes thousands apart.
  const read = (text = '') => Number(text.replaceAll('_', ''));
  return side === undefined
    ? undefined
    : { isBuy: side === 'BUY', quantity: read(quantity), price: read(price), fee: read(fee) };
}

/** What positions came to that were closed, and what the open one cost: long ones, opened and closed whole. */
function booked(fills: readonly Fill[]): { realized: number; held: number; closed: number } {
  let [realized, closed, quantity, cost, fees] = [0, 0, 0, 0, 0];
  for (const fill of fills) {
    const sign = fill.isBuy ? 1 : -1;
    quantity += sign * fill.quantity;
    cost += sign * fill.quantity * fill.price;
    fees += fill.fee;
    if (Math.abs(quantity) > 1e-9) continue;
    realized += -cost - fees;
    closed += 1;
    [quantity, cost, fees] = [0, 0, 0];
  }
  return { realized, held: cost, closed };
}
