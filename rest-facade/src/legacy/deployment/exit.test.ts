import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { Ask } from '../../routes/route.js';
import { exitRow } from './exit.js';
import { sendAll } from './exit-actions.js';
import { actionsOf, type ExitAction, priceText } from './exit-plan.js';
import { trees } from './tree.js';

const ETH = { symbol: 'ETH/USDC:USDC', venueNumber: 1, tickSize: '0.1', ticker: { mark: 2_000 } };
const BTC = { symbol: 'BTC/USDC:USDC', venueNumber: 0, tickSize: '1', ticker: { mark: 97_123.4 } };

describe('a price as the venue takes it', () => {
  test.each([
    [1_900, '0.1', '1900.0'],
    [92_267.23, '1', '92267'],
    [104.4753, '0.001', '104.480'],
    [0.000012345678, '0.000001', '0.000012'],
    [2.41234, '0.0001', '2.4123'],
    [1_234_567, '1', '1234600'],
  ])('%d at a step of %s is %s', (price, tick, shown) => {
    expect(priceText(price, tick)).toBe(shown);
  });
});

describe('the actions of an exit', () => {
  test('cancel what rests in its markets, then close what is held there, and touch no other market', () => {
    const actions = actionsOf({
      markets: [BTC, ETH, null],
      positions: [
        { symbol: ETH.symbol, side: 'long', size: '0.02' },
        { symbol: 'SOL/USDC:USDC', side: 'long', size: '5' },
        { symbol: BTC.symbol, side: 'short', size: '0.001' },
      ],
      openOrders: [
        { id: '11', symbol: ETH.symbol },
        { id: '12', symbol: ETH.symbol },
        { id: '13', symbol: 'SOL/USDC:USDC' },
      ],
    });
    const ioc = { limit: { tif: 'Ioc' } };
    expect(actions.map(({ kind, action }) => [kind, action])).toEqual([
      [
        'cancel',
        {
          type: 'cancel',
          cancels: [
            { a: 1, o: 11 },
            { a: 1, o: 12 },
          ],
        },
      ],
      [
        'close',
        { type: 'order', orders: [{ a: 0, b: true, p: '101980', s: '0.001', r: true, t: ioc }], grouping: 'na' },
      ],
      [
        'close',
        { type: 'order', orders: [{ a: 1, b: false, p: '1900.0', s: '0.02', r: true, t: ioc }], grouping: 'na' },
      ],
    ]);
  });

  test('are refused where the number or the price of a market is not known', () => {
    const held = { positions: [{ symbol: ETH.symbol, side: 'long' as const, size: '1' }], openOrders: [] };
    for (const market of [
      { ...ETH, venueNumber: null },
      { ...ETH, ticker: null },
    ])
      expect(() => actionsOf({ ...held, markets: [market] })).toThrow(
        expect.objectContaining({ code: 'context_upstream_unavailable' }),
      );
  });
});

describe('what the venue did', () => {
  const close = (symbol: string, size = '1'): ExitAction => ({ kind: 'close', symbol, action: { symbol, size }, size });
  const cancel: ExitAction = { kind: 'cancel', symbol: 'A', action: { o: [1, 2] }, orders: 2 };
  const result = (...statuses: unknown[]) => JSON.stringify({ status: 'ok', response: { data: { statuses } } });
  const keys: string[] = [];
  const sending = (outcomes: readonly (string | null | PlatformError)[]): Ask => {
    const left = [...outcomes];
    return async (_operation, variables) => {
      keys.push(Object(variables).input.idempotencyKey);
      const outcome = left.shift() ?? null;
      if (outcome instanceof PlatformError) throw outcome;
      return { submitExecution: { execution: { status: 'succeeded', resultJson: outcome } } } as never;
    };
  };
  const venue = 'hyperliquid';

  test('is counted by order, and what is filled in part or not known is left', async () => {
    const outcomes = [
      result('success', { error: 'Order was never placed' }),
      result({ filled: { totalSz: '1.0' } }),
      result({ filled: { totalSz: '0.4' } }),
      null,
    ];
    const done = await sendAll(
      [cancel, close('A'), close('B'), close('C')],
      { venue, cause: ['d'] },
      sending(outcomes),
    );
    expect(done).toEqual({ orders_cancelled: 1, positions_closed: 1, positions_left: 2 });
  });

  test('is told of a refusal, which keeps no other action back', async () => {
    const refusal = new PlatformError('exchange_rejected', { details: { exchange_error: 'no' } });
    const outcomes = [refusal, result({ filled: { totalSz: '1' } })];
    await expect(sendAll([close('A'), close('B')], { venue, cause: ['d'] }, sending(outcomes))).rejects.toMatchObject({
      code: 'exchange_rejected',
      details: { exchange_error: 'no', positions_closed: 1 },
    });
  });

  test('is asked for under one key per cause and action', async () => {
    keys.length = 0;
    for (const cause of [
      ['d', 'k1'],
      ['d', 'k1'],
      ['d', 'k2'],
    ])
      await sendAll([close('A'), close('B')], { venue, cause }, sending([]));
    const [a, b, again, , other] = keys;
    expect([again, new Set([a, b, other]).size]).toEqual([a, 3]);
    expect(a).toMatch(/^legacy-exit-[0-9a-f]{64}$/);
  });
});

describe('an exit', () => {
  const deployment = {
    id: 'dpl_1',
    status: 'stopped',
    mode: 'live',
    venue: 'hyperliquid',
    startedAt: null,
    symbols: ['A'],
  };
  const running = (symbols: string[]) => ({ deployments: { edges: [{ node: { id: 'dpl_2', symbols } }] } });
  const exit = (change: object, others: object = running([])) => {
    const answers: Readonly<Record<string, unknown>> = {
      LegacyGetDeploymentToExit: { deployment: { ...deployment, ...change } },
      LegacyListRunningDeployments: others,
      LegacyGetDeploymentHoldings: { wallet: { positions: [], openOrders: [] }, deployment: { markets: [] } },
    };
    const ask: Ask = async (operation) =>
      answers[/(?:query|mutation) (\w+)/.exec(String(operation))?.[1] ?? ''] as never;
    return exitRow(trees.v2).run({ params: { id: 'dpl_1' }, query: {}, headers: {}, body: undefined }, ask);
  };

  test.each(['starting', 'running', 'stopping', 'deleting', 'deleted'])(
    'of one that is %s is refused',
    async (status) => {
      await expect(exit({ status })).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );

  test('is refused while another deployment trades one of its markets', async () => {
    await expect(exit({}, running(['B', 'A']))).rejects.toMatchObject({
      code: 'symbols_in_use',
      details: { deployment_id: 'dpl_2', symbols: ['A'] },
    });
  });

  test('of one on paper sends nothing, and says why', async () => {
    expect(await exit({ mode: 'paper' })).toMatchObject({
      status: 200,
      body: { orders_cancelled: 0, positions_closed: 0, message: expect.stringContaining('simulated') },
    });
  });

  test('that finds nothing open is done', async () => {
    expect(await exit({})).toMatchObject({ status: 200, body: { positions_closed: 0, positions_left: 0 } });
  });
});
