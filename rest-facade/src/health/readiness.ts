import { monotonicMs, withTimeout } from '@platform/kit/clock';
import { frameworkIds, venuesOffering } from '@platform/venues/registry';
import { z } from 'zod';
import type { LocalRoute } from '../http/server.js';
import { count, text } from '../routes/fields.js';

/** The checks of the interface in its order, each with the subgraph whose service makes it. */
const checks = {
  venues: 'wallet',
  intelligence: 'context',
  execution: 'execution',
  runtime: 'runtime',
  context_catalog: 'context',
  historical_data_storage: 'context',
  email: 'identity',
  database: 'identity',
} as const;

const check = z
  .object({
    status: z
      .enum(['ready', 'configured', 'unready'])
      .describe('`configured` instead of `ready` if nothing was tested'),
    latency_ms: count('How long the check took, milliseconds', 4),
    failed: z
      .array(text('A part', 'isolation'))
      .exactOptional()
      .describe(
        'Only for `runtime`, and only while it is unready: what of it failed, by name, where it is one of these',
      ),
    provisioning: z
      .boolean()
      .exactOptional()
      .describe('Only for `runtime`, and only while a framework is being installed: backtests on it wait as `queued`'),
  })
  .meta({ id: 'ReadinessCheck', description: 'One check' });

const ready = z
  .object({
    status: z.enum(['ready', 'unready']).describe('Ready when every check is'),
    checks: z
      .object(Object.fromEntries(Object.keys(checks).map((name) => [name, check])))
      .describe('Every check by its name'),
  })
  .meta({ id: 'Readiness', description: 'Whether every part can be used' });

/** Shorter than the interface's 3 s, to leave time for the response. */
const DEADLINE_MS = 2_500;

/** Concurrent callers share one round of checks, so few calls wait when a service hangs. */
const SHARED_MS = 500;

/** Whether a check of the service behind a subgraph passes now. */
type Passes = (subgraph: string, check: string) => Promise<boolean>;

/** `GET /readyz`: all checks run at once under one deadline and report only ready or not. */
export function readinessRoute(passes: Passes): LocalRoute {
  let current: { readonly startedMs: number; readonly answer: ReturnType<typeof lookAtAll> } | undefined;
  return {
    path: '/readyz',
    documented: {
      id: 'getReadiness',
      summary: 'Whether every part can be used: eight checks at once within 3 seconds',
      responses: { 200: ready.describe('Every check is ready'), 503: ready.describe('A check is unready') },
    },
    answer: () => {
      const startedMs = monotonicMs();
      if (current !== undefined && startedMs - current.startedMs < SHARED_MS) return current.answer;
      const look = { startedMs, answer: lookAtAll(passes) };
      current = look;
      void look.answer.then(() => {
        if (current === look) current = undefined;
      });
      return look.answer;
    },
  };
}

async function lookAtAll(passes: Passes) {
  const [installed, failed, ...results] = await Promise.all([
    withTimeout(passes('runtime', 'frameworks'), DEADLINE_MS, () => false),
    failedParts(passes),
    ...Object.entries(checks).map(async ([name, subgraph]) => [name, await result(passes, name, subgraph)] as const),
  ]);
  const isReady = results.every(([, { status }]) => status !== 'unready');
  return {
    status: isReady ? 200 : 503,
    body: {
      status: isReady ? 'ready' : 'unready',
      checks: Object.fromEntries(
        results.map(([name, found]) => [name, name === 'runtime' ? detailed(found, { installed, failed }) : found]),
      ),
    },
  };
}

/** What `runtime` consists of besides its store; its service answers for each by this name. */
const RUNTIME_PARTS = [
  'runner',
  'isolation',
  ...frameworkIds,
  ...venuesOffering('paper').map((venue) => `feed:${venue}`),
];

async function failedParts(passes: Passes): Promise<readonly string[]> {
  const looks = RUNTIME_PARTS.map(async (part) => {
    const isReady = await withTimeout(passes('runtime', `runtime/${part}`), DEADLINE_MS, () => false);
    return isReady ? [] : [part];
  });
  return (await Promise.all(looks)).flat();
}

function detailed<Found extends { status: string }>(
  found: Found,
  { installed, failed }: { readonly installed: boolean; readonly failed: readonly string[] },
) {
  if (found.status === 'unready') return failed.length === 0 ? found : { ...found, failed };
  // A platform that is still installing a framework accepts backtests, so it is ready.
  return installed ? found : { ...found, provisioning: true };
}

async function result(passes: Passes, name: string, subgraph: string) {
  const startedMs = monotonicMs();
  const isReady = await withTimeout(passes(subgraph, name), DEADLINE_MS, () => false);
  const healthy = name === 'email' ? 'configured' : 'ready';
  return { status: isReady ? healthy : 'unready', latency_ms: Math.round(monotonicMs() - startedMs) };
}
