import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { aliasOf, type ReadyMarket, windowOf } from '../../../parts/strategy/coverage.js';
import { ReadyMarketsDocument } from '../../../parts/strategy/generated/documents.js';
import { SAMPLE_MARKETS, SAMPLES, type Sample } from '../../../parts/strategy/samples.js';
import { FormerDocument } from './generated/documents.js';
import { type Draft, keptDraft } from './kept-draft.js';
import type { Settings } from './request.js';

/** A draft, or why there is none. */
export interface Prepared {
  readonly draft?: Draft;
  /** Whether it is what the reader had left here. */
  readonly isKept?: boolean;
  readonly problem?: Problem;
}

const VENUE = 'hyperliquid';
/** The id of the draft that begins with nothing. */
const EMPTY = 'empty';

/** Prepares a draft: what the reader had left here, else one of an earlier backtest, of a sample, or empty. */
export async function draftOf(of: { sample?: string | undefined; again?: string | undefined }): Promise<Prepared> {
  const sample = SAMPLES.find(({ id }) => id === of.sample);
  const left = keptDraft(of.again ?? sample?.id ?? EMPTY);
  if (left !== undefined) return { draft: left, isKept: true };
  if (of.again !== undefined) return formerDraft(of.again);
  const framework = sample?.framework ?? 'freqtrade';
  const { data, problem } = await ask(ReadyMarketsDocument, { venue: VENUE, framework, query: '' });
  // Without markets the form can still be filled in.
  const markets = data?.markets?.nodes ?? [];
  const draft = sampleDraft(sample, framework, markets);
  return problem === undefined ? { draft } : { draft, problem };
}

function sampleDraft(sample: Sample | undefined, framework: string, all: readonly ReadyMarket[]): Draft {
  const preferred = all.filter(({ name }) => SAMPLE_MARKETS.includes(name));
  // nautilus's sample trades one market.
  const markets = framework === 'nautilus' ? preferred.slice(0, 1) : preferred;
  const symbols = markets.flatMap((market) => aliasOf(market, framework) ?? []);
  const { from = '', to = '' } = windowOf(markets) ?? {};
  const config = sample?.config(symbols) ?? {};
  const base = { framework, venue: VENUE, symbols, from, to, name: '', strategyClass: '', checks: [], config };
  if (sample === undefined) return { id: EMPTY, code: '', settings: base };
  return { id: sample.id, code: sample.code, settings: { ...base, name: `Sample: ${sample.id}` } };
}

async function formerDraft(id: string): Promise<Prepared> {
  const { data, problem } = await ask(FormerDocument, { id });
  if (problem !== undefined) return { problem };
  const former = data.backtest;
  if (former === null) return {};
  const { strategy, checks, range } = former;
  const settings: Settings = {
    framework: former.framework.name,
    venue: former.venue,
    symbols: former.symbols,
    from: range.from,
    to: range.to,
    name: former.name ?? '',
    strategyClass: strategy.strategyClass ?? '',
    checks: [
      ...(checks?.lookahead == null ? [] : (['lookahead'] as const)),
      ...(checks?.recursive == null ? [] : (['recursive'] as const)),
    ],
    config: JSON.parse(strategy.configJson),
  };
  return { draft: { id, code: strategy.code, settings } };
}
