import { setTimeout as sleep } from 'node:timers/promises';
import { attack } from '../end-to-end/hostile-strategies.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Caller } from '../platform/caller.js';
import { type Attack, FELT_SECONDS, oneAndEight } from './attack.js';

const TRADES_A_FRAME = 500;
const LANES = 3;

/** Closes a number of invented trades, each of about 1.3 kB in the store. */
export function forgingTrades(trades: number): string {
  const numbers = [
    'open_rate',
    'close_rate',
    'amount',
    'stake_amount',
    'leverage',
    'fees_abs',
    'profit_abs',
    'profit_ratio',
  ];
  const trade = {
    ...{ symbol: 'BTC/USDC:USDC', side: 'long', opened_at_ms: 1, closed_at_ms: 2, exit_reason: 'forged' },
    ...Object.fromEntries(numbers.map((name) => [name, 1.5])),
    entry_tag: 'x'.repeat(1_000),
  };
  return attack(
    'frame = sys._getframe()',
    'while "channel" not in frame.f_locals: frame = frame.f_back',
    'channel = frame.f_locals["channel"]',
    `trade = ${JSON.stringify(trade)}`,
    `for _ in range(${Math.ceil(trades / TRADES_A_FRAME)}):`,
    `    channel.send({"kind": "trades", "trades": [trade] * ${TRADES_A_FRAME}})`,
  );
}

/** Somewhat less than the limit of one run's stored data, and more than it. */
const AMOUNTS = [20_000, 110_000] as const;
/** The storage limit of an account in this test: enough for two runs of the smaller amount, too little for a third. */
export const QUOTA_MIB = 64;

let isFull = false;

async function fill(attacker: Caller, number: number, signal: AbortSignal): Promise<void> {
  const code = forgingTrades(AMOUNTS[number % AMOUNTS.length] ?? 0);
  const { body } = await attacker.send(
    'POST',
    '/runtime/backtests',
    backtestRequest({ code, symbols: ['BTC/USDC:USDC'] }),
  );
  if (body.error?.code === 'quota_exceeded') isFull = true;
  if (body.id === undefined) return sleep(100);
  for (let status = 'queued'; !signal.aborted && ['queued', 'running'].includes(status); await sleep(200)) {
    status = (await attacker.send('GET', `/runtime/backtests/${body.id}`)).body.status;
  }
  // Half of the allowed number is kept, so that the account reaches its storage limit.
  if (number % 4 !== 0 || signal.aborted) await attacker.send('DELETE', `/runtime/backtests/${body.id}`);
}

/** Ways to fill the store. */
export const storageAttacks: readonly Attack[] = [
  {
    what: 'forged trades, as many as a run may have and more, kept and deleted',
    attackers: oneAndEight,
    secondsMin: FELT_SECONDS,
    missed: () => (isFull ? undefined : 'the quota was never reached'),
    goOn: async (attacker, signal) => {
      const lane = async (first: number) => {
        for (let number = first; !signal.aborted; number += LANES)
          await fill(attacker, number, signal).catch(() => sleep(10));
      };
      await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
    },
  },
];
