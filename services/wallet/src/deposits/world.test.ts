/** Deposits with nodes that limit, lag and lie, and with an attacker who sends dust. */
import { createServer, type Server } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { Address } from 'viem';
import { z } from 'zod';
import { EvmNode } from '../chains/evm-node.js';
import { usdcOn } from '../chains/token.js';
import { TransferLog } from '../chains/transfers.js';
import { Ledger } from '../ledger/ledger.js';
import { inWallet } from '../ledger/locations.js';
import { behaviourOf, startTestChain, type TestChain, type TestChainOptions } from '../testing/anvil.js';
import { listen } from '../testing/listen.js';
import { testWallets } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { Deposits } from './deposits.js';
import type { DepositRecord } from './model.js';
import type { PayoutClaims } from './payout-claims.js';
import { DepositWatcher } from './watcher.js';

const token = usdcOn('arbitrum');
/** No withdrawal waits for a venue here. */
const noPayouts: PayoutClaims = { claim: async () => false };

const ids = createIdSource(systemClock, systemRandom);
const opened: { close(): unknown }[] = [];
let vault: EnvelopeVault;
let count = 0;

beforeAll(() => {
  vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
});

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

/** Opens a chain behind nodes of a given behaviour, and the watcher of an empty database. */
async function open(behaviour: TestChainOptions['behaviour'] = {}) {
  count += 1;
  const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  const connection: Connection = await connectMongo(uri, `test_wallet_deposit_world_${count}`);
  opened.push(connection);
  await resetDatabase(connection);
  const chain: TestChain = await startTestChain('arbitrum', { behaviour });
  opened.push(chain);
  const { wallets, owners } = testWallets({ connection, vault, ids, clock: systemClock });
  const ledger = new Ledger(connection, ids, systemClock);
  const deposits = new Deposits(connection, new Secret(systemRandom.bytes(32)));
  await Promise.all([wallets.initialize(), ledger.initialize(), deposits.initialize()]);
  const watcherAt = (rpcUrl: string, fromBlock = 0) => {
    const transfers = new TransferLog(new EvmNode('arbitrum', new Secret(rpcUrl)), token);
    return new DepositWatcher(connection, token, transfers, owners, ledger, noPayouts, ids, systemClock, fromBlock);
  };
  return {
    ...{ connection, chain, wallets, watcherAt, watcher: watcherAt(chain.rpcUrl) },
    finalise: () => chain.client.mine({ blocks: 2 }),
    // The chain answers before it has mined: in a block that is mined by hand, the payment would be final later.
    pay: async (to: Address, microUsdc: bigint) => chain.mined(await chain.pay(to, microUsdc)),
    list: async (account: string) => (await deposits.list(account, { limit: 100, cursor: undefined })).items,
    booked: async (account: string) => ledger.balance(inWallet((await wallets.primary(account))._id, token)),
  };
}

/** Retries work that a node may refuse, up to `tries` times. */
async function persist<Answer>(work: () => Promise<Answer>, tries: number): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1) throw error;
    return persist(work, tries - 1);
  }
}

/** Returns what reading all settled blocks again yields. */
async function rescanned(watcher: DepositWatcher, tries: number) {
  const missed: DepositRecord[] = [];
  for (let from = 0n; ; ) {
    const read = await persist(() => watcher.rescan(from), tries);
    if (read === undefined) return missed;
    missed.push(...read.missed);
    from = read.to + 1n;
  }
}

describe('a chain that is final 3,200 blocks behind its newest', () => {
  const behaviour = { blocksShown: 1_600n };

  test('shows a transfer in the round after it, and one more round writes nothing', async () => {
    const { chain, wallets, pay, watcher, connection, list, booked, finalise } = await open(behaviour);
    const { address } = await wallets.primary('acc');
    await chain.client.mine({ blocks: 5 });
    await pay(address, 7n);
    await watcher.advance();
    expect(await list('acc')).toMatchObject([{ status: 'observed', amountMicroUsdc: 7n }]);

    await connection.db?.command({ profile: 2 });
    await watcher.advance();
    await connection.db?.command({ profile: 0 });
    const written = { ns: `${connection.name}.deposits`, op: { $in: ['insert', 'update'] } };
    expect(await connection.db?.collection('system.profile').countDocuments(written)).toBe(0);

    await finalise();
    await watcher.advance();
    expect(await list('acc')).toMatchObject([{ status: 'confirmed' }]);
    expect(await booked('acc')).toBe(7n);
  });
});

describe('a node that lags behind the newest final block', () => {
  /** Only faults cause lag here. */
  const behaviour = { staleBlocks: 8n };

  test('has no transfer passed over that its answers do not show', async () => {
    const { chain, wallets, pay, watcher, list, booked, finalise } = await open(behaviour);
    await watcher.advance();
    await pay((await wallets.primary('acc')).address, 11n);
    await finalise();
    chain.faults.inject({
      ...{ venue: 'arbitrum', kind: 'stale', when: 'before_accept', scope: 'all' },
      ...{ method: 'eth_getLogs', count: 1_000 },
    });
    // Such nodes alone can prove nothing: the call rejects, or the blocks themselves are read.
    await watcher.advance().catch(() => undefined);
    chain.faults.clear();
    await watcher.advance();
    expect(await list('acc')).toMatchObject([{ status: 'confirmed', amountMicroUsdc: 11n }]);
    expect(await booked('acc')).toBe(11n);
  });

  test('has the blocks read from another one where its logs are empty', async () => {
    const { chain, wallets, pay, watcher, booked, finalise } = await open(behaviour);
    await pay((await wallets.primary('acc')).address, 13n);
    await finalise();
    chain.faults.inject({
      ...{ venue: 'arbitrum', kind: 'stale', when: 'before_accept', scope: 'all' },
      ...{ method: 'eth_getLogs', count: 1 },
    });
    await watcher.advance();
    expect(await booked('acc')).toBe(13n);
  });
});

describe('a node that leaves logs out', () => {
  const answers = z.union([z.array(z.looseObject({ result: z.unknown() })), z.looseObject({ result: z.unknown() })]);

  /** Forwards everything to the chain except logs. */
  function silentAbout(upstreamUrl: string): Server {
    return createServer(async (request, response) => {
      const asked = Buffer.concat(await request.toArray()).toString();
      const headers = { 'content-type': 'application/json' };
      const upstream = await fetch(upstreamUrl, { method: 'POST', body: asked, headers });
      const answered = answers.parse(await upstream.json());
      const muted = asked.includes('eth_getLogs')
        ? [answered].flat().map((each) => ({ ...each, result: [] }))
        : answered;
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(answered) ? muted : [muted].flat()[0]));
    });
  }

  test('fails no deposit that its transaction still shows', async () => {
    const { chain, wallets, pay, watcher, watcherAt, list, booked, finalise } = await open();
    await pay((await wallets.primary('acc')).address, 17n);
    await watcher.advance();
    expect(await list('acc')).toMatchObject([{ status: 'observed' }]);
    await finalise();
    const server = silentAbout(chain.rpcUrl);
    await watcherAt(await listen(server)).advance();
    server.closeAllConnections();
    server.close();
    expect(await list('acc')).toMatchObject([{ status: 'confirmed' }]);
    expect(await booked('acc')).toBe(17n);
  });

  // Harsh nodes also lag and refuse, so that one round or one read may not be enough.
  test.each([
    ['kind', 1],
    ['harsh', 20],
  ] as const)(
    'has what it kept back booked by a rescan beside %s nodes, once however often it is asked for',
    async (world, tries) => {
      const { chain, wallets, pay, watcher, watcherAt, list, booked, finalise } = await open(
        behaviourOf(world, 'arbitrum'),
      );
      const { address } = await wallets.primary('acc');
      await pay(address, 19n);
      await pay(address, 23n);
      await finalise();
      const server = silentAbout(chain.rpcUrl);
      const misled = watcherAt(await listen(server));
      for (let round = 0; round < tries; round += 1) await persist(() => misled.advance(), tries);
      server.closeAllConnections();
      server.close();
      await persist(() => watcher.advance(), tries);
      expect(await list('acc')).toEqual([]);

      const [first, second] = [await rescanned(watcher, tries), await rescanned(watcher, tries)];
      expect(new Set(first.map(({ amountMicroUsdc }) => amountMicroUsdc))).toEqual(new Set([19n, 23n]));
      expect(second).toEqual([]);
      expect(await list('acc')).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }]);
      expect(await booked('acc')).toBe(42n);
    },
  );
});

test("10,000 transfers of one unit to a wallet within 2,000 blocks delay nobody's deposit", async () => {
  const { chain, wallets, pay, watcher, list, booked, finalise } = await open();
  const dusty: Address = (await wallets.primary('acc_dusty')).address;
  await watcher.advance();
  for (let block = 0; block < 20; block += 1) {
    await chain.client.mine({ blocks: 99 });
    await chain.mined(await chain.dust(dusty, 500n));
  }
  await pay((await wallets.primary('acc_honest')).address, 25_000_000n);
  await finalise();

  const before = process.cpuUsage();
  const confirmed = async () => {
    while ((await list('acc_honest'))[0]?.status !== 'confirmed') await systemClock.sleep(20);
    return process.cpuUsage(before).user / 1_000;
  };
  const [processorMs] = await Promise.all([confirmed(), watcher.advance()]);
  // It takes under half a second, and three beside other tests; read one by one, the dust took a minute and delayed every deposit.
  expect(processorMs).toBeLessThan(15_000);
  expect(await booked('acc_dusty')).toBe(10_000n);
});
