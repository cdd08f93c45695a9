import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '@platform/kit/config';
import { RecordedDeployments } from '@platform/runtime-service/deployments-testing';
import { traders } from '@platform/test/deployments';
import { Caller, type Platform, until } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import { median, type Report } from '../report.js';

const BOTS = 20;
const RECORDED = [1_000, 10_000];
/** Of the recorded ones, those that run. */
const RUNNING_SHARE = 0.1;
const LOOK_MS = 30_000;
const KIB_A_MIB = 1_024;
const MACHINE_MIB = 24 * 1_024;
const SETTLE_MS_MAX = 900_000;

type FrameworkName = keyof typeof traders;
const FRAMEWORKS: readonly FrameworkName[] = ['freqtrade', 'nautilus'];

/** The environment that the benchmark's platform needs. */
export const deploymentsEnvironment = { DEPLOYMENTS_RUNNING_PER_ACCOUNT: String(2 * BOTS) };

/** Measures starts and memory of deployments, and what looking after recorded ones costs. */
export function measureDeployments({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform(deploymentsEnvironment, async (platform) => {
    const bots = amount(BOTS, 1);
    const rows: (readonly [string, string, string])[] = [];
    for (const framework of FRAMEWORKS) rows.push(...(await measureFramework(platform, framework, bots)));
    for (const count of RECORDED)
      rows.push(...(await measureRecorded(platform, amount(count, 10), amount(LOOK_MS, 100))));
    return {
      title: `Deployments on paper: ${bots} of each framework, of one account`,
      columns: ['what', 'figure', 'unit'],
      rows,
      notes: [
        'Private is what a bot alone holds (USS), proportional its share of all it maps (PSS). What all bots of a framework hold together',
        'includes the process that they were forked from and the one that holds them. How many fit into 24 GiB is extrapolated from it.',
      ],
    };
  });
}

async function measureFramework(platform: Platform, framework: FrameworkName, bots: number) {
  const caller = await Caller.register(platform, `bench-${framework}-${bots}@example.com`);
  const seconds: number[] = [];
  const ids: string[] = [];
  for (let index = 0; index < bots; index += 1) {
    const request = { ...traders[framework], name: `bench ${index}` };
    const { id } = (await caller.send('POST', '/runtime/deployments', request)).body;
    ids.push(id);
    const startedAtMs = performance.now();
    await caller.send('PUT', `/runtime/deployments/${id}/status`, { action: 'start' });
    await until(
      `${framework} deployment ${index} to look at its markets`,
      async () => (await caller.send('GET', `/runtime/deployments/${id}`)).body,
      ({ status }) => status === 'running',
      { timeoutMs: SETTLE_MS_MAX, pollIntervalMs: 100 },
    );
    seconds.push((performance.now() - startedAtMs) / 1_000);
  }
  const held = await memoryOfBots(platform, ids);
  for (const id of ids) await caller.send('PUT', `/runtime/deployments/${id}/status`, { action: 'stop' });
  const fits = Math.floor((MACHINE_MIB - held.platformMib) / (held.togetherMib / bots));
  const [first = Number.NaN, ...others] = seconds;
  return [
    [`${framework}: from start to the first look at a market, the first`, first.toFixed(1), 's'],
    [`${framework}: the same, each further one (median)`, median(others.length > 0 ? others : seconds).toFixed(1), 's'],
    [`${framework}: private memory of a bot, median`, median(held.privateMib).toFixed(0), 'MiB'],
    [`${framework}: proportional memory of a bot, median`, median(held.proportionalMib).toFixed(0), 'MiB'],
    [`${framework}: all ${bots} together`, held.togetherMib.toFixed(0), 'MiB'],
    [`${framework}: fit into 24 GiB beside the platform`, String(fits), ''],
  ] as const;
}

async function measureRecorded(platform: Platform, count: number, lookMs: number) {
  await using recorded = await RecordedDeployments.open(new Secret(await platform.mongodbUri()));
  const running = Math.ceil(count * RUNNING_SHARE);
  await recorded.add(count, running);
  const { processorMs, elapsedMs, starts } = await recorded.lookAfter(lookMs);
  if (starts > 0) throw new Error(`${starts} bots were started that ran already`);
  const share = (processorMs / elapsedMs) * 100;
  return [
    [`looking after ${count} recorded deployments, ${running} of them running`, share.toFixed(1), '% of a core'],
  ] as const;
}

/** Memory of bots, and of all that holds them, in MiB. */
async function memoryOfBots(platform: Platform, ids: readonly string[]) {
  const { processes } = await until(
    'bots that the descriptor names',
    () => platform.descriptor(),
    (descriptor) => ids.every((id) => descriptor.processes[`bot:${id}`] !== undefined),
  );
  const bots = await Promise.all(ids.map((id) => rollupOf(processes[`bot:${id}`] ?? 0)));
  const holders = await holdersOf(platform.dataDirectory);
  const trees = (await Promise.all(holders.map(descendants))).flat();
  const together = await Promise.all(trees.map(rollupOf));
  const others = Object.entries(processes).flatMap(([name, id]) => (name.startsWith('bot:') ? [] : [id]));
  const rest = await Promise.all(others.map(rollupOf));
  const sum = (of: readonly { proportionalMib: number }[]) =>
    of.reduce((total, each) => total + each.proportionalMib, 0);
  return {
    privateMib: bots.map(({ privateMib }) => privateMib),
    proportionalMib: bots.map(({ proportionalMib }) => proportionalMib),
    togetherMib: sum(together),
    platformMib: sum(rest),
  };
}

async function rollupOf(processId: number): Promise<{ privateMib: number; proportionalMib: number }> {
  // Empty where it has ended.
  const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8').catch(() => '');
  const mebibytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / KIB_A_MIB;
  return { privateMib: mebibytes('Private_Clean') + mebibytes('Private_Dirty'), proportionalMib: mebibytes('Pss') };
}

/** The processes of a platform that hold bots. */
async function holdersOf(dataDirectory: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const folder = join(dataDirectory, 'bots');
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_id, index) => commands[index]?.includes('bot-shim') && commands[index]?.includes(folder));
}

async function descendants(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [processId, ...(await Promise.all(children.map(descendants))).flat()];
}
