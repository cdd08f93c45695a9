import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TokenMinter } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens } from '@platform/keys/tokens/testing';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { type HeldLock, tryLock } from '@platform/kit/provisioning';
import { AgentGrants } from './agent-grants.js';
import { type ProxiedBot, type ProxiedPlace, VenueProxies } from './venue-proxies.js';

/** What proxies are told: they run already, and this process holds their locks and answers for them. */

const bot: ProxiedBot = {
  ...{ deploymentId: 'dep_1', generation: 1, coins: ['ETH'], capitalMicroUsdc: 100_000_000n, maximumLeverage: 5 },
  ...{ maximumOpenOrders: 100, maximumDailyLossMicroUsdc: null, opensUntilMs: null },
};
let folder: string;
let tokens: TestTokens;
let proxies: VenueProxies;
let servers: Server[];
/** How many proxies other machines have. */
let elsewhere: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  tokens = await createTestTokens(systemClock);
  const minter = await TokenMinter.open('runtime', tokens.keyFile('runtime'), systemClock);
  const grants = new AgentGrants(minter, createIdSource(systemClock, systemRandom));
  const program = new URL(import.meta.url).pathname;
  const within = join(folder, 'proxies');
  proxies = new VenueProxies({
    folder: within,
    program,
    environment: {},
    grants,
    countProxies: async (_venue, here) => here + elsewhere,
    clock: systemClock,
    random: systemRandom,
  });
  servers = [];
  elsewhere = 0;
});

afterEach(async () => {
  for (const server of servers) server.close();
  await tokens.remove();
  await rm(folder, { recursive: true });
});

/** Has an account's proxy run; returns its lock. */
async function running(accountId: string): Promise<{ readonly place: ProxiedPlace; readonly lock: HeldLock }> {
  const place = { accountId, venue: 'hyperliquid' };
  await proxies.keyOf(place, 'dep_1', 1);
  const socket = proxies.socketOf(place);
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  servers.push(server);
  const lock = await tryLock(join(dirname(socket), 'lock'));
  if (!lock.held) throw new Error('the lock is held');
  return { place, lock };
}

const shared = async () => JSON.parse(await readFile(join(folder, 'proxies-shares', 'hyperliquid.json'), 'utf8'));
const assigned = async (place: ProxiedPlace) =>
  JSON.parse(await readFile(join(dirname(proxies.socketOf(place)), 'assignment.json'), 'utf8'));

test('the allowance is divided among as many proxies as run at the venue', async () => {
  const first = await running('acc_1');
  await proxies.serve(first.place, [bot]);
  expect(await shared()).toEqual({ proxies: 1 });
  const second = await running('acc_2');
  await Promise.all([proxies.serve(first.place, [bot]), proxies.serve(second.place, [bot])]);
  expect(await shared()).toEqual({ proxies: 2 });
  await first.lock.release();
  await proxies.serve(second.place, [bot]);
  expect(await shared()).toEqual({ proxies: 1 });
  await second.lock.release();
});

test('the proxies of other machines count too, and one that ended there or here counts no more', async () => {
  const { place, lock } = await running('acc_1');
  elsewhere = 2;
  await proxies.serve(place, [bot]);
  expect(await shared()).toEqual({ proxies: 3 });
  elsewhere = 1;
  await proxies.share();
  expect(await shared()).toEqual({ proxies: 2 });
  await lock.release();
  await proxies.share();
  expect(await shared()).toEqual({ proxies: 1 });
});

test('a proxy that runs is told new limits under the grant that it has', async () => {
  const { place, lock } = await running('acc_1');
  await proxies.serve(place, [bot]);
  const before = await assigned(place);
  expect(before.bots).toMatchObject([{ capitalMicroUsdc: '100000000', opensUntilMs: null }]);
  await proxies.serve(place, [{ ...bot, opensUntilMs: 1_800_000_000_000, maximumDailyLossMicroUsdc: 5n }]);
  const after = await assigned(place);
  expect(after.bots).toMatchObject([{ opensUntilMs: 1_800_000_000_000, maximumDailyLossMicroUsdc: '5' }]);
  expect([after.grant, after.bots[0].bot]).toEqual([before.grant, before.bots[0].bot]);
  await lock.release();
});
