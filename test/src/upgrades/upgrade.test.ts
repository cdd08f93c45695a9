/** What an earlier version kept is restored into an empty platform, migrated forward, and used. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { Caller } from '../platform/caller.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';
import { restoreDump } from './dump.js';

const TEST_MS_MAX = 600_000;
const DUMPS = globSync(fileURLToPath(new URL('dumps/*.tar.gz', import.meta.url)));
const OPS = fileURLToPath(new URL('../../../supervisor/dist/ops/main.js', import.meta.url));
/** What changes with use, with the time, or with what this machine has room for. */
const CHANGES = ['usage', 'limits', 'venues', 'health'];

interface SchemaRecord {
  readonly _id: string;
  readonly version?: number;
}

let platform: Platform;
let caller: Caller;
let shown: Record<string, unknown>;

beforeAll(async () => {
  const [dump] = DUMPS;
  if (dump === undefined) throw new Error('there is no dump');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'platform-'));
  const owner = await restoreDump(dump, dataDirectory);
  platform = await Platform.startOn('it begins with the data of an earlier version', dataDirectory, {
    FEATURE_WITHDRAWAL_OTP: 'true',
  });
  const { base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
  caller = new Caller(baseUrl, graphqlUrl, owner.email, owner.apiKey, owner.sessionToken, owner.accountId);
  shown = owner.shown;
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

/** Returns an answer without what changes by itself. */
function lasting(answer: unknown): string {
  return JSON.stringify(answer, (name, value: unknown) => (CHANGES.includes(name) ? undefined : value), 2);
}

test(
  'its account, wallet, deposits, withdrawals, backtests and deployments are shown as they were',
  async () => {
    for (const [path, before] of Object.entries(shown)) {
      const isSame = ({ body }: { body: unknown }) => lasting(body) === lasting(before);
      const answer = await until(path, () => caller.send('GET', path), isSame);
      expect(answer.status).toBe(200);
    }
  },
  TEST_MS_MAX,
);

test(
  'its money moves on, and its ledger agrees with the chain',
  async () => {
    const owner = await Customer.of(platform, caller);
    const destination = privateKeyToAddress(generatePrivateKey());
    await owner.withdrawal(await owner.withdraw(await owner.authorize('5', destination)), 'confirmed');
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
  },
  TEST_MS_MAX,
);

test('each database says which schema it has by now, and nothing is left to be done', async () => {
  await withStore(platform, 'context', async (store) => {
    const record = await store.collection<SchemaRecord>('data_format').findOne({ _id: 'current' });
    expect(record).toMatchObject({
      format: 3,
      version: 4,
      applied: [{ version: 4, name: 'quarantined rows are due', at: expect.any(Date) }],
    });
  });
  const services = ['identity', 'wallet', 'context', 'runtime', 'execution'];
  const output = services.map((name) => `${name}: nothing is to be done\n`).join('');
  expect(await operate(platform, 'migrate')).toEqual({ code: 0, output });
});

/** Runs the command that migrates, and kills it after a time; returns whether it was done before. */
async function migrates(killedAfterMs: number): Promise<boolean> {
  const { PATH } = process.env;
  const env = { PATH, DATA_DIR: platform.dataDirectory };
  const migrating = spawn(process.execPath, [OPS, 'migrate', 'context'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(migrating, 'exit');
  // It has begun by then: the time before is that of Node's own start.
  await once(migrating.stdout, 'data');
  await Promise.race([ended, wait(killedAfterMs, undefined, { ref: false })]);
  migrating.kill('SIGKILL');
  const [code] = await ended;
  return code === 0;
}

test(
  'a migration that is killed again and again is done in the end, and each record is changed once',
  async () => {
    const ROWS = 60_000;
    const seenAt = new Date('2026-11-01');
    await withStore(platform, 'context', async (store) => {
      const rows = store.collection('quarantined_rows');
      await rows.deleteMany({});
      await rows.insertMany(
        Array.from({ length: ROWS }, (_, index) => ({ tableId: `old/${index}`, venue: 'old', timeMs: index, seenAt })),
      );
      // As the version before had it.
      await store
        .collection<SchemaRecord>('data_format')
        .updateOne({ _id: 'current' }, { $unset: { version: 1, applied: 1 } });
      const left = () => rows.countDocuments({ askAt: { $exists: false } });
      let kills = 0;
      for (let afterMs = 40; !(await migrates(afterMs)); afterMs *= 3) kills += 1;
      expect([kills > 0, await left()]).toEqual([true, 0]);
      expect(await rows.countDocuments({ askAt: new Date(seenAt.getTime() + 3_600_000) })).toBe(ROWS);
      const record = await store.collection<SchemaRecord>('data_format').findOne({ _id: 'current' });
      expect(record).toMatchObject({ version: 4, applied: [{ version: 4 }] });
    });
  },
  TEST_MS_MAX,
);
