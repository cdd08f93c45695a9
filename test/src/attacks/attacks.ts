import { attack, overreaching } from '../end-to-end/hostile-strategies.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import { type Attack, aliases, asking, running } from './attack.js';
import { bulk } from './bulk.js';
import { slotAttacks } from './slots.js';
import { storageAttacks } from './storage.js';

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
  ...bulk,
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
  ...slotAttacks,
  ...storageAttacks,
];
