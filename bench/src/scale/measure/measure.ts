import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@platform/kit/sampling';
import { type Platform, until } from '@platform/test/platform';
import { deploymentsEnvironment } from '../../deployments/measure.js';
import type { Effort } from '../../effort.js';
import type { Report } from '../../report.js';
import { walletEnvironment } from '../../wallet/measure.js';
import { WalletStore } from '../../wallet/store.js';
import type { Measured, Stage, Usage } from '../measured.js';
import { KINDS, type Kind } from '../mix.js';
import { machineReport } from '../model/machine.js';
import { arrivalsOf, countsOf } from './arrivals.js';
import { latenciesOf, offer } from './offer.js';
import { authorize, operations } from './operations.js';
import { type Accounts, openStreams, prepareAccounts, startBots } from './prepare.js';
import { memoryMib } from './processors.js';
import { StoreCounters } from './store.js';
import { Streams } from './streams.js';
import { type Counted, readCounters, spentBetween } from './usage.js';
import { ComingAndGoing } from './workers.js';

/** Where the figures are written. */
const FILE = fileURLToPath(new URL('../../../results/scale-measured.json', import.meta.url));
const SEED = 1;
const REST_SECONDS = 15;
const POPULATION_SECONDS = 30;
/** Each kind alone: so many operations of it in so many seconds, and so long until nothing of them is left. */
const ALONE: Readonly<Record<Kind, { operations: number; seconds: number; settleSeconds: number }>> = {
  'read account': { operations: 150, seconds: 6, settleSeconds: 0 },
  'read wallet': { operations: 30, seconds: 6, settleSeconds: 0 },
  'read candles': { operations: 150, seconds: 6, settleSeconds: 0 },
  'read backtest': { operations: 150, seconds: 6, settleSeconds: 0 },
  'read deployments': { operations: 150, seconds: 6, settleSeconds: 0 },
  dashboard: { operations: 150, seconds: 6, settleSeconds: 0 },
  backtest: { operations: 3, seconds: 12, settleSeconds: 8 },
  order: { operations: 10, seconds: 10, settleSeconds: 2 },
  withdrawal: { operations: 10, seconds: 10, settleSeconds: 8 },
};
const COLLECTED_MS_MAX = 300_000;
/** What has just begun makes ready for what comes next. */
const SETTLE_SECONDS = 10;
/** What is compiled as it runs gets faster for a while: 1× would be colder than 2×, which comes after it. */
const WARM_UP_SECONDS = 30;
const STAGE_SECONDS = 120;
const PIECES = 5;
const [COMMITTING_CLIENTS, COMMITS_A_CLIENT] = [50, 100];
const DIGITS = 3;
const MIB_BYTES = 1_024 ** 2;

/** Measures what the mix takes of one machine at 1× and at 2×, and writes the figures that the model is made of. */
export function measureScale({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform({ ...walletEnvironment, ...deploymentsEnvironment }, async (platform) => {
    await using store = await StoreCounters.open(platform);
    await using streams = new Streams();
    await using workers = new ComingAndGoing((await platform.descriptor()).processes['runtime'] ?? 0);
    const measurement = new Measurement({ platform, store, streams, workers }, amount);
    const measured = {
      ...(await measurement.run()),
      measuredAt: new Date().toISOString(),
      machine: machine(),
    };
    // What a moment shows is kept nowhere.
    if (amount(1, 0) > 0) {
      await mkdir(dirname(FILE), { recursive: true });
      await writeFile(FILE, `${JSON.stringify(measured, rounded, 1)}\n`);
    }
    return machineReport(measured, measurement.failures);
  });
}

/** More digits are beyond what is measured. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value;
}

function machine(): Measured['machine'] {
  const all = cpus();
  return { model: all[0]?.model ?? '', cores: all.length, memoryMib: Math.round(totalmem() / MIB_BYTES) };
}

class Measurement {
  readonly failures: string[] = [];
  readonly #random = seededRandom(SEED);
  readonly #platform: Platform;

  constructor(
    private readonly counted: Counted,
    private readonly amount: Effort['amount'],
  ) {
    this.#platform = counted.platform;
  }

  async run(): Promise<Omit<Measured, 'measuredAt' | 'machine'>> {
    const { amount } = this;
    const accounts = await prepareAccounts(this.#platform, amount);
    this.#say('accounts are there');
    await this.#untilCollected();
    this.#say('history is collected');
    await wait(amount(SETTLE_SECONDS, 0) * 1_000);
    const idle = await this.#during(() => wait(amount(REST_SECONDS, 1) * 1_000));
    await this.#populate(accounts, 0);
    const population = await this.#during(() => wait(amount(POPULATION_SECONDS, 1) * 1_000));
    this.#say('bots run');
    const alone = await this.#measureKinds(accounts);
    const single = await this.#measureStage(accounts, 1);
    const singleMemory = await memoryMib(this.#platform);
    await this.#populate(accounts, 1);
    const double = await this.#measureStage(accounts, 2);
    const memory = { single: singleMemory, double: await memoryMib(this.#platform) };
    return { idle, population, alone, single, double, memoryMib: memory, commitsPerSecond: await this.#commit() };
  }

  /** Waits until `context` has collected what venues have: a start does not wait for it. */
  async #untilCollected(): Promise<void> {
    const { store } = this.counted;
    await until(
      'history of every market',
      () => store.uncollected(),
      (count) => this.amount(count, 0) === 0,
      {
        timeoutMs: COLLECTED_MS_MAX,
      },
    );
  }

  /** Adds the bots and streams of 1×. */
  async #populate({ owners, customers }: Accounts, turn: number): Promise<void> {
    const [owner, half] = [owners[turn], customers.length / 2];
    if (owner !== undefined) await startBots(owner, this.amount);
    const own = customers.slice(turn * half, (turn + 1) * half);
    await openStreams(this.#platform, this.counted.streams, own, this.amount);
    await wait(this.amount(SETTLE_SECONDS, 0) * 1_000);
  }

  async #measureKinds(accounts: Accounts): Promise<Measured['alone']> {
    const found: [Kind, { usage: Usage; operations: number }][] = [];
    for (const kind of KINDS) {
      const { operations: usual, seconds, settleSeconds } = ALONE[kind];
      const count = this.amount(usual, 1);
      const withdrawals = kind === 'withdrawal' ? await authorize(accounts.customers, count) : [];
      const operate = await operations({ platform: this.#platform, accounts, multiple: 1, withdrawals });
      const arrivals = arrivalsOf({ [kind]: count }, this.amount(seconds, 1), this.#random);
      const usage = await this.#during(async () => {
        await offer(arrivals, operate, this.failures);
        await wait(this.amount(settleSeconds, 0) * 1_000);
      });
      found.push([kind, { usage, operations: count }]);
      this.#say(`${kind} alone`);
    }
    return Object.fromEntries(found);
  }

  async #measureStage(accounts: Accounts, multiple: number): Promise<Stage> {
    const seconds = this.amount(STAGE_SECONDS, 2);
    const warmUpSeconds = this.amount(WARM_UP_SECONDS, 1);
    const counts = [countsOf(multiple, warmUpSeconds), countsOf(multiple, seconds)];
    const [warmUp = [], counted = []] = [
      arrivalsOf(counts[0] ?? {}, warmUpSeconds, this.#random),
      arrivalsOf(counts[1] ?? {}, seconds, this.#random),
    ];
    const later = counted.map((arrival) => ({
      ...{ kind: arrival.kind, atMs: arrival.atMs + warmUpSeconds * 1_000 },
      index: arrival.index + (counts[0]?.[arrival.kind] ?? 0),
    }));
    const arrivals = [...warmUp, ...later];
    const own = accounts.customers.slice(0, (accounts.customers.length * multiple) / 2);
    const withdrawals = await authorize(own, arrivals.filter(({ kind }) => kind === 'withdrawal').length);
    const operate = await operations({ platform: this.#platform, accounts, multiple, withdrawals });
    this.#say(`${multiple}× begins`);
    const offering = offer(arrivals, operate, this.failures);
    await wait(warmUpSeconds * 1_000);
    const [usage, pieces] = await this.#inPieces(seconds);
    const done = await offering;
    this.#say(`${multiple}× has ended`);
    return { offeredSeconds: seconds, usage, pieces, latencies: latenciesOf(done, warmUpSeconds * 1_000) };
  }

  async #inPieces(seconds: number): Promise<readonly [Usage, readonly Usage[]]> {
    const endsAtMs = performance.now() + seconds * 1_000;
    const readings = [await readCounters(this.counted)];
    for (let piece = 1; piece <= PIECES; piece += 1) {
      await wait(Math.max(0, endsAtMs - ((PIECES - piece) / PIECES) * seconds * 1_000 - performance.now()));
      readings.push(await readCounters(this.counted));
    }
    const pieces = readings.slice(1).map((after, index) => spentBetween(readings[index] ?? after, after));
    const [first, last] = [readings[0], readings.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was read');
    return [spentBetween(first, last), pieces];
  }

  async #during(work: () => Promise<unknown>): Promise<Usage> {
    const before = await readCounters(this.counted);
    await work();
    return spentBetween(before, await readCounters(this.counted));
  }

  /** Small documents that MongoDB commits by majority, from many clients at once: what its disk and this machine can. */
  async #commit(): Promise<number> {
    await using store = await WalletStore.open(await this.#platform.mongodbUri());
    const startedAtMs = performance.now();
    const times = await store.majorityCommits(this.amount(COMMITTING_CLIENTS, 2), this.amount(COMMITS_A_CLIENT, 2));
    return (times.length / (performance.now() - startedAtMs)) * 1_000;
  }

  #say(what: string): void {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
  }
}
