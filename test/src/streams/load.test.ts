import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling } from '@platform/kit/sampling';
import mongoose from 'mongoose';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { until } from '../platform/wait.js';
import { Following } from './following.js';

const CLIENTS = isSampling ? 100 : 500;
const CLIENTS_PER_ACCOUNT = 20;
const KILLS = Number(process.env['STREAMS_KILLS'] ?? (isSampling ? 2 : 12));
const KILLS_A_MINUTE = 6;
const KILL_EVERY_MS = 10_000;
const TEST_MS_MAX = 1_200_000 + KILLS * KILL_EVERY_MS;
/** Of each account, all the time. */
const CHANGE_EVERY_MS = 1_000;
const WRONG_SHOWN = 5;
const MEBIBYTE = 1_024 ** 2;
/** What a process that does the same all the time may differ by from one moment to another. */
const MEMORY_GROWTH_BYTES_MAX = 64 * MEBIBYTE;
const FOLLOW = 'subscription ($after: String) { backtests(after: $after) { sequence kind id } }';

let platform: Platform;
let database: mongoose.mongo.MongoClient;
let callers: Caller[];
const open: Following[] = [];

beforeAll(async () => {
  platform = await Platform.start('its runtime service is killed all the time', {
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '10000',
  });
  database = await new mongoose.mongo.MongoClient(await platform.mongodbUri()).connect();
  callers = [];
  for (let account = 0; account < CLIENTS / CLIENTS_PER_ACCOUNT; account += 1)
    callers.push(await Caller.register(platform, `streams-load-${account}@example.com`));
}, 300_000);

afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
  await database.close();
  await platform[Symbol.asyncDispose]();
}, 120_000);

const backtests = () =>
  database.db('runtime').collection<{ _id: string; accountId: string; name?: string }>('backtests');

/** Gives every account a finished backtest, as one of them has it. */
async function seed(): Promise<Map<string, string>> {
  const [first] = callers;
  if (first === undefined) throw new Error('there is no account');
  for (const symbol of ['BTC/USDC:USDC', 'ETH/USDC:USDC']) await untilFundingIsStored(first, symbol);
  const { body } = await first.send('POST', '/runtime/backtests', backtestRequest());
  await first.untilEnded(body.id);
  const record = await backtests().findOne({ _id: body.id });
  if (record === null) throw new Error('the backtest is not stored');
  const records = callers.map(({ accountId }) => ({ ...record, _id: `bt_${randomUUID()}`, accountId }));
  await backtests().insertMany(records);
  return new Map(records.map(({ _id, accountId }) => [accountId, _id]));
}

async function residentBytes(): Promise<number> {
  const { processes } = await platform.descriptor();
  const status = await readFile(`/proc/${processes['edge']}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

/** Changes every account's backtest, over and over, until told to stop; returns how often each was changed. */
function changeAll(ids: ReadonlyMap<string, string>, stopping: AbortSignal) {
  const counts = new Map<string, number>();
  const changing = [...ids].map(async ([accountId, id]) => {
    for (let count = 1; !stopping.aborted; count += 1) {
      await backtests().updateOne({ _id: id }, { $set: { name: `change ${count}` } });
      counts.set(accountId, count);
      await wait(CHANGE_EVERY_MS);
    }
  });
  return { counts, ended: Promise.all(changing) };
}

test(
  `${CLIENTS} clients are told everything once and in order, though the service behind them dies every ten seconds`,
  async () => {
    const ids = await seed();
    const { streams_url: url } = await platform.descriptor();
    const followings = Array.from({ length: CLIENTS }, (_, index) => {
      const { accountId, apiKey } = callers[index % callers.length]!;
      const options = { url, headers: { 'x-api-key': apiKey }, singleConnection: index % 2 === 0 };
      const following = new Following(options, { query: FOLLOW });
      open.push(following);
      return { accountId, following };
    });
    for (const { following } of followings) await following.until(({ kind }) => kind === 'current', 120_000);
    const stopping = new AbortController();
    const { counts, ended } = changeAll(ids, stopping.signal);
    await wait(KILL_EVERY_MS);
    const resident = [await residentBytes()];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const next = wait(KILL_EVERY_MS);
      await platform.kill('runtime');
      await next;
      if (kill % KILLS_A_MINUTE === 0) resident.push(await residentBytes());
    }
    stopping.abort();
    await ended;
    const seenBy = (following: Following) => following.of('changed').map(({ sequence }) => sequence);
    await until(
      'all clients to be told all',
      async () =>
        followings.filter(({ accountId, following }) => seenBy(following).length < (counts.get(accountId) ?? 0)),
      (late) => late.length === 0,
      { timeoutMs: 60_000 },
    ).catch(() => undefined);
    resident.push(await residentBytes());
    const gaps = followings.reduce((sum, { following }) => sum + following.of('gap').length, 0);
    const told = followings.reduce((sum, { following }) => sum + seenBy(following).length, 0);
    // biome-ignore lint/suspicious/noConsole: the figures of a full run are to be seen.
    console.info({
      clients: CLIENTS,
      kills: KILLS,
      told,
      gaps,
      edgeMebibytesByMinute: resident.map((each) => Math.round(each / MEBIBYTE)),
    });
    const wrong = followings.filter(({ accountId, following }) => {
      const sequences = seenBy(following);
      const isInOrder = sequences.every((sequence, index) => index === 0 || sequence > (sequences[index - 1] ?? ''));
      const isWhole = sequences.length === counts.get(accountId) || following.of('gap').length > 0;
      const isOwn = following.of('changed').every(({ id }) => id === ids.get(accountId));
      return !isInOrder || !isWhole || !isOwn;
    });
    expect(
      wrong.slice(0, WRONG_SHOWN).map(({ accountId, following }) => ({
        made: counts.get(accountId),
        told: seenBy(following).length,
        different: new Set(seenBy(following)).size,
        interruptions: following.interruptions,
        errors: following.errors.slice(-3).map(String),
      })),
    ).toEqual([]);
    expect((resident.at(-1) ?? 0) - (resident[0] ?? 0)).toBeLessThan(MEMORY_GROWTH_BYTES_MAX);
  },
  TEST_MS_MAX,
);
