import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { SAMPLE_MARKETS, SAMPLES } from '../../../parts/strategy/samples.js';
import { parseConfig, withMarkets, written } from '../config.js';
import { OfBacktestDocument, StrategyDocument } from '../generated/documents.js';

/** What the form begins with. */
export interface Draft {
  /** What tells it from another one. */
  readonly key: string;
  readonly name: string;
  readonly framework: string;
  readonly venue: string;
  readonly code: string;
  readonly config: string;
}

/** A draft, or why there is none. */
interface Prepared {
  readonly draft?: Draft;
  readonly problem?: Problem;
}

/** A form that begins with nothing but a market. */
export const EMPTY: Draft = {
  ...{ key: 'empty', name: '', framework: 'freqtrade', venue: 'hyperliquid', code: '' },
  config: written(withMarkets('freqtrade', { stake_amount: 100, max_open_trades: 3 }, ['BTC/USDC:USDC'])),
};

/** The samples that can be deployed as they are: the one of nautilus is given its market by its config. */
export const DEPLOYABLE = SAMPLES.filter(({ framework }) => framework === 'freqtrade');

/** Prepares a draft: of a sample, of a backtest, of another deployment, or empty. */
export async function draftOf(of: {
  readonly sample: string | undefined;
  readonly backtest: string | undefined;
  readonly deployment: string | undefined;
}): Promise<Prepared> {
  if (of.deployment !== undefined) return ofDeployment(of.deployment);
  return of.backtest === undefined ? { draft: ofSample(of.sample) } : ofBacktest(of.backtest);
}

/** The form of a sample on the markets of its first run; the empty one where no sample is named so. */
function ofSample(named: string | undefined): Draft {
  const sample = DEPLOYABLE.find(({ id }) => id === named);
  if (sample === undefined) return EMPTY;
  const config = { ...parseConfig(EMPTY.config), ...sample.config([]) };
  const markets = SAMPLE_MARKETS.map((name) => `${name}/USDC:USDC`);
  return {
    ...EMPTY,
    ...{ key: sample.id, name: `Sample: ${sample.id}`, code: sample.code },
    config: written(withMarkets('freqtrade', config, markets)),
  };
}

async function ofBacktest(id: string): Promise<Prepared> {
  const { data, problem } = await ask(OfBacktestDocument, { id });
  if (problem !== undefined) return { problem };
  if (data.backtest === null) return {};
  const { name, framework, venue, symbols, strategy } = data.backtest;
  const config = withMarkets(framework.name, parseConfig(strategy.configJson) ?? {}, symbols);
  return {
    draft: {
      ...{ key: id, name: name ?? '', framework: framework.name, venue, code: strategy.code },
      config: written(config),
    },
  };
}

async function ofDeployment(id: string): Promise<Prepared> {
  const { data, problem } = await ask(StrategyDocument, { id });
  if (problem !== undefined) return { problem };
  const former = data.deployment;
  if (former?.strategy == null) return {};
  const { name, framework, venue, strategy } = former;
  return {
    draft: {
      ...{ key: id, name: `${name} again`, framework: framework.name, venue, code: strategy.code },
      config: written(parseConfig(strategy.configJson) ?? {}),
    },
  };
}
