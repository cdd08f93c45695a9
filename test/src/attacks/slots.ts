import { attack } from '../end-to-end/hostile-strategies.js';
import { backtestRequest, daysAgo } from '../end-to-end/strategies.js';
import { type Attack, FELT_SECONDS, oneAndEight, submitting } from './attack.js';

const SYMBOL = 'BTC-PERP.HYPERLIQUID';

/** A nautilus strategy with these lines as its `on_start`, over a day that the venue still has in minutes. */
export function nautilusRequest(...onStart: readonly string[]): object {
  const code = `
from datetime import timedelta
from nautilus_trader.trading.strategy import Strategy

class Probe(Strategy):
    def on_start(self):
${onStart.map((line) => `        ${line}`).join('\n')}
`;
  const range = { from: daysAgo(2), to: daysAgo(1) };
  return backtestRequest({ framework: 'nautilus', symbols: [SYMBOL], code, range });
}

const attacksOnSlots: readonly Attack[] = [
  submitting(
    'runs without end in both frameworks',
    backtestRequest({ code: attack('while True: pass') }),
    nautilusRequest('while True: pass'),
    backtestRequest({ code: attack('for _ in range(3): os.fork()', 'while True: pass') }),
  ),
  submitting(
    '200,000 timers',
    nautilusRequest(
      'for number in range(200_000):',
      '    self.clock.set_timer(str(number), timedelta(milliseconds=1))',
    ),
  ),
];

/** Ways to hold the slots that all accounts share. */
export const slotAttacks: readonly Attack[] = attacksOnSlots.map((attack) => ({
  ...attack,
  attackers: oneAndEight,
  secondsMin: FELT_SECONDS,
}));
