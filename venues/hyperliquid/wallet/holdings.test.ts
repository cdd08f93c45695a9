import { expect, test } from '@jest/globals';
import { openOrders, positions } from './holdings.js';

const position = {
  ...{ coin: 'kPEPE', szi: '-1200.0', entryPx: '0.0123', positionValue: '14.7612345', unrealizedPnl: '-0.0012349' },
  ...{ leverage: { type: 'isolated', value: 10, rawUsd: '16.0' }, liquidationPx: null, marginUsed: '1.5' },
};
const order = {
  ...{ coin: 'ETH', side: 'A', limitPx: '2400.5', sz: '0.1', oid: 77, timestamp: 1_700_000_000_000, isTrigger: false },
  ...{ triggerPx: '0.0', reduceOnly: true, orderType: 'Limit', origSz: '0.25', tif: 'Gtc', cloid: null },
};

test('a position is shown with a side in place of a sign, and with no price where it is never liquidated', () => {
  expect(positions.parse({ assetPositions: [{ type: 'oneWay', position }] })).toEqual([
    {
      ...{ symbol: 'KPEPE/USDC:USDC', side: 'short', size: '1200.0', sizeUsd: '14.761234', entryPrice: '0.0123' },
      ...{ unrealizedPnlUsd: '-0.001234', marginUsedUsd: '1.50', liquidationPrice: undefined },
      ...{ marginMode: 'isolated', leverage: 10 },
    },
  ]);
});

test('an order is shown in the words of the venue, with a trigger where it waits for one', () => {
  const stop = { ...order, isTrigger: true, triggerPx: '2300.0', orderType: 'Stop Market', cloid: '0xab', side: 'B' };
  const [resting, waiting, spot] = openOrders.parse([order, stop, { ...order, coin: '@107' }]);
  expect(resting).toEqual({
    ...{ id: '77', clientOrderId: undefined, symbol: 'ETH/USDC:USDC', side: 'sell', type: 'Limit' },
    ...{ limitPrice: '2400.5', triggerPrice: undefined, size: '0.1', originalSize: '0.25', reduceOnly: true },
    createdAtMs: 1_700_000_000_000,
  });
  expect(waiting).toMatchObject({ side: 'buy', type: 'Stop Market', triggerPrice: '2300.0', clientOrderId: '0xab' });
  expect(spot?.symbol).toBe('@107');
});

test('an answer of another shape is refused', () => {
  expect(positions.safeParse({ assetPositions: [{ position: { ...position, szi: 'many' } }] }).success).toBe(false);
  expect(openOrders.safeParse({}).success).toBe(false);
});
