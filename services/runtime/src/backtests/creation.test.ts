import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import type { CheckStrategyRequest, CreateBacktestRequest } from '@platform/protos/runtime';
import type { Connection } from '@platform/store/mongo';
import {
  ANY_MARKET,
  buildDomain,
  DIGEST,
  emptyDatabase,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  testLimits,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { inputsModel } from '../records/inputs.js';
import { backtestModel } from '../records/record.js';
import type { HistoryRequest } from './market-data.js';

const call = { accountId: 'acc_1', requestId: 'r1', isGivenUp: () => false };
const DAY_MS = 86_400_000;
let connection: Connection;
let framework: ScriptedFramework;

beforeAll(async () => {
  connection = await openDatabase('creation');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  framework = new ScriptedFramework();
});

afterAll(() => connection.close());

function build(overrides: Parameters<typeof buildDomain>[1] = {}) {
  return buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]), ...overrides });
}

function ofNautilus(overrides: Partial<CreateBacktestRequest>): Partial<CreateBacktestRequest> {
  return { framework: 'nautilus', symbols: ['BTC-PERP.HYPERLIQUID'], ...overrides };
}

test('a range of timestamps is read to the millisecond, and shown as it was sent', async () => {
  framework.timestamps = true;
  const { creation } = await build({ frameworks: new Map([['nautilus', [framework]]]) });
  const range = { from: '2026-01-01T12:30:00.250+02:00', to: '2026-01-02' };
  const request = validRequest(ofNautilus({ rangeFrom: range.from, rangeTo: range.to }));
  const { backtest } = await creation.create(request, call);
  expect(backtest).toMatchObject({ range, canonicalSymbols: ['BTC/USDC:USDC'] });
  expect(await inputsModel(connection).findById(backtest._id).lean()).toMatchObject({
    fromMs: Date.UTC(2026, 0, 1, 10, 30, 0, 250),
    toMs: Date.UTC(2026, 0, 2),
  });
});

test.each([
  ['hyperliquid', 'KPEPE-PERP.HYPERLIQUID', 'KPEPE/USDC:USDC'],
  ['lighter', '1000PEPE-PERP.LIGHTER', '1000PEPE-PERP.LIGHTER'],
  ['polymarket', `${'7'.repeat(77)}.POLYMARKET`, `${'7'.repeat(77)}.POLYMARKET`],
])('on %s nautilus is given %s for %s, and the history of it', async (venue, alias, canonical) => {
  const asked: unknown[] = [];
  const marketData = {
    ...ANY_MARKET,
    resolve: async (request: HistoryRequest) => {
      asked.push(request);
      return { candles: [], instruments: [], release: 'r1' };
    },
  };
  const { creation } = await build({ frameworks: new Map([['nautilus', [framework]]]), marketData });
  const request = validRequest(ofNautilus({ venue, symbols: [alias] }));
  const { backtest } = await creation.create(request, call);
  expect(backtest).toMatchObject({ venue, symbols: [alias], canonicalSymbols: [canonical], release: 'r1' });
  expect(asked).toMatchObject([{ venue, canonicalSymbols: [canonical], tables: [{ symbol: alias }] }]);
});

describe('a request that can not run', () => {
  test.each<[string, Partial<CreateBacktestRequest>, string, unknown]>([
    ['unknown framework', { framework: 'zipline' }, 'invalid_request', 'framework'],
    ['unknown venue', { venue: 'nasdaq' }, 'invalid_request', 'venue'],
    ['pair that does not exist', { venue: 'polymarket' }, 'venue_not_supported', undefined],
    ['pair that is planned', { venue: 'binance', symbols: ['BTC/USDT'] }, 'feature_not_available', undefined],
    [
      'framework that this process has not',
      { framework: 'nautilus', symbols: ['BTC-PERP.HYPERLIQUID'] },
      'feature_not_available',
      undefined,
    ],
    ['canonical symbol for nautilus', { framework: 'nautilus' }, 'invalid_request', 'symbols.0'],
    [
      "the venue's own name for nautilus",
      ofNautilus({ symbols: ['kPEPE-PERP.HYPERLIQUID'] }),
      'invalid_request',
      'symbols.0',
    ],
    ["another venue's alias", ofNautilus({ venue: 'lighter' }), 'invalid_request', 'symbols.0'],
    ['nautilus alias for freqtrade', { symbols: ['BTC-PERP.HYPERLIQUID'] }, 'invalid_request', 'symbols.0'],
    ['another spelling', { symbols: ['BTC/USDC:USDC', 'ETH/USDT'] }, 'invalid_request', 'symbols.1'],
    ['symbol named twice', { symbols: ['BTC/USDC:USDC', 'BTC/USDC:USDC'] }, 'invalid_request', 'symbols'],
    ['no symbol', { symbols: [] }, 'invalid_request', 'symbols'],
    ['empty code', { code: '' }, 'invalid_request', 'code'],
    ['code above 256 KiB', { code: '#'.repeat(256 * 1024 + 1) }, 'payload_too_large', 'code'],
    ['config above 64 KiB', { configJson: JSON.stringify({ a: 'x'.repeat(65_536) }) }, 'payload_too_large', 'config'],
    ['config that is no object', { configJson: '[]' }, 'invalid_request', 'config'],
    ['config that is no JSON', { configJson: '{' }, 'invalid_request', 'config'],
    ['a field of config twice', { configJson: '{"a": [{"b": 1, "b": 2}]}' }, 'invalid_request', 'config.a.0.b'],
    ['unsafe integer', { configJson: '{"a": [9007199254740993]}' }, 'invalid_request', 'config'],
    ['deep config', { configJson: `${'{"a":'.repeat(40)}1${'}'.repeat(40)}` }, 'invalid_request', 'config'],
    ['timestamp for freqtrade', { rangeFrom: '2026-01-01T00:00:00Z' }, 'invalid_request', 'range.from'],
    ['timestamp without a zone', ofNautilus({ rangeFrom: '2026-01-01T00:00:00' }), 'invalid_request', 'range.from'],
    ['timestamp finer than ms', ofNautilus({ rangeTo: '2026-02-01T00:00:00.0001Z' }), 'invalid_request', 'range.to'],
    ['timestamp of no day', ofNautilus({ rangeTo: '2026-02-30T00:00:00Z' }), 'invalid_request', 'range.to'],
    [
      'range turned round by its zones',
      ofNautilus({ rangeFrom: '2026-02-01T00:00:00-01:00', rangeTo: '2026-02-01T01:00:00Z' }),
      'invalid_request',
      'range.to',
    ],
    ['no such day', { rangeTo: '2026-02-30' }, 'invalid_request', 'range.to'],
    ['range turned round', { rangeFrom: '2026-02-01', rangeTo: '2026-02-01' }, 'invalid_request', 'range.to'],
    ['digest of another shape', { imageDigest: 'latest' }, 'invalid_request', 'image_digest'],
    ['digest that is not listed', { imageDigest: DIGEST.replace('a', 'b') }, 'invalid_request', 'image_digest'],
    ['config with half a character', { configJson: '{"a": ["\\ud83d"]}' }, 'invalid_request', 'config'],
    ['config with half a character in a name', { configJson: '{"\\ude00": 1}' }, 'invalid_request', 'config'],
    ['class that is no identifier', { strategyClass: 'My Strategy' }, 'invalid_request', 'strategy_class'],
    ['class that begins with a digit', { strategyClass: '2Fast' }, 'invalid_request', 'strategy_class'],
    ['class without a name', { strategyClass: '' }, 'invalid_request', 'strategy_class'],
    ['class of 101 characters', { strategyClass: 'S'.repeat(101) }, 'invalid_request', 'strategy_class'],
    ['check that there is none of', { checks: ['backtest'] }, 'invalid_request', 'checks.0'],
    ['check named twice', { checks: ['lookahead', 'lookahead'] }, 'invalid_request', 'checks'],
    ["check that the framework doesn't make", { checks: ['recursive'] }, 'invalid_request', 'checks.0'],
    ['malformed key', { idempotencyKey: 'a b' }, 'idempotency_key_required', undefined],
  ])('%s', async (_case, overrides, code, path) => {
    const { creation } = await build();
    const error: unknown = await creation.create(validRequest(overrides), call).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code });
    if (path !== undefined) expect((error as PlatformError).details).toMatchObject([{ path }]);
    expect(await backtestModel(connection).countDocuments()).toBe(0);
  });

  test.each([
    ['strategy_invalid', 3, "No module named 'pandas_ta'"],
    ['config_invalid', null, 'exchange.key is owned by the platform'],
  ] as const)('%s is refused with its findings before anything is queued', async (kind, line, text) => {
    framework.validation = { kind, findings: [{ line, text }] };
    const { creation } = await build();
    await expect(creation.create(validRequest(), call)).rejects.toMatchObject({
      code: kind,
      details: [{ line, text }],
    });
    expect(await inputsModel(connection).countDocuments()).toBe(0);
  });
});

describe('an idempotency key', () => {
  test('makes a hundred requests at once one backtest that was checked once', async () => {
    const { creation } = await build();
    const request = validRequest({ idempotencyKey: 'key' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => creation.create(request, call)));
    expect(new Set(answers.map(({ backtest }) => backtest._id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(framework.validations).toBe(1);
    expect(await backtestModel(connection).countDocuments()).toBe(1);
  });

  test('repeats the first answer although the request would be refused now', async () => {
    const { creation, store } = await build();
    const request = validRequest({ idempotencyKey: 'key' });
    const first = await creation.create(request, call);
    await store.delete(call.accountId, first.backtest._id);
    framework.validation = { kind: 'strategy_invalid', findings: [] };
    const again = await creation.create(request, call);
    expect(again).toEqual({ backtest: first.backtest, replayed: true });
    expect(again.backtest.status).toBe('queued');
  });

  test('refuses another request for 24 hours, and knows nothing of other accounts', async () => {
    const clock = new ManualClock(1_760_000_000_000);
    const { creation } = await build({ clock });
    await creation.create(validRequest({ idempotencyKey: 'key' }), call);
    const other = validRequest({ idempotencyKey: 'key', rangeTo: '2026-03-01' });
    await expect(creation.create(other, call)).rejects.toMatchObject({ code: 'idempotency_key_conflict' });
    await expect(creation.create(other, { ...call, accountId: 'acc_2' })).resolves.toMatchObject({ replayed: false });
    clock.advance(DAY_MS);
    await expect(creation.create(other, call)).resolves.toMatchObject({ replayed: false });
  });

  test('is free again after a refusal', async () => {
    const { creation } = await build();
    framework.validation = { kind: 'strategy_invalid', findings: [] };
    const request = validRequest({ idempotencyKey: 'key' });
    await expect(creation.create(request, call)).rejects.toMatchObject({ code: 'strategy_invalid' });
    framework.validation = { kind: 'valid' };
    await expect(creation.create(request, call)).resolves.toMatchObject({ replayed: false });
  });
});

test('an account has as many waiting backtests as it may, and not one more', async () => {
  const limits = { ...testLimits, queuedBacktests: 5 };
  const { creation } = await build({ limits });
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => creation.create(validRequest(), call)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = attempts.find((attempt) => attempt.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'rate_limited', details: { limit: 'queued_backtests', maximum: 5 } });
  await expect(creation.create(validRequest(), { ...call, accountId: 'acc_2' })).resolves.toMatchObject({});
});

test('strategies of one account that take long to check keep no other account waiting', async () => {
  const { creation } = await build();
  const ends: (() => void)[] = [];
  framework.validate = (source) =>
    new Promise((resolve) => {
      const end = () => resolve({ kind: 'valid' });
      if (source.code.startsWith('# slow')) ends.push(end);
      else end();
    });
  const slow = Array.from({ length: 20 }, (_, index) =>
    creation.create({ ...validRequest(), code: `# slow ${index}` }, { ...call, accountId: 'acc_slow' }),
  );
  await expect(creation.create(validRequest(), call)).resolves.toMatchObject({ replayed: false });
  expect(ends).toHaveLength(2);
  while (ends.length < slow.length) {
    for (const end of ends) end();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const end of ends) end();
  await Promise.all(slow);
});

test('what its caller has given up is not queued, nor checked when its turn comes', async () => {
  const { creation } = await build();
  let isGivenUp = false;
  framework.validate = async () => {
    isGivenUp = true;
    return { kind: 'valid' };
  };
  const impatient = { ...call, isGivenUp: () => isGivenUp };
  await expect(creation.create(validRequest(), impatient)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(await backtestModel(connection).countDocuments()).toBe(0);
  await expect(creation.create(validRequest(), impatient)).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('an unknown market and a range without data are refused by the market data', async () => {
  const unavailable = new PlatformError('data_unavailable', { details: { coverage: [] } });
  const { creation } = await build({ marketData: { ...ANY_MARKET, resolve: () => Promise.reject(unavailable) } });
  await expect(creation.create(validRequest(), call)).rejects.toMatchObject({ code: 'data_unavailable' });
  expect(await backtestModel(connection).countDocuments()).toBe(0);
});

test.each([
  ['none', false, false],
  ['told', true, true],
  ['applied', true, false],
] as const)('where funding is %s, it is asked for: %s, and may lack: %s', async (use, funding, fundingMayLack) => {
  framework.funding = use;
  const asked: HistoryRequest[] = [];
  const marketData = {
    ...ANY_MARKET,
    resolve: async (request: HistoryRequest) => {
      asked.push(request);
      return { candles: [], instruments: [] };
    },
  };
  const { creation } = await build({ marketData });
  await creation.create(validRequest(), call);
  expect(asked).toMatchObject([{ funding, fundingMayLack }]);
});

test('a refusal for a table without stored rows says what it was needed for', async () => {
  const hint = 'Candles of 7m are made of those of 1m.';
  framework.tables = async ({ symbols: [symbol = ''] }) => [
    { symbol, timeframe: '1h' },
    { symbol, timeframe: '1m', hint },
  ];
  const covered = { from: '2025-01-01T00:00:00.000Z', to: '2025-01-02T00:00:00.000Z' };
  const refusedFor = async (table: string, coverage: object | null = null) => {
    const details = { symbol: 'BTC/USDC:USDC', table, coverage };
    const unavailable = new PlatformError('data_unavailable', { message: 'No candles are stored.', details });
    const { creation } = await build({ marketData: { ...ANY_MARKET, resolve: () => Promise.reject(unavailable) } });
    return creation.create(validRequest(), call).catch(({ message, details }: PlatformError) => ({ message, details }));
  };
  expect(await refusedFor('candles_1m')).toEqual({
    message: `No candles are stored. ${hint}`,
    details: { symbol: 'BTC/USDC:USDC', table: 'candles_1m', coverage: null },
  });
  expect(await refusedFor('candles_1m', covered)).toMatchObject({ message: 'No candles are stored.' });
  expect(await refusedFor('candles_1h')).toMatchObject({ message: 'No candles are stored.' });
});

test('while the framework is being provisioned a backtest waits unchecked', async () => {
  framework.status = 'provisioning';
  framework.validation = { kind: 'strategy_invalid', findings: [] };
  const { creation } = await build();
  await expect(creation.create(validRequest(), call)).resolves.toMatchObject({ backtest: { status: 'queued' } });
  expect(framework.validations).toBe(0);
});

test.each(['Second', '_Second2', 'Stratégie', 'S'.repeat(100)])(
  'the class %s is what is checked and run',
  async (name) => {
    const seen: unknown[] = [];
    framework.run = async ({ source }) => {
      seen.push(source.strategyClass);
      return FINISHED;
    };
    framework.validate = async ({ strategyClass }) => {
      seen.push(strategyClass);
      return { kind: 'valid' };
    };
    const { creation, workers } = await build();
    await creation.create(validRequest({ strategyClass: name }), call);
    await workers.start();
    await untilStatuses(connection, { finished: 1 });
    await workers.close();
    expect(seen).toEqual([name, name]);
  },
);

describe('a strategy that is only checked', () => {
  const written = (overrides: Partial<CheckStrategyRequest> = {}): CheckStrategyRequest => {
    const { framework, venue, symbols, code, configJson } = validRequest();
    return { framework, venue, symbols, code, configJson, ...overrides };
  };

  test('has the findings that its backtest is refused with, and nothing is queued', async () => {
    const { creation } = await build();
    expect(await creation.check(written(), call)).toBeUndefined();
    for (const kind of ['strategy_invalid', 'config_invalid'] as const) {
      const findings = [{ line: 3, text: 'No module named pandas_ta' }];
      framework.validation = { kind, findings };
      await expect(creation.create(validRequest(), call)).rejects.toMatchObject({ code: kind, details: findings });
      expect(await creation.check(written(), call)).toEqual({ kind, findings });
    }
    expect(await backtestModel(connection).countDocuments()).toBe(0);
  });

  test('may name no market yet', async () => {
    const { creation } = await build();
    expect(await creation.check(written({ symbols: [] }), call)).toBeUndefined();
  });

  test.each<[string, Partial<CheckStrategyRequest>, string]>([
    ['code above 256 KiB', { code: '#'.repeat(256 * 1024 + 1) }, 'payload_too_large'],
    ['no code', { code: '' }, 'invalid_request'],
    ['another spelling of a market', { symbols: ['ETH/USDT'] }, 'invalid_request'],
    ['a venue that the framework has not', { venue: 'polymarket' }, 'venue_not_supported'],
    ['a digest that is not listed', { imageDigest: DIGEST.replace('a', 'b') }, 'invalid_request'],
  ])('is refused with %s, and the framework is not asked', async (_case, overrides, code) => {
    const { creation } = await build();
    await expect(creation.check(written(overrides), call)).rejects.toMatchObject({ code });
    expect(framework.validations).toBe(0);
  });

  test('is not checked, nor found good, while its framework is not installed', async () => {
    framework.status = 'on_demand';
    const { creation } = await build();
    await expect(creation.check(written(), call)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect([framework.validations, framework.installations]).toEqual([0, 0]);
  });

  test('leaves its account a check of what it submits, and waits with few others', async () => {
    const { creation } = await build();
    const ends: (() => void)[] = [];
    framework.validate = ({ code }) =>
      new Promise((resolve) => {
        const end = () => resolve({ kind: 'valid' });
        if (code.startsWith('# typed')) ends.push(end);
        else end();
      });
    const typed = Array.from({ length: 12 }, (_, index) => creation.check(written({ code: `# typed ${index}` }), call));
    const settled = Promise.allSettled(typed);
    await expect(creation.create(validRequest(), call)).resolves.toMatchObject({ replayed: false });
    expect(ends).toHaveLength(1);
    for (let ended = 0; ended < 10; ended += 1) {
      while (ends.length <= ended) await new Promise((resolve) => setTimeout(resolve, 5));
      ends[ended]?.();
    }
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'rate_limited' } }, { reason: { code: 'rate_limited' } }]);
  });
});

test('two requests that name different classes are two requests', async () => {
  const { creation } = await build();
  await creation.create(validRequest({ idempotencyKey: 'key', strategyClass: 'One' }), call);
  const other = validRequest({ idempotencyKey: 'key', strategyClass: 'Two' });
  await expect(creation.create(other, call)).rejects.toMatchObject({ code: 'idempotency_key_conflict' });
});
