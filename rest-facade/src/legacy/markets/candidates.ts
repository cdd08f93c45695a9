// Why: docs/decisions/edge/older-intelligence.md
import { z } from 'zod';
import type { LegacySearchMarketsQuery } from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { absent } from '../absent.js';

const day = text('A day, YYYY-MM-DD', '2026-05-01');

const candidate = z
  .object({
    slug: text("The venue's readable name of the market", 'will-it-rain-tomorrow'),
    question: text('The question that the market predicts', 'Will it rain tomorrow?'),
    tradeCount: absent(z.int(), 'trades are not counted here'),
    liquidity: absent(z.number(), 'it is not kept'),
    volume: absent(z.number(), 'it is not kept'),
    volume24h: absent(z.number(), 'it is not read for lists'),
    coverage: z
      .object({ start: day, end: day })
      .nullable()
      .describe('The first and the last day of its stored history; null where there is none'),
    coverageStatus: z
      .enum(['available', 'metadata_only'])
      .describe('`available`: its history is stored; `metadata_only`: none is'),
    backtestSupported: z.boolean().meta({ description: 'Whether its history is stored', examples: [true] }),
    deploymentSupported: z.boolean().meta({ description: 'Whether deployments run at its venue', examples: [false] }),
  })
  .meta({ id: 'LegacyMarketCandidate', description: 'A prediction market; tokens of its outcomes are not shown' });

/** What a search found. */
export const legacyMarketSearch = z
  .object({
    status: z.enum(['candidates_found', 'not_found']).describe('Whether there are candidates'),
    candidates: z.array(candidate).describe('In the order of the venue, each market once'),
  })
  .meta({ id: 'LegacyMarketSearch', description: 'Markets that a search found' });

type Node = LegacySearchMarketsQuery['markets']['nodes'][number];

/** Returns what a search found in its older form, at most `count` markets: those that are listed are the tokens of their outcomes. */
export function toMarketSearch(
  { markets, venues }: LegacySearchMarketsQuery,
  count: number,
): z.input<typeof legacyMarketSearch> {
  const running = new Set(venues.filter(({ capabilities: { paper, live } }) => paper || live).map(({ id }) => id));
  const bySlug = Map.groupBy(
    markets.nodes.filter(({ prediction }) => prediction !== null),
    ({ prediction }) => prediction?.slug ?? '',
  );
  const candidates = [...bySlug.values()].slice(0, count).map((tokens) => toCandidate(tokens, running));
  return { status: candidates.length > 0 ? 'candidates_found' : 'not_found', candidates };
}

function toCandidate(tokens: readonly Node[], running: ReadonlySet<string>): z.input<typeof candidate> {
  const [{ venue, prediction } = { venue: '', prediction: null }] = tokens;
  const tables = tokens.flatMap(({ dataset }) => dataset?.tables ?? []);
  const starts = tables.map(({ from }) => from).sort();
  const ends = tables.map(({ to }) => to).sort();
  const [start, end] = [starts[0], ends.at(-1)];
  const coverage = start === undefined || end === undefined ? null : { start: dayOf(start), end: dayOf(end) };
  return {
    ...{ slug: prediction?.slug ?? '', question: prediction?.question ?? '' },
    ...{ tradeCount: null, liquidity: null, volume: null, volume24h: null },
    coverage,
    coverageStatus: coverage === null ? 'metadata_only' : 'available',
    backtestSupported: coverage !== null,
    deploymentSupported: running.has(venue),
  };
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
