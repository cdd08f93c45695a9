import type { Settings } from './request.js';

/** A part of the form that something can be wrong with. */
type Part = 'code' | 'markets' | 'from' | 'to' | 'dry_run_wallet' | 'stake_amount' | 'max_open_trades';

/** What keeps a backtest from being run, by the part of the form that it is about. */
export type Faults = Partial<Readonly<Record<Part, string>>>;

/** The number of trades that is no bound. */
const UNBOUNDED = -1;

/** What can be said before anything is sent, in the order of the form. The platform checks the rest. */
export function faultsOf({ framework, symbols, from, to, config }: Settings, code: string): Faults {
  const number = (key: string) => (framework === 'freqtrade' ? config[key] : undefined);
  const faults = {
    code: code.trim() === '' ? 'Write a strategy, or start from a sample.' : undefined,
    markets: symbols.length === 0 ? 'Choose a market.' : undefined,
    from: from === '' ? 'Choose the first day.' : undefined,
    to: to === '' ? 'Choose the day that it ends before.' : from >= to ? 'The end must be after the start.' : undefined,
    dry_run_wallet: balanceFault(number('dry_run_wallet')),
    stake_amount: stakeFault(number('stake_amount')),
    max_open_trades: tradesFault(number('max_open_trades')),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** A wallet by currencies is written in the JSON alone. */
function balanceFault(value: unknown): string | undefined {
  return value === undefined || typeof value === 'object' || isAbove(value, 0) ? undefined : 'An amount above 0.';
}

function stakeFault(value: unknown): string | undefined {
  return value === undefined || value === 'unlimited' || isAbove(value, 0)
    ? undefined
    : 'An amount above 0, or the word unlimited.';
}

function tradesFault(value: unknown): string | undefined {
  const isRight = value === undefined || value === UNBOUNDED || (Number.isInteger(value) && isAbove(value, 0));
  return isRight ? undefined : 'A whole number above 0, or −1 for any number.';
}

function isAbove(value: unknown, least: number): boolean {
  return typeof value === 'number' && value > least;
}
