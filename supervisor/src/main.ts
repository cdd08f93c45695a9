/** `npm start`: the whole platform, one process per part, kept running until SIGINT or SIGTERM. */
import { mkdir } from 'node:fs/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { ConfigurationError, inheritedEnvironment } from '@platform/kit/config';
import { removeDescriptor, writeDescriptor } from '@platform/kit/descriptor';
import {
  createProgress,
  installerVariables,
  type Progress,
  type Report,
  withProgress,
} from '@platform/kit/provisioning';
import { locateMongod, OPERATOR } from '@platform/sandbox/parts';
import { Balancer } from './balancer/balancer.js';
import { runningBots, runningProxies, stopBots } from './bots.js';
import { describePlatform } from './describe.js';
import { OrphanReaper } from './orphan-reaper/orphan-reaper.js';
import { addressesOf, instancesOf, mongodbUriOf, type Plan, routesOf } from './plan.js';
import { allocatePorts, SERVICES } from './ports.js';
import { mongodDirectory, processTable } from './process-table.js';
import { AlreadyRunning, RunRecord } from './processes/run-record.js';
import { ProcessFailed } from './processes/supervised-process.js';
import { Supervisor } from './processes/supervisor.js';
import { openSecrets, sandboxMasterKey, writeMongodbAddresses } from './secrets.js';
import { readSettings, type SupervisorSettings } from './settings.js';
import { provisionSigners } from './signers.js';
import { readyReport, startReport } from './start-report.js';
import { startKeyRotation } from './workload-keys.js';

const DESCRIBE_AGAIN_MS = 1_000;
const BOTS_LOOK_MS = 1_000;

const startedAtMs = systemClock.nowMs();
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// The reader of the output may end before the supervisor: then nothing is printed, and the processes are kept and stopped all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await run(readSettings(process.env));
} catch (error) {
  // The message alone for what the operator can fix; the whole error for all else.
  const isTheirs = [ConfigurationError, AlreadyRunning, ProcessFailed].some((kind) => error instanceof kind);
  process.stderr.write(`${error instanceof Error ? (isTheirs ? error.message : error.stack) : error}\n`);
  process.exitCode = 1;
}
// What was still under way when it was stopped, such as a download, is not waited for.
process.exit();

async function run(settings: SupervisorSettings): Promise<void> {
  const stopped = untilStopped();
  const record = await RunRecord.open(settings.DATA_DIR);
  const orphanReaper = OrphanReaper.start(settings.DATA_DIR, say);
  const starting = createProgress(process.stderr, 'starting');
  try {
    await removeDescriptor(settings.DATA_DIR);
    await record.endOrphans();
    const plan = await Promise.race([decide(settings, starting.report), stopped]);
    if (typeof plan !== 'string') await supervise(plan, record, stopped, starting);
  } finally {
    starting.finish();
    await removeDescriptor(settings.DATA_DIR);
    await record.close();
    orphanReaper.close();
  }
}

/** All that is decided and made before the first process is started. */
async function decide(settings: SupervisorSettings, report: Report): Promise<Plan> {
  const { DATA_DIR: dataDirectory, PLATFORM_CACHE_DIR: cacheDirectory, SANDBOX_RECORDINGS_DIR: recordings } = settings;
  if (settings.outside === undefined && recordings !== undefined) {
    // Loaded where there are any: the supervisor keeps its memory small for as long as the platform runs.
    const { checkRecordings } = await import('@platform/venues/sandbox/recordings');
    await checkRecordings(recordings);
  }
  await mkdir(mongodDirectory(dataDirectory), { recursive: true });
  const secrets = await openSecrets(dataDirectory, systemRandom);
  return {
    settings,
    ports: await allocatePorts(settings),
    secrets,
    relayerKey:
      settings.RELAYER_PRIVATE_KEY?.reveal() ?? (settings.outside === undefined ? secrets.relayerKey : undefined),
    walletMasterKey: settings.WALLET_MASTER_KEY?.reveal() ?? (await sandboxMasterKey(dataDirectory, systemRandom)),
    mongodBinary:
      settings.MONGODB_URI === undefined
        ? await locateMongod({
            cacheDirectory,
            environment: inheritedEnvironment(installerVariables),
            report: (line) => report(`mongod: ${line}`),
          })
        : undefined,
    inherited: process.env,
  };
}

async function supervise(plan: Plan, record: RunRecord, stopped: Promise<string>, starting: Progress): Promise<void> {
  const { DATA_DIR: dataDirectory } = plan.settings;
  await writeMongodbAddresses(
    dataDirectory,
    [OPERATOR, ...SERVICES].map((user) => [user, mongodbUriOf(plan, user)]),
  );
  void provisionSigners(plan, say);
  const stages = processTable(plan);
  const names = stages.flat().map(({ name }) => name);
  let writing = Promise.resolve();
  // One after the other, so that the last one written is the last one true.
  const describe = () => {
    writing = writing
      .then(async () =>
        writeDescriptor(dataDirectory, await describePlatform(plan, { ...supervisor.processes, ...(await bots()) })),
      )
      .catch((error) => {
        say(`the descriptor could not be written: ${error}: tried again`);
        setTimeout(() => void describe(), DESCRIBE_AGAIN_MS).unref();
      });
    return writing;
  };
  const directories = instancesOf(plan).map((instance) => instance.dataDirectory);
  const bots = async () => Object.fromEntries((await Promise.all(directories.map(botsOf))).flat());
  const onReady = () => {
    if (supervisor.isStarted) void describe();
    else starting.report(startReport(names, Object.keys(supervisor.processes)));
  };
  const balancer = await Balancer.start(routesOf(plan));
  const supervisor = new Supervisor({ stages, dataDirectory, record, clock: systemClock, say, onReady });
  const watch = startPeriodicLook(directories, () => supervisor.isStarted && void describe());
  const rotation = startKeyRotation(plan.secrets, {
    intervalMs: plan.settings.WORKLOAD_KEY_ROTATION_SECONDS * 1_000,
    clock: systemClock,
    say,
  });
  try {
    const ending = await Promise.race([supervisor.start(), stopped]).finally(starting.finish);
    if (ending === undefined) {
      await describe();
      sayReady(plan);
    }
    say(`${await stopped}: stopping`);
  } finally {
    await withProgress(process.stderr, 'stopping', async () => {
      clearInterval(watch);
      await rotation.close();
      await supervisor.stop();
      await Promise.all(directories.map(stopBots));
      balancer.close();
      await writing;
    });
  }
}

/** Returns the process ids of the bots of an instance and of their proxies, by their names. */
async function botsOf(dataDirectory: string): Promise<[string, number][]> {
  const [bots, proxies] = await Promise.all([runningBots(dataDirectory), runningProxies(dataDirectory)]);
  return [
    ...[...bots].map(([deployment, pid]): [string, number] => [`bot:${deployment}`, pid]),
    ...[...proxies].map(([account, pid]): [string, number] => [`proxy:${account}`, pid]),
  ];
}

/** Calls when other bots run than at the last look: the runtime service starts and ends them by itself. */
function startPeriodicLook(directories: readonly string[], onChange: () => void): NodeJS.Timeout {
  let last = '[]';
  const look = async () => {
    const running = JSON.stringify((await Promise.all(directories.map(botsOf))).flat());
    if (running !== last) onChange();
    last = running;
  };
  return setInterval(() => void look(), BOTS_LOOK_MS);
}

function sayReady(plan: Plan): void {
  const { publicUrl, publicGraphqlUrl } = addressesOf(plan);
  say(readyReport(plan.settings.COMMAND_BEGAN_AT_MS ?? startedAtMs, systemClock.nowMs()));
  say(`REST     ${publicUrl}`);
  say(`GraphQL  ${publicGraphqlUrl}`);
  if (plan.settings.outside === undefined) say('This is a sandbox: chains, money and markets are simulated.');
}

/** Resolves with the first signal to stop; later ones change nothing, since stopping is bounded in time. */
function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
}
