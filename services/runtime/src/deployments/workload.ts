import type { Workload } from '../bots/bot-runner.js';
import { type Frameworks, versionOf } from '../frameworks/versions.js';
import type { MarketsOf } from './instruments.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentStore } from './store.js';
import { workloadIdOf } from './workload-id.js';

const MEBIBYTE = 1024 ** 2;
const MINUTE_MS = 60_000;
/** Ten years: a bot is ended for standing still, never for having worked. */
const CPU_SECONDS = 10 * 366 * 86_400;

/** What a bot may use. */
export interface BotLimits {
  readonly memoryBytes: number;
}

interface WorkloadParts {
  readonly store: DeploymentStore;
  readonly frameworks: Frameworks;
  readonly marketsOf: MarketsOf;
  readonly limits: BotLimits;
}

/** Returns all that the process of a deployment is started with. Rejects where its framework isn't installed, or has no bots. */
export async function workloadOf(record: DeploymentRecord, parts: WorkloadParts): Promise<Workload> {
  const { _id: deploymentId, framework, venue, generation, symbols, feeRate, entriesBlocked } = record;
  const strategy = await parts.store.strategyOf(deploymentId);
  const version = versionOf(parts.frameworks, framework.id, framework.imageDigest);
  if (strategy === undefined || version === undefined) throw new Error(`${deploymentId} has nothing to run`);
  const { program, isolation } = await version.botProgram();
  return {
    workloadId: workloadIdOf(record),
    framework: framework.id,
    venue,
    isolation,
    program: { ...program, command: [...program.command], readOnlyPaths: [...program.readOnlyPaths] },
    limits: {
      memoryBytes: parts.limits.memoryBytes,
      folderBytes: 64 * MEBIBYTE,
      stateBytes: 256 * MEBIBYTE,
      processes: 12,
      cpuSeconds: CPU_SECONDS,
      startMs: 3 * MINUTE_MS,
      stallMs: 10 * MINUTE_MS,
      stopMs: 20_000,
    },
    markets: await parts.marketsOf(record),
    bots: [
      {
        ...{ deploymentId, generation, feeRate, entriesBlocked },
        code: strategy.code,
        configJson: strategy.configJson,
        symbols: [...symbols],
      },
    ],
  };
}
