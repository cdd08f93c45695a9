/** Backtests of several accounts, queued all at once, while the service and its workers are killed. */
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@platform/kit/sampling';
import { Caller, type Platform, until } from '../platform/index.js';
import { withStore } from '../platform/store.js';
import { endlessRequest, kinds, requestOf } from './strategies.js';
import { type Sighting, Watch, workersBelow } from './watch.js';

const ACCOUNTS = 3;
const ENDED_MS_MAX = 1_800_000;
/** Of the workers that are killed; the others may be starting, or wait for a job. */
const SHARE_AT_WORK = 2 / 3;
const PAUSE_BETWEEN_KILLS_MS = { least: 200, more: 600 };

/** The size of a run under fire. */
export interface Fire {
  readonly backtests: number;
  readonly serviceKills: number;
  readonly workerKills: number;
  readonly seed: number;
}

/** A backtest of an account, the first to the last. */
interface Queued {
  readonly id: string;
  readonly mark: string;
  readonly kind: number;
  readonly account: number;
}

/** The result of a run under fire. */
export interface Aftermath {
  /** How many backtests of each status there are. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The errors of backtests that ended without a result. */
  readonly errors: readonly string[];
  /** Backtests whose result or trades differ from those of an undisturbed run. */
  readonly wrong: readonly string[];
  /** Backtests that their account's list lacks. */
  readonly missing: readonly string[];
  /** Backtests that two processes ran at once. */
  readonly twice: readonly string[];
  /** The largest number of runs by which an account was ahead of another while all had some waiting. */
  readonly lead: number;
  /** The largest number of places by which a backtest began out of the order of its account. */
  readonly outOfOrder: number;
  /** Processes that were seen to run strategies, those that were killed too, and how many backtests they were of. */
  readonly attempts: number;
  readonly seen: number;
  /** Of the workers that were killed, how many were seen to run a strategy. */
  readonly killedAtWork: number;
  readonly workerKills: number;
  readonly serviceKills: number;
  readonly seconds: number;
}

/** Queues all, then kills at random until all have ended. */
export async function backtestsUnderFire(platform: Platform, fire: Fire): Promise<Aftermath> {
  const random = seededRandom(fire.seed);
  const prefix = `fire-${fire.seed}-`;
  const serviceId = async () => (await platform.descriptor()).processes['runtime'] ?? 0;
  const callers: Caller[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1)
    callers.push(await Caller.register(platform, `fire-${account}@example.com`));
  const expected = await Promise.all(kinds.map((_kind, kind) => undisturbed(callerOf(callers, kind), kind, prefix)));

  const watch = new Watch(prefix, serviceId);
  watch.start();
  try {
    const release = await occupy(callers, prefix, watch);
    const queued = (await Promise.all(callers.map((caller, account) => queue(caller, account, fire, prefix)))).flat();
    const startedMs = performance.now();
    await release();
    const killed = await killUntilEnded(platform, fire, { random, watch, serviceId, queued });
    const seconds = (performance.now() - startedMs) / 1_000;
    const statuses = await statusesOf(platform, queued);
    const starts = watch.sightings.filter(({ firstMs }) => firstMs >= startedMs);
    return {
      statuses,
      errors: await errorsOf(platform, queued),
      wrong: await wrongOnes(callers, queued, expected),
      missing: await missingOnes(callers, queued),
      twice: [...watch.twice, ...overlapping(watch.sightings)],
      lead: greatestLead(starts, queued),
      outOfOrder: greatestDisorder(starts, queued),
      attempts: starts.length,
      seen: new Set(starts.map(({ mark }) => mark)).size,
      ...killed,
      seconds,
    };
  } finally {
    await watch.stop();
  }
}

function callerOf(callers: readonly Caller[], index: number): Caller {
  const caller = callers[index % callers.length];
  if (caller === undefined) throw new Error('no caller');
  return caller;
}

/** Returns the comparable part of a run: its result without the paths of its inputs, and its trades. */
async function shownBy(caller: Caller, id: string): Promise<string> {
  const { body } = await caller.send('GET', `/runtime/backtests/${id}`);
  const trades = await caller.send('GET', `/runtime/backtests/${id}/trades.csv`);
  const withoutPlaces = (key: string, value: unknown) => (key === 'objects' ? undefined : value);
  return JSON.stringify([body.status, body.result, trades.body], withoutPlaces);
}

async function submit(caller: Caller, request: object): Promise<string> {
  const { status, body } = await caller.send('POST', '/runtime/backtests', request);
  if (status !== 202) throw new Error(`not queued: ${JSON.stringify(body)}`);
  return body.id;
}

async function undisturbed(caller: Caller, kind: number, prefix: string): Promise<string> {
  const id = await submit(caller, requestOf(kind, `${prefix}undisturbed-${kind}`));
  const ended = await caller.untilEnded(id);
  if (ended.status !== 'finished') throw new Error(`kind ${kind} does not finish: ${JSON.stringify(ended)}`);
  return shownBy(caller, id);
}

/** Keeps every worker busy until released, so that everything queued meanwhile waits. */
async function occupy(callers: readonly Caller[], prefix: string, watch: Watch): Promise<() => Promise<void>> {
  const ids = await Promise.all(
    callers.map((caller, account) => submit(caller, endlessRequest(`${prefix}endless-${account}`))),
  );
  const seen = async () => watch.sightings.filter(({ mark }) => mark.includes('endless')).length;
  await until('all workers at work', seen, (count) => count === callers.length, { pollIntervalMs: 50 });
  return async () => {
    await Promise.all(ids.map((id, account) => callerOf(callers, account).send('DELETE', `/runtime/backtests/${id}`)));
  };
}

async function queue(caller: Caller, account: number, { backtests }: Fire, prefix: string): Promise<Queued[]> {
  const queued: Queued[] = [];
  for (let index = account; index < backtests; index += ACCOUNTS) {
    const kind = Math.floor(index / ACCOUNTS) % kinds.length;
    const mark = `${prefix}${index}`;
    queued.push({ id: await submit(caller, requestOf(kind, mark)), mark, kind, account });
  }
  return queued;
}

interface Killing {
  readonly random: () => number;
  readonly watch: Watch;
  readonly serviceId: () => Promise<number>;
  readonly queued: readonly Queued[];
}

/** Kills the service as often as configured, spread over the ends of runs, and workers between; returns when all have ended. */
async function killUntilEnded(
  platform: Platform,
  { backtests, serviceKills, workerKills }: Fire,
  { random, watch, serviceId, queued }: Killing,
): Promise<Pick<Aftermath, 'killedAtWork' | 'workerKills' | 'serviceKills'>> {
  const serviceMoments = momentsOf(serviceKills, backtests, random);
  const workerMoments = momentsOf(workerKills, backtests, random);
  const killed = { serviceKills: 0, workerKills: 0, killedAtWork: 0 };
  const deadlineMs = performance.now() + ENDED_MS_MAX;
  for (;;) {
    const { finished = 0, error = 0 } = await statusesOf(platform, queued);
    if (finished + error === backtests) return killed;
    if (performance.now() > deadlineMs) throw new Error(`${finished} finished, ${error} failed, and the others hang`);
    if (isTime(serviceMoments, finished + error)) {
      await platform.kill('runtime');
      serviceMoments.shift();
      killed.serviceKills += 1;
    }
    if (isTime(workerMoments, finished + error)) {
      const isAtWork = watch.atWork.length > 0 && random() < SHARE_AT_WORK;
      const victims = isAtWork ? watch.atWork : await workersBelow(await serviceId());
      const victim = victims[Math.floor(random() * victims.length)];
      if (victim !== undefined && killIfRunning(victim)) {
        workerMoments.shift();
        killed.workerKills += 1;
        if (isAtWork) killed.killedAtWork += 1;
      }
    }
    await wait(PAUSE_BETWEEN_KILLS_MS.least + random() * PAUSE_BETWEEN_KILLS_MS.more);
  }
}

/** After how many ends each kill comes: at random, one in each of as many equal stretches. */
function momentsOf(kills: number, backtests: number, random: () => number): number[] {
  return Array.from({ length: kills }, (_, index) => Math.floor(((index + random()) * backtests) / (kills + 1)));
}

function isTime([next]: readonly number[], ended: number): boolean {
  return next !== undefined && ended >= next;
}

function killIfRunning(processId: number): boolean {
  try {
    return process.kill(processId, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Reads the store without the service, which may be dead. */
function statusesOf(platform: Platform, queued: readonly Queued[]): Promise<Record<string, number>> {
  return withStore(platform, 'runtime', async (store) => {
    const rows = await store
      .collection<{ _id: string }>('backtests')
      .aggregate<{ _id: string; count: number }>([
        { $match: { _id: { $in: queued.map(({ id }) => id) } } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();
    return Object.fromEntries(rows.map(({ _id, count }) => [_id, count]));
  });
}

function errorsOf(platform: Platform, queued: readonly Queued[]): Promise<string[]> {
  return withStore(platform, 'runtime', async (store) => {
    const failed = { _id: { $in: queued.map(({ id }) => id) }, status: 'error' };
    const records = await store.collection<{ _id: string }>('backtests').find(failed).toArray();
    return records.map((record) => JSON.stringify(record));
  });
}

async function wrongOnes(callers: readonly Caller[], queued: readonly Queued[], expected: readonly string[]) {
  const wrong: string[] = [];
  for (const { id, kind, account } of queued)
    if ((await shownBy(callerOf(callers, account), id)) !== expected[kind]) wrong.push(id);
  return wrong;
}

async function missingOnes(callers: readonly Caller[], queued: readonly Queued[]): Promise<string[]> {
  const lists = await Promise.all(callers.map((caller) => caller.send('GET', '/runtime/backtests?limit=100')));
  const listed = new Set(lists.flatMap(({ body }) => body.backtests.map(({ id }: { id: string }) => id)));
  return queued.map(({ id }) => id).filter((id) => !listed.has(id));
}

/** Marks of which one process tree was seen after another had begun. */
function overlapping(sightings: readonly Sighting[]): string[] {
  const byMark = Map.groupBy(sightings, ({ mark }) => mark);
  return [...byMark].flatMap(([mark, runs]) =>
    runs.some(({ firstMs }, index) => firstMs <= (runs[index - 1]?.lastMs ?? Number.NEGATIVE_INFINITY)) ? [mark] : [],
  );
}

/** By how many starts one account was ahead of another at most, as long as each had a backtest that had never begun. */
function greatestLead(starts: readonly Sighting[], queued: readonly Queued[]): number {
  const ofMark = new Map(queued.map((backtest) => [backtest.mark, backtest]));
  const waiting = Array.from(
    { length: ACCOUNTS },
    (_, account) => queued.filter((one) => one.account === account).length,
  );
  const counts = waiting.map(() => 0);
  const begun = new Set<string>();
  let lead = 0;
  for (const { mark } of starts) {
    const backtest = ofMark.get(mark);
    if (backtest === undefined) continue;
    if (waiting.includes(0)) break;
    counts[backtest.account] = (counts[backtest.account] ?? 0) + 1;
    if (!begun.has(mark)) waiting[backtest.account] = (waiting[backtest.account] ?? 0) - 1;
    begun.add(mark);
    lead = Math.max(lead, Math.max(...counts) - Math.min(...counts));
  }
  return lead;
}

/** By how many places a backtest at most began before or after its turn inside its account. */
function greatestDisorder(starts: readonly Sighting[], queued: readonly Queued[]): number {
  const first = new Map<string, number>();
  for (const [place, { mark }] of starts.entries()) if (!first.has(mark)) first.set(mark, place);
  const disorders = Array.from({ length: ACCOUNTS }, (_, account) => {
    const own = queued.filter((backtest) => backtest.account === account && first.has(backtest.mark));
    const begun = own.toSorted((left, right) => (first.get(left.mark) ?? 0) - (first.get(right.mark) ?? 0));
    return begun.map((backtest, place) => Math.abs(own.indexOf(backtest) - place));
  });
  return Math.max(0, ...disorders.flat());
}
