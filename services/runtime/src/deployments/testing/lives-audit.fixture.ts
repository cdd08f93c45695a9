/** What is wrong with deployments once everything is up again and has settled. */
import type { BotState } from '../../bots/observation.js';
import { placeOf } from '../place.js';
import type { DeploymentRecord } from '../record.js';
import type { DeploymentStatus } from '../state.js';
import type { Life, Lives } from './lives.fixture.js';

/** Longer than any pause before a restart. */
const SETTLE_MS_MAX = 15 * 60_000;
const SETTLE_STEP_MS = 10_000;
/** In which the observer has looked at each, and noted what it says. */
const QUIET_MS = 30_000;
/** Ends by itself in a row after which a deployment is given up. */
const ENDS_MAX = 5;
const SETTLED: ReadonlySet<DeploymentStatus> = new Set(['created', 'running', 'stopped', 'error', 'deleted']);

/** Brings service and runner back, and waits until nothing has been under way for a while: the time of one may end in between. */
export async function settle(lives: Lives): Promise<void> {
  lives.returnRunner();
  await lives.startService();
  let quietMs = 0;
  for (let passedMs = 0; passedMs < SETTLE_MS_MAX && quietMs < QUIET_MS; passedMs += SETTLE_STEP_MS) {
    await lives.pass(SETTLE_STEP_MS);
    const records = await Promise.all(lives.lives.map((life) => lives.record(life)));
    quietMs = records.every(({ status }) => SETTLED.has(status)) ? quietMs + SETTLE_STEP_MS : 0;
  }
}

/** Returns each that is not as it should be, in words; none where all is well. */
export async function audit(lives: Lives): Promise<string[]> {
  const wrong: string[] = [];
  for (const life of lives.lives) {
    const record = await lives.record(life);
    const bot = lives.runner.stateOf(life.id);
    const isForgotten = (await lives.store.strategyOf(life.id)) === undefined;
    const faults = [
      ...faultsOfStatus(life, record, lives.clock.nowMs()),
      ...(record.status === 'running' ? faultsOfRunning(record, bot) : []),
      ...(record.status !== 'running' && bot?.ended === null ? ['its bot runs'] : []),
      ...(record.status === 'deleted' && (bot !== undefined || !isForgotten) ? ['something of it is left'] : []),
    ];
    wrong.push(...faults.map((fault) => `${life.name} ${life.id} (${record.status}): ${fault}`));
  }
  const wanted = new Map<string, string>();
  for (const life of lives.lives) wanted.set(life.id, placeOf(await lives.record(life)).workloadId);
  for (const { workloadId, bots } of await lives.runner.observe())
    for (const { deploymentId } of bots)
      if (wanted.get(deploymentId) !== workloadId) wrong.push(`${deploymentId}: a bot that nobody knows`);
  return wrong;
}

function faultsOfStatus(life: Life, record: DeploymentRecord, nowMs: number): string[] {
  const { status, error, aliveUntil } = record;
  const allowed: ReadonlySet<DeploymentStatus> = new Set(allowedOf(life));
  return [
    ...(allowed.has(status) ? [] : [`should be ${[...allowed].join(' or ')}: ${JSON.stringify(life)}`]),
    ...(status === 'deleted' || (status === 'error') === (error !== undefined)
      ? []
      : ['its error is not of its status']),
    ...(status === 'running' && aliveUntil !== undefined && aliveUntil.getTime() <= nowMs ? ['its time is over'] : []),
  ];
}

function allowedOf(life: Life): DeploymentStatus[] {
  if (life.wanted !== 'running') return [life.wanted];
  const { hasPassed, endsWhenFlat, hasFailed, ends, wasGone } = life;
  const mayStop = hasPassed || endsWhenFlat;
  const mayFail = hasFailed || wasGone || ends > ENDS_MAX;
  return ['running', ...(mayStop ? (['stopped'] as const) : []), ...(mayFail ? (['error'] as const) : [])];
}

function faultsOfRunning(record: DeploymentRecord, bot: BotState | undefined): string[] {
  if (bot === undefined || bot.ended !== null) return ['no bot of it runs'];
  const isBlocked = record.entriesBlockedSince !== undefined;
  const isFlat = bot.snapshot?.trades.open === 0;
  return [
    ...(bot.generation === record.generation ? [] : ['its bot is that of another start']),
    ...(bot.entriesBlocked === isBlocked
      ? []
      : ['its bot may open positions where it may not, or may not where it may']),
    ...(isBlocked && isFlat && record.stopsWhenFlat ? ['it holds nothing and has not stopped'] : []),
    ...(record.snapshot?.trades.open === bot.snapshot?.trades.open ? [] : ['it is shown with what it had before']),
  ];
}
