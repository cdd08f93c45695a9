import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seededRandom, seedFor } from '@platform/kit/sampling';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Deployments } from '../deployments/deployments.js';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { transfersTo } from '../platform/chain.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { askVenue, restingMarket } from '../platform/venue.js';
import { Load } from './load.js';
import { Retrying } from './retrying.js';

/** Two of every process behind a round-robin proxy, on one address, while one of them is killed every ten seconds. */

/** An account gets few mails with codes: each of them withdraws once. */
const PAYERS = 6;
const KILLS = 12;
const KILL_EVERY_MS = 10_000;
const START_MS_MAX = 300_000;
const TEST_MS_MAX = 900_000;
const REFUSED = 'beyond the allowance of its address';
const WITHDRAWN_MICRO_USDC = 2_000_000n;
const seed = seedFor('two of each') ?? Number(process.env['REPLICAS_SEED'] ?? 1);
let platform: Platform;

beforeAll(async () => {
  const limits = ['', 'UNAUTHENTICATED_', 'REGISTRATION_'].map((what) => [`RATE_LIMIT_${what}PER_MINUTE`, '100000']);
  platform = await Platform.start('its processes run twice and are killed', {
    ...Object.fromEntries(limits),
    ...{ INSTANCES: '2', FEATURE_WITHDRAWAL_OTP: 'true' },
  });
  const { caller } = await Customer.register(platform, 'replicas-first');
  await untilFundingIsStored(caller, 'BTC/USDC:USDC');
  // The history is stored: from now on market data is read from the same address as all else.
  await platform.stop();
  await platform.startSupervisor({ SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: '0' });
}, START_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Kills one of the instances' processes after the other, each once, in an order that the seed says. */
async function killAll(): Promise<string[]> {
  const { processes } = await platform.descriptor();
  const kinds = /^(identity|wallet|context|runtime|execution|edge|feed:\w+)(-2)?$/;
  const random = seededRandom(seed);
  const killed = Object.keys(processes)
    .filter((name) => kinds.test(name))
    .map((name) => ({ name, turn: random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, KILLS)
    .map(({ name }) => name);
  for (const name of killed) {
    const next = wait(KILL_EVERY_MS);
    await platform.kill(name);
    await next;
  }
  return killed;
}

test(
  'no request fails that a single retry does not cure, nothing is lost, nothing happens twice, and the venue refuses nothing',
  async () => {
    const register = (name: string) => Customer.register(platform, `replicas-${name}`);
    const [trader, runner, owner] = [await register('trader'), await register('runner'), await register('owner')];
    const payers: Customer[] = [];
    for (let index = 0; index < PAYERS; index += 1) payers.push(await register(`payer-${index}`));
    await Customer.fund(platform, [trader, ...payers], 200);
    await trader.setUp('100');
    const deployments = await Deployments.of(owner.caller);
    const bots = [
      await deployments.started(deploymentRequest('first')),
      await deployments.started(deploymentRequest('second')),
    ];
    for (const bot of bots) await deployments.untilStatus(bot, 'running');
    const { arbitrum, venues } = await platform.descriptor();
    const market = await restingMarket(venues.hyperliquid.url);
    const destination = privateKeyToAddress(generatePrivateKey());

    const requests = new Retrying();
    const stopping = new AbortController();
    const load = new Load(requests, stopping.signal);
    const working = [
      ...[trader, runner, owner, ...payers].map((customer) => load.read(customer)),
      ...[load.trade(trader, market), load.withdraw(payers, destination), load.backtest(runner)],
    ];
    const killed = await killAll();
    stopping.abort();
    await Promise.all(working);
    const { sent, cured, failures } = requests;
    const { orders, executions, withdrawals, backtests } = load;
    // biome-ignore lint/suspicious/noConsole: the figures are to be seen.
    console.info({ seed, killed, sent, cured, orders, withdrawals: withdrawals.length, backtests: backtests.length });
    expect(failures).toEqual([]);

    const records = await Promise.all(executions.map((id) => trader.execution(id)));
    expect(records.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect(executions).toHaveLength(orders);
    const resting = records.map(({ result }) => result.response.data.statuses[0].resting.oid);
    const placed = await askVenue(venues.hyperliquid.url, { type: 'openOrders', user: trader.address });
    expect(placed.map(({ oid }: { oid: number }) => oid).toSorted()).toEqual(resting.toSorted());

    for (const { customer, id } of withdrawals) await customer.withdrawal(id, 'confirmed');
    expect(await transfersTo(arbitrum, destination)).toEqual(withdrawals.map(() => WITHDRAWN_MICRO_USDC));
    for (const id of backtests) expect(await runner.caller.untilEnded(id)).toMatchObject({ status: 'finished' });
    for (const bot of bots)
      expect(await deployments.read(bot)).toMatchObject({ status: 'running', health: { restarts: 0 } });
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    const refusals = (await platform.logs()).split('\n').filter((line) => line.includes(REFUSED));
    expect(refusals).toEqual([]);
  },
  TEST_MS_MAX,
);
