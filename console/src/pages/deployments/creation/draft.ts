import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
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

/** Prepares a draft: of a backtest, of another deployment, or empty. */
export async function draftOf(of: {
  readonly backtest: string | undefined;
  readonly deployment: string | undefined;
}): Promise<Prepared> {
  if (of.deployment !== undefined) return ofDeployment(of.deployment);
  return of.backtest === undefined ? { draft: EMPTY } : ofBacktest(of.backtest);
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
