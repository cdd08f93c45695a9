/** The load that is called 1×: what a machine of two cores carries twice with room. */

/** Operations of each kind per second, by the name that reports have. */
export const PER_SECOND = {
  'read account': 1.5,
  'read wallet': 0.5,
  'read candles': 3,
  'read backtest': 4,
  'read deployments': 1.5,
  dashboard: 1.5,
  backtest: 0.05,
  order: 0.2,
  withdrawal: 0.1,
} as const;

/** A kind of operation. */
export type Kind = keyof typeof PER_SECOND;

/** Every kind. */
export const KINDS: readonly Kind[] = [
  ...(['read account', 'read wallet', 'read candles', 'read backtest', 'read deployments', 'dashboard'] as const),
  ...(['backtest', 'order', 'withdrawal'] as const),
];

const BEHIND_EDGE = ['generator', 'edge', 'identity', 'mongod'];

/** The parts that each kind reaches: what others have done meanwhile was not for it. */
export const REACHES: Readonly<Record<Kind, readonly string[]>> = {
  'read account': BEHIND_EDGE,
  'read wallet': [...BEHIND_EDGE, 'wallet', 'sandbox'],
  'read candles': [...BEHIND_EDGE, 'context'],
  'read backtest': [...BEHIND_EDGE, 'runtime'],
  'read deployments': [...BEHIND_EDGE, 'runtime'],
  dashboard: [...BEHIND_EDGE, 'context', 'runtime'],
  backtest: [...BEHIND_EDGE, 'context', 'runtime', 'workers'],
  order: [...BEHIND_EDGE, 'execution', 'wallet', 'sandbox'],
  withdrawal: [...BEHIND_EDGE, 'wallet', 'sandbox'],
};

/** What is there all the time, at 1×. */
export const POPULATION = {
  /** Accounts whose users read and withdraw. */
  customers: 10,
  /** Accounts that trade. */
  traders: 1,
  /** Bots on paper of one account. */
  freqtradeBots: 4,
  nautilusBots: 2,
  /** Streams that follow an account's backtests. */
  streams: 10,
} as const;
