import type { Clock } from '@platform/kit/clock';
import type { FastifyInstance } from 'fastify';
import { READ_ANSWERS } from './faults.js';

/** The venue's limits per address and ten seconds. Source: docs.polymarket.com/api-reference/rate-limits, November 2026. */
const WINDOW_MS = 10_000;
const LIMITS: readonly { readonly paths: RegExp; readonly requests: number }[] = [
  { paths: /^\/gamma\//, requests: 4_000 },
  { paths: /^\/gamma\/events/, requests: 500 },
  { paths: /^\/gamma\/markets/, requests: 300 },
  { paths: /^\/gamma\/(markets|events)(\/keyset)?$/, requests: 900 },
  { paths: /^\/gamma\/public-search$/, requests: 350 },
  { paths: /^\/clob\//, requests: 9_000 },
  { paths: /^\/clob\/(book|price|midpoint)$/, requests: 1_500 },
  { paths: /^\/clob\/(books|prices|midpoints)$/, requests: 500 },
  { paths: /^\/clob\/prices-history$/, requests: 1_000 },
  { paths: /^\/clob\/tick-size$/, requests: 200 },
  { paths: /^\/clob\/ok$/, requests: 100 },
  { paths: /^\/clob\/order$/, requests: 3_000 },
  { paths: /^\/clob\/(orders|cancel-market-orders)$/, requests: 1_000 },
  { paths: /^\/clob\/cancel-all$/, requests: 250 },
  { paths: /^\/clob\/data\/orders?(\/|$)/, requests: 500 },
  { paths: /^\/clob\/data\/trades$/, requests: 500 },
  { paths: /^\/clob\/notifications$/, requests: 125 },
  { paths: /^\/clob\/balance-allowance$/, requests: 200 },
  { paths: /^\/clob\/balance-allowance\/update$/, requests: 50 },
  { paths: /^\/clob\/auth\//, requests: 100 },
  { paths: /^\/data\//, requests: 1_000 },
  { paths: /^\/data\/trades$/, requests: 200 },
];

/** Refuses requests beyond the published limits per address. The real venue delays such a caller before it refuses. */
export function meetLimits(app: FastifyInstance, clock: Clock): void {
  const asked = new Map<string, number[]>();
  /** Counts a request; returns false where the limit is reached. */
  const count = (key: string, allowed: number): boolean => {
    const nowMs = clock.nowMs();
    const recent = (asked.get(key) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
    asked.set(key, recent);
    if (recent.length >= allowed) return false;
    recent.push(nowMs);
    return true;
  };
  app.addHook('onRequest', async ({ url, ip }, reply) => {
    const path = url.split('?')[0] ?? '';
    const met = LIMITS.filter(({ paths }) => paths.test(path));
    if (met.every(({ paths, requests }) => count(`${ip} ${paths.source}`, requests))) return undefined;
    return reply.code(READ_ANSWERS.rateLimited.status).type('application/json').send(READ_ANSWERS.rateLimited.body);
  });
}
