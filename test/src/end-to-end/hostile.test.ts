import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { endlessLoop, environmentDumper, fileReader, overreaching, socketOpener } from './hostile-strategies.js';
import { backtestRequest } from './strategies.js';

/** Hostile strategies of one account, sent as every user sends them, beside an honest one of another account. */

/** Runs give way to everything else on the machine: each needs time to reach its own limit. */
const TIME_LIMIT_SECONDS = 60;
const TEST_MS_MAX = 600_000;
/** Planted where a strategy must not come; the paths hold nothing of them. */
const canary = {
  dataDirectory: randomUUID(),
  home: randomUUID(),
  environment: randomUUID(),
  neighbour: randomUUID(),
} as const;
const plantedAtHome = join(homedir(), `.planted-${process.pid}`);

let platform: Platform;
let attacker: Caller;
let neighbour: Caller;

beforeAll(async () => {
  platform = await Platform.start('hostile strategies use up what others need', {
    BACKTEST_TIMEOUT_SECONDS: String(TIME_LIMIT_SECONDS),
    BACKTEST_WORKERS: '2',
    PLANTED_SECRET: canary.environment,
  });
  await writeFile(join(platform.dataDirectory, 'planted.txt'), canary.dataDirectory);
  await writeFile(plantedAtHome, canary.home);
  attacker = await Caller.register(platform, 'attacker@example.com');
  neighbour = await Caller.register(platform, 'neighbour@example.com');
}, 180_000);

afterAll(async () => {
  await rm(plantedAtHome, { force: true });
  await platform[Symbol.asyncDispose]();
});

async function submit(caller: Caller, code: string): Promise<string> {
  const { status, body } = await caller.send('POST', '/runtime/backtests', backtestRequest({ code }));
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function logsOf(caller: Caller, id: string): Promise<string> {
  return (await caller.send('GET', `/runtime/backtests/${id}/logs`)).body.logs.join('\n');
}

/** The sample strategy, with the neighbour's secret in its code and in its log. */
function honestStrategy(): string {
  return `${backtestRequest()['code']}\nprint("${canary.neighbour}")\n`;
}

/** Everything that the runtime has stored, but for what is the neighbour's own. */
async function storedBesides(ids: readonly string[]): Promise<string> {
  return withStore(platform, 'runtime', async (store) => {
    const collections = await store.listCollections();
    const documents = await Promise.all(collections.map(({ name }) => store.collection(name).find({}).toArray()));
    const texts = documents.flat().map((document) => JSON.stringify(document));
    return texts.filter((text) => !ids.some((id) => text.includes(id))).join('\n');
  });
}

/** What stands around a text within a long one, which is too long to be shown; undefined where it is not in it. */
function around(text: string, wanted: string): string | undefined {
  const at = text.indexOf(wanted);
  return at === -1 ? undefined : text.slice(Math.max(0, at - 500), at + 500);
}

test(
  'end with their reason or obtain nothing, and an honest run beside them ends as it ends alone',
  async () => {
    const alone = await neighbour.untilEnded(await submit(neighbour, honestStrategy()));
    expect(alone.status).toBe('finished');
    const { mongodb_uri: mongodbUri, base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
    const reachable = [mongodbUri, baseUrl, graphqlUrl].map((url) => ['127.0.0.1', Number(new URL(url).port)] as const);
    const places = [platform.dataDirectory, plantedAtHome, homedir(), '/proc', '/tmp', '/var', '/root', '/home'];

    const endlessId = await submit(attacker, endlessLoop);
    const besideId = await submit(neighbour, honestStrategy());
    const overreachingIds = await Promise.all(overreaching.map(([, , code]) => submit(attacker, code)));
    const reading = await submit(attacker, fileReader(places));
    const dumping = await submit(attacker, environmentDumper);
    const connecting = await submit(attacker, socketOpener([...reachable, ['10.0.0.1', 80], ['1.1.1.1', 53]]));

    const beside = await neighbour.untilEnded(besideId, TEST_MS_MAX);
    const endless = await attacker.untilEnded(endlessId, TEST_MS_MAX);
    expect(endless).toMatchObject({ status: 'error', error: { code: 'time_limit_exceeded' } });
    expect(beside.status).toBe('finished');
    expect(beside.result).toEqual(alone.result);
    expect(Date.parse(beside.started_at)).toBeLessThan(Date.parse(endless.finished_at));

    const ends = await Promise.all(overreachingIds.map((id) => attacker.untilEnded(id, TEST_MS_MAX)));
    expect(ends.map(({ status, error }, index) => [overreaching[index]?.[0], status, error?.code])).toEqual(
      overreaching.map(([what, code]) => [what, 'error', code]),
    );

    const swallowed = [reading, dumping, connecting];
    const finished = await Promise.all(swallowed.map((id) => attacker.untilEnded(id, TEST_MS_MAX)));
    expect(finished.map(({ status, error }) => [status, error])).toEqual(swallowed.map(() => ['finished', undefined]));
    const logs = await Promise.all([endlessId, ...overreachingIds, ...swallowed].map((id) => logsOf(attacker, id)));
    const seen = logs.join('\n');
    expect(seen).not.toContain('CONNECTED');
    // Each attack did try.
    for (const trace of [/^\S+ no \d+$/m, /'HOME': '\/job'/, /^\S+ no .*[Uu]nreachable/m]) expect(seen).toMatch(trace);

    const listed = JSON.stringify((await attacker.send('GET', '/runtime/backtests?limit=100')).body);
    const stored = await storedBesides([alone.id, beside.id]);
    const everywhere = [seen, listed, stored, await platform.logs()].join('\n');
    const found = Object.entries(canary).map(([planted, secret]) => [planted, around(everywhere, secret)]);
    expect(found).toEqual(Object.keys(canary).map((planted) => [planted, undefined]));
    expect(await logsOf(neighbour, beside.id)).toContain(canary.neighbour);
  },
  TEST_MS_MAX,
);
