import { accountDigestOf, type Workload, type WorkloadBot } from '../bots/placement.js';
import { type Frameworks, versionOf } from '../frameworks/versions.js';
import { areEntriesBlocked } from '../live/differences.js';
import type { LiveDeployments } from '../live/live-deployments.js';
import type { MarketsOf } from './instruments.js';
import { placeOf } from './place.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentStore } from './store.js';

const MEBIBYTE = 1024 ** 2;
const MINUTE_MS = 60_000;
/** Ten years: a bot is ended for standing still, never for having worked. */
const CPU_SECONDS = 10 * 366 * 86_400;
/** A framework that is imported, before any bot runs. */
const FRAMEWORK_BYTES = 768 * MEBIBYTE;
const PROCESSES_PER_BOT = 12;
const FOLDER_BYTES_PER_BOT = 64 * MEBIBYTE;

/** What a bot may use. */
export interface BotLimits {
  readonly memoryBytes: number;
}

interface WorkloadParts {
  readonly store: DeploymentStore;
  readonly frameworks: Frameworks;
  readonly marketsOf: MarketsOf;
  readonly limits: BotLimits;
  readonly live: Pick<LiveDeployments, 'botOf'>;
  /** The most bots of one account that run at once. */
  readonly runningLimit: number;
}

/** A bot, and the process that it runs in. */
export interface Placed {
  readonly workload: Workload;
  readonly bot: WorkloadBot;
}

/** Returns all that a deployment's bot is started with. Rejects where its framework isn't installed, or has no bots. */
export async function workloadOf(record: DeploymentRecord, parts: WorkloadParts): Promise<Placed> {
  const { _id: deploymentId, framework, venue, generation, symbols, feeRate } = record;
  const { limits, runningLimit } = parts;
  const strategy = await parts.store.strategyOf(deploymentId);
  const version = versionOf(parts.frameworks, framework.id, framework.imageDigest);
  if (strategy === undefined || version === undefined) throw new Error(`${deploymentId} has nothing to run`);
  const { program, isolation } = await version.botProgram();
  const workload: Workload = {
    workloadId: placeOf(record).workloadId,
    framework: framework.id,
    venue,
    accountDigest: accountDigestOf(record.accountId),
    isolation,
    program: { ...program, command: [...program.command], readOnlyPaths: [...program.readOnlyPaths] },
    limits: {
      memoryBytes: FRAMEWORK_BYTES + runningLimit * limits.memoryBytes,
      folderBytes: runningLimit * FOLDER_BYTES_PER_BOT,
      processes: 1 + runningLimit * PROCESSES_PER_BOT,
      cpuSeconds: CPU_SECONDS,
    },
  };
  const live = record.mode === 'live' ? await parts.live.botOf(record) : undefined;
  const bot: WorkloadBot = {
    ...{ deploymentId, generation, feeRate },
    entriesBlocked: live?.entriesBlocked ?? areEntriesBlocked(record),
    code: strategy.code,
    configJson: strategy.configJson,
    symbols: [...symbols],
    markets: await parts.marketsOf(record),
    ...(live !== undefined && { live: live.bot }),
    limits: {
      memoryBytes: limits.memoryBytes,
      stateBytes: 256 * MEBIBYTE,
      fileBytes: FOLDER_BYTES_PER_BOT,
      processes: PROCESSES_PER_BOT,
      cpuSeconds: CPU_SECONDS,
      startMs: 3 * MINUTE_MS,
      stallMs: 10 * MINUTE_MS,
      stopMs: 20_000,
    },
  };
  return { workload, bot };
}
