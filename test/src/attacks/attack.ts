import { setTimeout as sleep } from 'node:timers/promises';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Caller } from '../platform/caller.js';

/** An attack of one customer on the platform until the signal; it is repeated as soon as it is over. */
export interface Attack {
  readonly what: string;
  /** The numbers of concurrent accounts, one test per number. Default: one. */
  readonly attackers?: readonly number[];
  /**
   * Its shortest duration, so that it would be felt: the honest customer's backtest must end before it does. Default: as long as the
   * others, and nothing of the kind.
   */
  readonly secondsMin?: number;
  /** Returns why the attack had no effect, for example because it was refused at once; undefined where it had. */
  readonly missed?: () => unknown;
  goOn(attacker: Caller, signal: AbortSignal): Promise<void>;
}

/**
 * A few times what the honest backtest takes beside as many honest ones. Attacks on slots never free one by themselves: a customer who
 * waits for a slot until they are over waits for longer than this.
 */
export const FELT_SECONDS = 60;

/** One account, and as many as one customer can easily open. */
export const oneAndEight: readonly number[] = [1, 8];

/** Repeats something in so many lanes. A refusal does not matter, only that there was an answer. */
async function repeat(signal: AbortSignal, lanes: number, once: (number: number) => Promise<unknown>): Promise<void> {
  const lane = async (number: number) => {
    for (let round = 0; !signal.aborted; round += 1) {
      await once(number + round * lanes).catch(() => undefined);
      await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
}

/** Runs these freqtrade strategies one after another, deleting each when it has ended, or when the attack is over. */
export function running(what: string, ...strategies: readonly string[]): Attack {
  return submitting(what, ...strategies.map((code) => backtestRequest({ code })));
}

/** Sends these backtests one after another, deleting each when it has ended, or when the attack is over. */
export function submitting(what: string, ...requests: readonly object[]): Attack {
  let refused: unknown;
  return {
    what,
    missed: () => refused,
    goOn: (attacker, signal) =>
      repeat(signal, 3, async (number) => {
        const { status, body } = await attacker.send('POST', '/runtime/backtests', requests[number % requests.length]);
        if (status === 400) refused = body.error;
        while (!signal.aborted && !(await hasEnded(attacker, body.id))) await sleep(200);
        await attacker.send('DELETE', `/runtime/backtests/${body.id}`);
      }),
  };
}

async function hasEnded(caller: Caller, id: string): Promise<boolean> {
  const { body } = await caller.send('GET', `/runtime/backtests/${id}`);
  return body.status === 'finished' || body.status === 'error';
}

/** Sends requests as fast as they are answered. */
export function asking(
  what: string,
  lanes: number,
  ask: (attacker: Caller, number: number) => Promise<unknown>,
): Attack {
  return { what, goOn: (attacker, signal) => repeat(signal, lanes, (number) => ask(attacker, number)) };
}

/** Returns so many fields, each with its own name. */
export const aliases = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ');
