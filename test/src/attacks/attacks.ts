import { setTimeout as sleep } from 'node:timers/promises';
import { attack, overreaching } from '../end-to-end/hostile-strategies.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import type { Answer, Caller } from '../platform/caller.js';

/** What one customer does to the platform until the signal; each is repeated as soon as it is over. */
export interface Attack {
  readonly what: string;
  goOn(attacker: Caller, signal: AbortSignal): Promise<void>;
}

/** What refused the attack does not matter, only that somebody answered. */
async function repeat(signal: AbortSignal, lanes: number, once: (number: number) => Promise<unknown>): Promise<void> {
  const lane = async (number: number) => {
    for (let round = 0; !signal.aborted; round += 1) {
      await once(number + round * lanes).catch(() => undefined);
      await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
}

/** Runs these strategies one after another, deleting each when it has ended, or when the attack is over. */
function running(what: string, ...strategies: readonly string[]): Attack {
  return {
    what,
    goOn: (attacker, signal) =>
      repeat(signal, 3, async (number) => {
        const code = strategies[number % strategies.length];
        const { body } = await attacker.send('POST', '/runtime/backtests', backtestRequest({ code }));
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
function asking(what: string, lanes: number, ask: (attacker: Caller, number: number) => Promise<Answer>): Attack {
  return { what, goOn: (attacker, signal) => repeat(signal, lanes, (number) => ask(attacker, number)) };
}

const aliases = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ');

const speaking = (text: string) =>
  attack(
    'frame = sys._getframe()',
    'while "channel" not in frame.f_locals: frame = frame.f_back',
    'channel = frame.f_locals["channel"]',
    `rest = memoryview((${text}).encode() + b"\\n")`,
    'while rest: rest = rest[os.write(channel._frames, rest):]',
  );

const columns = '{ t open high low close volume }';
const candles = `candles(venue: "hyperliquid", symbol: "BTC/USDC:USDC", timeframe: "1m", first: $first) ${columns}`;

/** A file that costs a parser much: many classes, deep nesting, many names. */
const costlyToRead = [
  `${Array.from({ length: 9_000 }, (_, index) => `class C${index}: pass`).join('\n')}\n`,
  `x = ${'('.repeat(200)}${')'.repeat(200)}\n${'a = a + a\n'.repeat(15_000)}`,
  `x = ${'-'.repeat(100_000)}1\n`,
  `x = [${'1,'.repeat(120_000)}]\n`,
];

/** One account's ways to keep the others from the platform. */
export const attacks: readonly Attack[] = [
  running(
    'results of 75 MB of small things, and forged ones',
    speaking(`'{"kind":"finished","x":[0' + ',{}' * 25_000_000 + ']}'`),
    speaking(`'{"kind":"started"}\\n' * 3_000_000`),
    speaking(`'{"kind":"finished","result":{}}'`),
  ),
  running(
    'memory, processes, files and lines without end',
    ...overreaching.map(([, , code]) => code),
    attack('x = []', 'while True: x.append(bytearray(b"x") * 2 ** 24)'),
    attack('n = 0', 'while True:', '    os.mknod(f"/job/{n}")', '    n += 1'),
  ),
  running('both cores', attack('while True: pass')),
  asking('documents that multiply', 8, (attacker, number) =>
    number % 2 === 0
      ? attacker.query(`query ($first: Int!) { ${aliases(14, () => candles)} }`, { first: 5_000 })
      : attacker.query(
          `query ($first: Int!) { markets(query: "hyperliquid", first: $first) { edges { node { symbol
            candles(timeframe: "1h", first: $first) ${columns} } } } }`,
          { first: 100 },
        ),
  ),
  asking('the most that a document may cost', 8, (attacker) =>
    attacker.query(`query ($first: Int!) { ${aliases(5, () => candles)} }`, { first: 5_000 }),
  ),
  asking('lists as long as they come', 16, (attacker, number) =>
    number % 2 === 0
      ? attacker.send('GET', '/runtime/backtests?limit=100')
      : attacker.query(
          '{ backtests(first: 100) { edges { node { id result { equityCurve { t equity } data { tables { objects } } } } } } }',
        ),
  ),
  asking('strategies that are costly to check', 16, (attacker, number) =>
    attacker.send(
      'POST',
      '/runtime/backtests',
      backtestRequest({ code: `# ${number}\n${costlyToRead[number % costlyToRead.length]}` }),
    ),
  ),
];
