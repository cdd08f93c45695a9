import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TokenMinter } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens } from '@platform/keys/tokens/testing';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { AgentGrants } from './agent-grants.js';
import { VenueProxies } from './venue-proxies.js';

/** Ends at its first start, as a proxy does that gets no agent; then answers for a moment. Notes the grant of each start. */
const PROGRAM = `
const { appendFileSync, readFileSync } = require('node:fs');
const { createServer } = require('node:http');
appendFileSync(process.env.STARTS, JSON.parse(readFileSync(process.env.ASSIGNMENT_FILE, 'utf8')).grant + '\\n');
const starts = readFileSync(process.env.STARTS, 'utf8').trim().split('\\n');
if (starts.length === 1) process.exit(1);
createServer((_request, response) => response.end('{}')).listen(process.env.HTTP_LISTEN);
setTimeout(() => process.exit(0), 5_000);
`;
const place = { accountId: 'acc_1', venue: 'hyperliquid' };
const bot = {
  ...{ deploymentId: 'dpl_1', generation: 1, coins: ['ETH'], maximumLeverage: 1 },
  ...{ maximumOpenOrders: 100, maximumDailyLossMicroUsdc: null, opensUntilMs: null },
  capitalMicroUsdc: 60_000_000n,
};

let tokens: TestTokens;
let folder: string;
let starts: string;
let proxies: VenueProxies;

beforeAll(async () => {
  tokens = await createTestTokens(systemClock);
  folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  starts = join(folder, 'starts');
  const program = join(folder, 'program.cjs');
  await writeFile(program, PROGRAM);
  const minter = await TokenMinter.open('runtime', tokens.keyFile('runtime'), systemClock);
  proxies = new VenueProxies({
    ...{ folder: join(folder, 'proxies'), program, environment: { STARTS: starts } },
    grants: new AgentGrants(minter, createIdSource(systemClock, systemRandom)),
    countProxies: async (_venue, here) => here,
    clock: systemClock,
    random: systemRandom,
  });
  await proxies.check();
});

afterAll(async () => {
  await tokens.remove();
  await rm(folder, { recursive: true });
});

test('the keys of bots that start at once come from one secret, and one start of a bot has one key', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => proxies.keyOf(place, 'dpl_1', index % 2)));
  expect(new Set(keys).size).toBe(2);
  const [name = ''] = await readdir(join(folder, 'proxies'));
  expect((await readdir(join(folder, 'proxies', name))).toSorted()).toEqual(['place.json', 'secret']);
});

test('an agent is not renewed, and nothing is told, where no proxy runs', async () => {
  await proxies.renewAgent({ ...place, deploymentId: 'dpl_1' });
  expect(await proxies.standing(place)).toBeUndefined();
});

test('a proxy that ends before it answers is started again, with a grant of its own', async () => {
  await proxies.serve(place, [bot]);
  const grants = (await readFile(starts, 'utf8')).trim().split('\n');
  expect(grants).toHaveLength(2);
  expect(new Set(grants).size).toBe(2);
});
