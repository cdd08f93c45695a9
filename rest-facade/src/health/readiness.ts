import { monotonicMs } from '@platform/clock';
import type { LocalRoute } from '../http/server.js';

/** The checks of the interface, in its order. */
const names = [
  'venues',
  'intelligence',
  'execution',
  'runtime',
  'context_catalog',
  'historical_data_storage',
  'email',
  'database',
] as const;

/** Rejects when the dependency is not ready; what it rejects with is never shown. */
export type ReadinessCheck = () => Promise<void>;

/** A check for every part that is built; the others are unready. */
export type ReadinessChecks = Readonly<Partial<Record<(typeof names)[number], ReadinessCheck>>>;

/** Shorter than the interface's 3 s by what answering takes. */
const DEADLINE_MS = 2_800;

/** `GET /readyz`: every check at once under one deadline, nothing said beyond ready or not. */
export function readinessRoute(checks: ReadinessChecks): LocalRoute {
  return {
    path: '/readyz',
    answer: async () => {
      const results = await Promise.all(names.map(async (name) => [name, await result(name, checks[name])] as const));
      const isReady = results.every(([, { status }]) => status !== 'unready');
      return {
        status: isReady ? 200 : 503,
        body: { status: isReady ? 'ready' : 'unready', checks: Object.fromEntries(results) },
      };
    },
  };
}

async function result(name: string, check: ReadinessCheck | undefined) {
  const startedMs = monotonicMs();
  const isReady = check !== undefined && (await settlesInTime(check()));
  const healthy = name === 'email' ? 'configured' : 'ready';
  return { status: isReady ? healthy : 'unready', latency_ms: Math.round(monotonicMs() - startedMs) };
}

async function settlesInTime(check: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), DEADLINE_MS);
  const settled = check.then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([settled, late]);
  clearTimeout(timer);
  return isReady;
}
