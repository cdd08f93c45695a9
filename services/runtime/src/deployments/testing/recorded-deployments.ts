/** Deployments that are recorded, over a runner without processes: for what looking after them costs. */
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { WorkloadBot } from '../../bots/placement.js';
import { MemoryBotRunner } from '../../bots/testing/memory-runner.js';
import { DeploymentHistory } from '../history/index.js';
import { Notes } from '../notes.js';
import { ParityRecords } from '../parity/index.js';
import { placeOf } from '../place.js';
import { type DeploymentRecord, deploymentModel } from '../record.js';
import { DeploymentStore } from '../store.js';
import { DeploymentWorkers } from '../workers.js';

const NODE = 'bench';
const ACCOUNTS = 100;
const BATCH = 1_000;

/** What a while of looking after deployments cost. */
export interface Cost {
  readonly processorMs: number;
  readonly elapsedMs: number;
  /** Starts of bots in that time: none is due. */
  readonly starts: number;
}

/** Deployments in a database of their own, and the workers that look after them. */
export class RecordedDeployments implements AsyncDisposable {
  private constructor(
    private readonly connection: Connection,
    private readonly runner: MemoryBotRunner,
    private readonly workers: DeploymentWorkers,
  ) {}

  /** Opens an empty database. */
  static async open(uri: Secret<string>): Promise<RecordedDeployments> {
    const connection = await connectMongo(uri, 'bench_deployments');
    await resetDatabase(connection);
    const [clock, random] = [systemClock, systemRandom];
    const store = new DeploymentStore(connection, NODE, clock);
    const history = new DeploymentHistory(connection, clock);
    await Promise.all([store.initialize(), history.initialize()]);
    const runner = new MemoryBotRunner(clock);
    const notes = new Notes({ store, history, parityRecords: new ParityRecords(connection), runner, clock });
    const logger = createLogger({ process: 'bench', level: 'silent' });
    const workloadOf = () => Promise.reject(new Error('every bot runs already'));
    const live = { keep: () => {}, credentialIsGone: async () => true };
    const workers = new DeploymentWorkers({ store, runner, workloadOf, notes, live, clock, random, logger });
    return new RecordedDeployments(connection, runner, workers);
  }

  /** Records deployments, some of which run; the others are stopped. */
  async add(count: number, running: number): Promise<void> {
    for (let first = 0; first < count; first += BATCH) {
      const records = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) =>
        recordOf(first + index, first + index < running),
      );
      await deploymentModel(this.connection).insertMany(records);
      for (const record of records.filter(({ status }) => status === 'running')) await this.#place(record);
    }
  }

  /** Looks after them for a while. */
  async lookAfter(durationMs: number): Promise<Cost> {
    const startsBefore = this.runner.starts;
    await this.workers.start();
    const startedAtMs = performance.now();
    const before = process.cpuUsage();
    await wait(durationMs);
    const { user, system } = process.cpuUsage(before);
    const elapsedMs = performance.now() - startedAtMs;
    await this.workers.close();
    return { processorMs: (user + system) / 1_000, elapsedMs, starts: this.runner.starts - startsBefore };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.close();
  }

  async #place(record: DeploymentRecord): Promise<void> {
    const { workloadId, deploymentId } = placeOf(record);
    const limits = { memoryBytes: 0, folderBytes: 0, processes: 0, cpuSeconds: 0 };
    const program = { command: ['true'], readOnlyPaths: [], environment: {} };
    const isolation = { bubblewrap: null, python: 'true' };
    const workload = { workloadId, framework: 'freqtrade', venue: 'hyperliquid', program, isolation, limits } as const;
    const bot: WorkloadBot = {
      ...{ deploymentId, generation: 1, code: '', configJson: '{}', symbols: [], feeRate: 0 },
      ...{ entriesBlocked: false, markets: [] },
      limits: {
        ...{ memoryBytes: 0, stateBytes: 0, fileBytes: 0, processes: 0, cpuSeconds: 0 },
        ...{ startMs: 0, stallMs: 0, stopMs: 0 },
      },
    };
    await this.runner.place(workload, bot);
  }
}

function recordOf(number: number, isRunning: boolean): DeploymentRecord {
  const name = `deployment ${number}`;
  return {
    _id: `dpl_${number}`,
    accountId: `acc_${number % ACCOUNTS}`,
    ...{ name, uniqueName: name, status: isRunning ? 'running' : 'stopped', mode: 'paper' },
    framework: { id: 'freqtrade', imageDigest: `sha256:${'a'.repeat(64)}` },
    ...{ venue: 'hyperliquid', region: 'eu', symbols: ['BTC/USDC:USDC'], canonicalSymbols: ['BTC/USDC:USDC'] },
    ...{ codeSha256: 'a'.repeat(64), feeRate: 0.00055, node: NODE, generation: 1 },
    ...{ stopsWhenFlat: false, onExpiry: 'stop', restarts: 0, restartsInARow: 0, createdAt: systemClock.now() },
  };
}
