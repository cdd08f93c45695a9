import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { backtestRequest, daysAgo } from './strategies.js';

const CHECK = `query Check($framework: String!, $venue: String!, $symbols: [String!], $code: String!, $configJson: String) {
  strategyCheck(framework: $framework, venue: $venue, symbols: $symbols, code: $code, configJson: $configJson) {
    code findings { line text } } }`;

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'bad-input@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** The answer is the documented envelope with this status and code. */
function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, error: answer.body?.error }).toMatchObject({ status, error: { code } });
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(typeof answer.body.error.message).toBe('string');
  expect(answer.body.error.docs_url).toMatch(new RegExp(`/docs/errors/${code}$`));
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}

describe('a bad backtest request is refused by its documented code and leaves nothing behind', () => {
  const methods = ['populate_indicators', 'populate_entry_trend', 'populate_exit_trend']
    .map((name) => `    def ${name}(self, dataframe, metadata): return dataframe\n`)
    .join('');
  const strategyWith = (line: string) =>
    `from freqtrade.strategy import IStrategy\n${line}\nclass S(IStrategy):\n    timeframe = "1h"\n${methods}`;

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown field', { leverage: 3 }, 400, 'invalid_request'],
    ['a missing code', { code: undefined }, 400, 'invalid_request'],
    ['symbols of the wrong type', { symbols: 'BTC/USDC:USDC' }, 400, 'invalid_request'],
    ['no symbols', { symbols: [] }, 400, 'invalid_request'],
    ['an unknown symbol', { symbols: ['NOPE/USDC:USDC'] }, 400, 'invalid_request'],
    ["another framework's alias in symbols", { symbols: ['BTC-PERP.HYPERLIQUID'] }, 400, 'invalid_request'],
    ['a config that is no object', { config: [] }, 400, 'invalid_request'],
    ['a config key that the platform owns', { config: { fee: 0 } }, 400, 'config_invalid'],
    [
      'a pair whitelist other than symbols',
      { config: { exchange: { pair_whitelist: ['SOL/USDC:USDC'] } } },
      400,
      'config_invalid',
    ],
    ['an unknown framework', { framework: 'zipline' }, 400, 'invalid_request'],
    ['a venue that the framework has not', { venue: 'polymarket' }, 400, 'venue_not_supported'],
    ['a planned venue', { venue: 'binance', symbols: ['BTC/USDT'] }, 501, 'feature_not_available'],
    ['a range that ends before it starts', { range: { from: daysAgo(1), to: daysAgo(10) } }, 400, 'invalid_request'],
    ['a date that does not exist', { range: { from: '2025-02-30', to: daysAgo(1) } }, 400, 'invalid_request'],
    ['a range outside the coverage', { range: { from: '2015-01-01', to: '2015-02-01' } }, 400, 'data_unavailable'],
    ['a strategy that does not compile', { code: strategyWith('def broken(:') }, 400, 'strategy_invalid'],
    ['an import that is not there', { code: strategyWith('import pandas_ta') }, 400, 'strategy_invalid'],
    ['a file without a strategy', { code: 'x = 1\n' }, 400, 'strategy_invalid'],
    ['an unlisted image', { image_digest: `sha256:${'0'.repeat(64)}` }, 400, 'invalid_request'],
    ['code over its limit', { code: `#${'x'.repeat(300 * 1024)}\n` }, 413, 'payload_too_large'],
  ])('%s', async (_name, overrides, status, code) => {
    const before = await caller.send('GET', '/runtime/backtests');
    expectError(
      await caller.send('POST', '/runtime/backtests', backtestRequest(overrides), { 'idempotency-key': 'bad-input' }),
      status,
      code,
    );
    expect((await caller.send('GET', '/runtime/backtests')).body).toEqual(before.body);
  });

  test('the compile error names its line and the import its module', async () => {
    const compile = await caller.send('POST', '/runtime/backtests', backtestRequest({ code: 'x = 1\ndef broken(:\n' }));
    expect(compile.body.error.details).toEqual([expect.objectContaining({ line: 2, text: expect.any(String) })]);
    const imported = await caller.send(
      'POST',
      '/runtime/backtests',
      backtestRequest({ code: strategyWith('import pandas_ta') }),
    );
    expect(imported.body.error.details).toEqual([
      expect.objectContaining({ line: 2, text: expect.stringContaining('pandas_ta') }),
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a strategy that does not compile', { code: strategyWith('def broken(:') }],
    ['an import that is not there', { code: strategyWith('import pandas_ta') }],
    ['a config key that the platform owns', { config: { fee: 0 } }],
  ])('%s is found before it is submitted, as the refusal has it', async (_name, overrides) => {
    const request = backtestRequest(overrides);
    const { error } = (await caller.send('POST', '/runtime/backtests', request)).body;
    const { config, range: _range, ...written } = request;
    const { body } = await caller.query(CHECK, { ...written, configJson: JSON.stringify(config) });
    expect(body).toEqual({ data: { strategyCheck: { code: error.code, findings: error.details } } });
    expect(error.details).not.toEqual([]);
  });

  test('of a strategy that can run the check finds nothing, and without a credential there is none', async () => {
    const { config: _config, range: _range, ...written } = backtestRequest();
    const { body } = await caller.query(CHECK, written);
    expect(body).toEqual({ data: { strategyCheck: { code: null, findings: [] } } });
    const response = await fetch(caller.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CHECK, variables: written }),
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'unauthorized' } }] });
  });

  test('invalid JSON, another media type, and more than a megabyte', async () => {
    expectError(await caller.send('POST', '/runtime/backtests', '{"framework":'), 400, 'invalid_request');
    expectError(
      await caller.send('POST', '/runtime/backtests', 'a=1', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    );
    expectError(
      await caller.send('POST', '/runtime/backtests', backtestRequest({ code: 'x'.repeat(1_100_000) })),
      413,
      'payload_too_large',
    );
  });
});

describe('one key, one request', () => {
  test('a second body under the key is a conflict; the same body gets the first answer, marked as replayed', async () => {
    const headers = { 'idempotency-key': 'one-key' };
    const first = await caller.send('POST', '/runtime/backtests', backtestRequest(), headers);
    expect(first.status).toBe(202);
    const again = await caller.send('POST', '/runtime/backtests', backtestRequest(), headers);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([202, first.body, 'true']);
    expectError(
      await caller.send('POST', '/runtime/backtests', backtestRequest({ config: { max_open_trades: 1 } }), headers),
      409,
      'idempotency_key_conflict',
    );
    expect((await caller.untilEnded(first.body.id)).status).toBe('finished');
  }, 180_000);

  test.each(['with space', 'x'.repeat(256), '\u00e9'])('the key %j is refused', async (key) => {
    expectError(
      await caller.send('POST', '/runtime/backtests', backtestRequest(), { 'idempotency-key': key }),
      400,
      'idempotency_key_required',
    );
  });
});

describe('lists and reads', () => {
  test('a limit out of range, an unknown parameter and a cursor from another list are refused', async () => {
    for (const limit of ['0', '101', 'x', '1.5'])
      expectError(await caller.send('GET', `/runtime/backtests?limit=${limit}`), 400, 'invalid_request');
    expectError(await caller.send('GET', '/runtime/backtests?sort=asc'), 400, 'invalid_request');
    const markets = await caller.send('GET', '/context/markets?limit=1');
    expect(markets.body.next_cursor).toEqual(expect.any(String));
    expectError(
      await caller.send('GET', `/runtime/backtests?cursor=${markets.body.next_cursor}`),
      400,
      'invalid_cursor',
    );
    expectError(
      await caller.send('GET', `/context/markets?limit=1&query=x&cursor=${markets.body.next_cursor}`),
      400,
      'invalid_cursor',
    );
  });

  test("another account's backtest is not found, and neither is an unknown one", async () => {
    const other = await Caller.register(platform, 'other@example.com');
    const { body } = await caller.send('POST', '/runtime/backtests', backtestRequest());
    for (const path of [
      `/runtime/backtests/${body.id}`,
      `/runtime/backtests/${body.id}/logs`,
      '/runtime/backtests/bt_unknown',
    ]) {
      expectError(await other.send('GET', path), 404, 'backtest_not_found');
    }
    expectError(await other.send('DELETE', `/runtime/backtests/${body.id}`), 404, 'backtest_not_found');
    expect((await caller.send('GET', `/runtime/backtests/${body.id}`)).status).toBe(200);
  });

  test('a framework alias where the canonical symbol belongs names the candidate', async () => {
    const answer = await caller.send(
      'GET',
      '/context/candles?venue=hyperliquid&symbol=BTC-PERP.HYPERLIQUID&timeframe=1h',
    );
    expectError(answer, 400, 'symbol_not_canonical');
    expect(JSON.stringify(answer.body.error.details)).toContain('BTC/USDC:USDC');
  });

  test('an unknown route, and a method that a route has not', async () => {
    expectError(await caller.send('GET', '/nowhere'), 404, 'not_found');
    const answer = await caller.send('PUT', '/runtime/backtests');
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toMatch(/GET/);
  });
});

describe('credentials', () => {
  test('no key, a wrong key, and a key where a session belongs', async () => {
    expectError(await send(caller.baseUrl, 'GET', '/runtime/backtests'), 401, 'unauthorized');
    expectError(
      await send(caller.baseUrl, 'GET', '/runtime/backtests', { headers: { 'x-api-key': 'tp_wrong' } }),
      401,
      'unauthorized',
    );
    expectError(await caller.send('GET', '/account/keys'), 401, 'unauthorized');
  });

  test.each([
    ['no permissions', { permissions: [] }, 'permissions'],
    ['a name that reads backwards', { name: 'bot\u202etob' }, 'name'],
  ])('a key with %s is not minted', async (_what, wanted, path) => {
    const refused = await caller.sendAsSession('POST', '/account/keys', wanted);
    expectError(refused, 400, 'invalid_request');
    expect(refused.body.error.details).toEqual([{ path, message: expect.stringMatching(/^must /) }]);
  });

  test('a revoked key stops working within seconds and a read key can not write', async () => {
    const minted = await caller.sendAsSession('POST', '/account/keys', { name: 'reader', permissions: ['read'] });
    expect(minted.status).toBe(201);
    const key = { 'x-api-key': minted.body.api_key };
    expect((await caller.send('GET', '/runtime/backtests', undefined, key)).status).toBe(200);
    expectError(
      await caller.send('POST', '/runtime/backtests', backtestRequest(), key),
      403,
      'insufficient_permissions',
    );
    expect((await caller.sendAsSession('DELETE', `/account/keys/${minted.body.key_id}`)).body).toEqual({
      status: 'revoked',
    });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expectError(await caller.send('GET', '/runtime/backtests', undefined, key), 401, 'unauthorized');
  });
});
